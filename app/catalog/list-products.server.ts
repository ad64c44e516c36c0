import { Prisma } from "@prisma/client";

import type { ProductsProblem } from "../connection/products-problem.ts";
import { inShop, type Tx } from "../lib/db.server.ts";
import { cutPage } from "../lib/keyset-page.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { DAILY_VARIANTS } from "../shop/failures.ts";
import { type Message, storedMessage } from "../messages/message.ts";

const PAGE_SIZE = 20;
const MAX_CATEGORIES = 200;

/** The products to list. Cursors are ids of products: the page behind one, or the page before it. */
export type ProductQuery = {
  words: string[];
  category: string | null;
  show: "all" | "importing" | "imported" | "skipped";
  after: string | null;
  before: string | null;
};

/** A page of the supplier's products as last read, or why there is none. */
export type ListedProducts =
  | { kind: "not-connected" }
  | { kind: "unavailable"; problem: ProductsProblem }
  | {
      kind: "page";
      products: CatalogProduct[];
      nextCursor: string | null;
      previousCursor: string | null;
      categories: string[];
      /** Whether a run through the supplier's list is in progress. */
      reading: boolean;
      readAt: Date | null;
      problem: ProductsProblem | null;
      /** How many of the supplier's products could not be read the last time. */
      skipped: number;
      /** How many products are being imported. */
      importing: number;
      /** How many of them wait until tomorrow, because Shopify takes no more new variants today. */
      waitingForTomorrow: number;
      /** Why the shop has no location for the supplier's stock, if it could not be created. */
      locationProblem: Message | null;
    };

export type CatalogProduct = {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  image: string | null;
  discontinued: boolean;
  gone: boolean;
  variants: number;
  /** Of a product with a single variant. */
  sku: string | null;
  stock: number;
  /** The lowest cost, and whether other variants cost more; null without variants. */
  cost: { amount: string; currency: string; differs: boolean } | null;
  link: {
    state: LinkState;
    problem: Message | null;
    /** How many of its images Shopify could not process, and why not the first of them. */
    failedImages: { count: number; problem: string } | null;
    /** The names of the sales channels where it is published, as last read; null when never read. */
    channels: string[] | null;
    /** At how many of the merchant's own places it is stocked as well, where they have not said yet what to do. */
    stockedElsewhere: number;
  } | null;
};

type LinkState = "importing" | "imported" | "skipped" | "needs-linking";

/** Reads one page of the mirror. */
export async function listProducts(shop: ShopDomain, query: ProductQuery): Promise<ListedProducts> {
  return inShop(shop, async (tx) => {
    if ((await tx.connection.count({ where: { shop } })) === 0) return { kind: "not-connected" };
    const mirror = await tx.catalogMirror.findUnique({ where: { shop } });
    const problem = problemIn(mirror);
    const anyProduct = await tx.supplierProduct.findFirst({ where: { shop }, select: { id: true } });
    if (problem && anyProduct === null) return { kind: "unavailable", problem };

    const page = await readPage(tx, shop, query);
    const categories = await tx.supplierProduct.groupBy({
      by: ["category"],
      where: { shop, goneAt: null, category: { not: null } },
      orderBy: { category: "asc" },
      take: MAX_CATEGORIES,
    });
    const service = await tx.fulfillmentService.findUnique({ where: { shop } });
    return {
      kind: "page",
      ...page,
      categories: categories.flatMap(({ category }) => category ?? []),
      // Before a connected shop's first run there is no row yet, for a moment.
      reading: mirror === null || mirror.state === "reading",
      readAt: mirror?.readAt ?? null,
      problem,
      skipped: mirror?.skipped ?? 0,
      ...(await countImporting(tx, shop)),
      locationProblem: service?.state === "failed" ? storedMessage(service.problem) : null,
    };
  });
}

async function countImporting(tx: Tx, shop: ShopDomain) {
  const [counted] = await tx.$queryRaw<{ importing: number; waitingForTomorrow: number }[]>`
    select count(*)::int as importing,
      (count(*) filter (where problem->>'code' = ${DAILY_VARIANTS}))::int as "waitingForTomorrow"
    from product_link where shop = ${shop} and state = 'importing'`;
  return counted ?? { importing: 0, waitingForTomorrow: 0 };
}

