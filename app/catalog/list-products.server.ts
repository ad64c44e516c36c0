import { Prisma } from "@prisma/client";

import { findConnection } from "../connection/connection-store.server.ts";
import { inShop, type Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type MirrorProblem, PROBLEM_TITLES } from "./mirror/mirror-problem.ts";

const PAGE_SIZE = 20;
const CATEGORIES_AT_MOST = 200;

/** What is looked for. Cursors are ids of products: the page behind one, or the page before it. */
export type Wanted = {
  words: string[];
  category: string | null;
  show: "all" | "importing" | "imported" | "skipped";
  after: string | null;
  before: string | null;
};

/** A page of the supplier's products as last read; or why there is none, with a sentence for the merchant. */
export type ListedProducts =
  | { kind: "not-connected" }
  | { kind: "unavailable"; why: MirrorProblem["why"]; title: string; text: string }
  | {
      kind: "page";
      products: CatalogProduct[];
      nextCursor: string | null;
      previousCursor: string | null;
      categories: string[];
      /** Whether a run through the supplier's list is under way. */
      reading: boolean;
      readAt: Date | null;
      problem: { why: MirrorProblem["why"]; title: string; text: string } | null;
      /** How many products are being imported. */
      importing: number;
      /** Why the shop has no place for stock, if it could not be made. */
      serviceProblem: string | null;
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
  /** Of the one variant. */
  sku: string | null;
  stock: number;
  /** The lowest cost, and whether others are higher; null without variants. */
  cost: { amount: string; currency: string; differs: boolean } | null;
  link: { state: "importing" | "imported" | "skipped"; said: string | null } | null;
};

/** Reads one page of the mirror. */
export async function listProducts(shop: ShopDomain, wanted: Wanted): Promise<ListedProducts> {
  if ((await findConnection(shop)) === null) return { kind: "not-connected" };
  return inShop(shop, async (tx) => {
    const mirror = await tx.catalogMirror.findUnique({ where: { shop } });
    const problem = mirror?.problem
      ? {
          why: mirror.problem as MirrorProblem["why"],
          title: PROBLEM_TITLES[mirror.problem as MirrorProblem["why"]],
          text: mirror.problemSaid ?? "",
        }
      : null;
    const known = await tx.supplierProduct.findFirst({ where: { shop }, select: { id: true } });
    if (problem && known === null) return { kind: "unavailable", ...problem };

    const page = await readPage(tx, shop, wanted);
    const categories = await tx.supplierProduct.groupBy({
      by: ["category"],
      where: { shop, goneAt: null, category: { not: null } },
      orderBy: { category: "asc" },
      take: CATEGORIES_AT_MOST,
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
      importing: await tx.productLink.count({ where: { shop, state: "importing" } }),
      serviceProblem: service?.state === "failed" ? service.said : null,
    };
  });
}

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
  state: "importing" | "imported" | "skipped" | null;
  said: string | null;
};

async function readPage(tx: Tx, shop: ShopDomain, { words, category, show, after, before }: Wanted) {
  const cursor = after ?? before;
  const from =
    cursor === null
      ? null
      : await tx.supplierProduct.findUnique({ where: { shop_id: { shop, id: cursor } } });
  const backwards = from !== null && after === null;
  const conditions = [
    Prisma.sql`product.shop = ${shop}`,
    // What the shop has stays in sight when the supplier drops it.
    Prisma.sql`(product.gone_at is null or link.state is not null)`,
    ...words.map((word) => Prisma.sql`product.search like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`),
    ...(category === null ? [] : [Prisma.sql`product.category = ${category}`]),
    ...(show === "all" ? [] : [Prisma.sql`link.state = ${show}`]),
    ...(from === null
      ? []
      : [
          backwards
            ? Prisma.sql`(product.name, product.id) < (${from.name}, ${from.id})`
            : Prisma.sql`(product.name, product.id) > (${from.name}, ${from.id})`,
        ]),
  ];
  const order = backwards ? Prisma.sql`desc` : Prisma.sql`asc`;
  const rows = await tx.$queryRaw<Row[]>`
    select product.id, product.name, product.brand, product.category, product.images->0->>'url' as image,
      product.discontinued, product.gone_at is not null as gone, variant.variants, variant.sku, variant.stock,
      variant.amount, variant.currency, variant.differs, link.state, link.said
    from supplier_product product
    left join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
    cross join lateral (
      select count(*)::int as variants, case count(*) when 1 then min(sku) end as sku,
        coalesce(sum(greatest(stock, 0)), 0)::float8 as stock, min(price_amount::numeric)::text as amount,
        min(price_currency) as currency, count(distinct price_amount::numeric) > 1 as differs
      from supplier_variant where shop = product.shop and supplier_product_id = product.id
    ) variant
    where ${Prisma.join(conditions, " and ")}
    order by product.name ${order}, product.id ${order}
    limit ${PAGE_SIZE + 1}`;
  const more = rows.length > PAGE_SIZE;
  const found = rows.slice(0, PAGE_SIZE);
  if (backwards) found.reverse();
  const [first, last] = [found[0], found.at(-1)];
  return {
    products: found.map(toProduct),
    nextCursor: last && (backwards || more) ? last.id : null,
    previousCursor: first && (backwards ? more : from !== null) ? first.id : null,
  };
}

function toProduct({ amount, currency, differs, state, said, ...product }: Row): CatalogProduct {
  return {
    ...product,
    cost: amount === null || currency === null ? null : { amount, currency, differs },
    link: state && { state, said },
  };
}