function problemIn(
  mirror: { problem: string | null; problemMessage: Prisma.JsonValue } | null,
): ProductsProblem | null {
  const message = storedMessage(mirror?.problemMessage);
  return mirror?.problem && message ? { kind: mirror.problem as ProductsProblem["kind"], message } : null;
}

/** What was not imported, for whatever reason, is listed together. */
const STATES: Record<Exclude<ProductQuery["show"], "all">, LinkState[]> = {
  importing: ["importing"],
  imported: ["imported"],
  skipped: ["skipped", "needs-linking"],
};

type Row = {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  image: string | null;
  discontinued: boolean;
  gone: boolean;
  variants: number;
  sku: string | null;
  stock: number;
  amount: string | null;
  currency: string | null;
  differs: boolean;
  state: LinkState | null;
  problem: unknown;
  failedImages: { problem: string }[] | null;
  channels: string[] | null;
  stockedElsewhere: number;
};

async function readPage(tx: Tx, shop: ShopDomain, { words, category, show, after, before }: ProductQuery) {
  const cursor = after ?? before;
  const beside =
    cursor === null
      ? null
      : await tx.supplierProduct.findUnique({ where: { shop_id: { shop, id: cursor } } });
  const backwards = beside !== null && after === null;
  const [direction, side] = backwards ? [Prisma.sql`desc`, Prisma.sql`<`] : [Prisma.sql`asc`, Prisma.sql`>`];
  const conditions = [
    Prisma.sql`product.shop = ${shop}`,
    // The shop's own products stay in the list when the supplier drops them.
    Prisma.sql`(product.gone_at is null or link.state is not null)`,
    ...words.map((word) => Prisma.sql`product.search like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`),
    ...(category === null ? [] : [Prisma.sql`product.category = ${category}`]),
    ...(show === "all" ? [] : [Prisma.sql`link.state = any(${STATES[show]}::text[])`]),
    ...(beside === null
      ? []
      : [Prisma.sql`(product.name, product.id) ${side} (${beside.name}, ${beside.id})`]),
  ];
  const take = PAGE_SIZE + 1;
  const found = await tx.$queryRaw<Row[]>`
    select product.id, product.name, product.brand, product.category, product.images->0->>'url' as image,
      product.discontinued, product.gone_at is not null as gone, variant.variants, variant.sku, variant.stock,
      variant.amount, variant.currency, variant.differs, link.state, link.problem, link.channels, link.failed_images as "failedImages",
      case when link.own_stock is null then link.stocked_elsewhere else 0 end as "stockedElsewhere"
    from supplier_product product
    left join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
    cross join lateral (
      select count(*)::int as variants, case count(*) when 1 then min(sku) end as sku,
        coalesce(sum(greatest(stock, 0)), 0)::float8 as stock, min(price_amount::numeric)::text as amount,
        min(price_currency) as currency, count(distinct price_amount::numeric) > 1 as differs
      from supplier_variant where shop = product.shop and supplier_product_id = product.id
    ) variant
    where ${Prisma.join(conditions, " and ")}
    order by product.name ${direction}, product.id ${direction}
    limit ${take}`;
  const page = cutPage(found, { take, backwards, isFirst: beside === null });
  return {
    products: page.rows.map(toProduct),
    nextCursor: page.after?.id ?? null,
    previousCursor: page.before?.id ?? null,
  };
}

function toProduct(row: Row): CatalogProduct {
  const { amount, currency, differs, state, problem, failedImages, channels, stockedElsewhere, ...product } =
    row;
  return {
    ...product,
    cost: amount === null || currency === null ? null : { amount, currency, differs },
    link: state && {
      ...{ state, problem: storedMessage(problem), channels, stockedElsewhere },
      failedImages: failedImages && { count: failedImages.length, problem: failedImages[0]?.problem ?? "" },
    },
  };
}
