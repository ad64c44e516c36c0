import { Prisma } from "@prisma/client";
import type { ProductsProblem } from "../../connection/products-problem.ts";
import { readInShop, type Tx } from "../../lib/database/db.server.ts";
import { queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import { cutPage } from "../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { DAILY_VARIANTS } from "../../shop/failures.ts";
import { findProducts } from "./find-products.server.ts";
import type { ProductFilter, ProductSort } from "./product-filter.ts";
import { notWebAddresses } from "../../lib/http/web-address.ts";
import type { Unreadable } from "../../wholesale/resources.ts";
import type { OffSale } from "../links/off-sale-choices.ts";
import { type ProductPrice, shopPrices } from "./price-products.server.ts";

const PAGE_SIZE = 20;

/**
 * The requested page of the product list. `after`, `before`: the id of the product beyond which the page is.
 */
export type ProductQuery = {
  filter: ProductFilter;
  sort: ProductSort;
  after: string | null;
  before: string | null;
};

/** A page of the mirror's products, or the reason why there is none. */
export type ListedProducts =
  | { kind: "not-connected" }
  | { kind: "unavailable"; problem: ProductsProblem }
  | {
      kind: "page";
      products: CatalogProduct[];
      /** Number of matches on all pages; 1,001 if there are more than 1,000. */
      total: number;
      /** The corrected search, if the typed one finds nothing. */
      corrected: string | null;
      nextCursor: string | null;
      previousCursor: string | null;
      categories: string[];
      brands: string[];
      /** True while a mirror run is reading the supplier's list. */
      reading: boolean;
      /** When the last full run ended. `incrementReadAt`: when the last increment ended. */
      readAt: Date | null;
      incrementReadAt: Date | null;
      /**
       * Set if so many products are missing from the supplier's list that the merchant has to confirm it; see
       * `markGone`.
       */
      shrunk: { vanished: number; listed: number } | null;
      problem: ProductsProblem | null;
      /**
       * Number of products that we cannot read. `nameless`: number of further products, which no list shows,
       * because even their ids are unreadable.
       */
      unreadable: number;
      nameless: number;
      /** Number of products that are being imported. */
      importing: number;
      /**
       * Number of products whose import waits until tomorrow, because Shopify's daily limit of new variants is
       * reached.
       */
      waitingForTomorrow: number;
      /** The reason why our location could not be created; null if there is no problem. */
      locationProblem: Message | null;
    };

/** Reads one page of the mirror. */
export function listProducts(shop: ShopDomain, query: ProductQuery): Promise<ListedProducts> {
  return readInShop(shop, (tx, now) => listProductsIn(tx, { shop, now }, query));
}

/** As `listProducts`, within the caller's transaction. */
export async function listProductsIn(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  query: ProductQuery,
): Promise<ListedProducts> {
  if ((await tx.connection.count({ where: { shop } })) === 0) return { kind: "not-connected" };
  const mirror = await tx.catalogMirror.findUnique({ where: { shop } });
  const problem = problemIn(mirror);
  if (problem && (await tx.supplierProduct.findFirst({ where: { shop }, select: { id: true } })) === null)
    return { kind: "unavailable", problem };

  const page = await readPage(tx, { shop, now }, query);
  const groups = await findGroups(tx, shop);
  const service = await tx.fulfillmentService.findUnique({ where: { shop } });
  return {
    kind: "page",
    ...page,
    ...groups,
    // Right after the connection, the first run has no row yet.
    reading: mirror === null || mirror.state === "reading",
    readAt: mirror?.readAt ?? null,
    incrementReadAt: mirror?.incrementReadAt ?? null,
    shrunk: (mirror?.shrunk ?? null) as { vanished: number; listed: number } | null,
    problem,
    ...(await countUnreadable(tx, shop)),
    ...(await countImporting(tx, shop)),
    locationProblem: service?.state === "failed" ? storedMessage(service.problem) : null,
  };
}

async function countUnreadable(tx: Tx, shop: ShopDomain) {
  const { _sum: sum } = await tx.mirrorPage.aggregate({ where: { shop }, _sum: { nameless: true } });
  return {
    unreadable: await tx.supplierProduct.count({ where: { shop, unreadable: { not: null }, goneAt: null } }),
    nameless: sum.nameless ?? 0,
  };
}

async function countImporting(tx: Tx, shop: ShopDomain) {
  const [counted] = await queryRows<{ importing: number; waitingForTomorrow: number }>(tx)`
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

async function readPage(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  { filter, sort, after, before }: ProductQuery,
) {
  const cursor = after ?? before;
  const take = PAGE_SIZE + 1;
  const found = await findProducts(tx, scope, {
    filter,
    page: { sort, cursor, backwards: after === null && before !== null, take },
  });
  const backwards = found.placed && after === null;
  const page = cutPage(found.ids, { take, backwards, isFirst: !found.placed });
  const products = new Map((await readProducts(tx, scope.shop, page.rows)).map((row) => [row.id, row]));
  return {
    products: page.rows.flatMap((id) => products.get(id) ?? []),
    total: found.total,
    corrected: found.corrected,
    nextCursor: page.after,
    previousCursor: page.before,
  };
}

/** Maximum number of categories and of brands. A longer list would be of no use to the merchant. */
const MAX_GROUPS = 200;

/** Lists the categories and brands of the supplier's products. */
export async function findGroups(
  tx: Tx,
  shop: ShopDomain,
): Promise<{ categories: string[]; brands: string[] }> {
  return {
    categories: await valuesOf(tx, shop, Prisma.sql`category`),
    brands: await valuesOf(tx, shop, Prisma.sql`brand`),
  };
}

/**
 * Lists a column's values. The recursive query jumps from value to value in the index, so Postgres reads one
 * row per value.
 */
async function valuesOf(tx: Tx, shop: ShopDomain, column: Prisma.Sql): Promise<string[]> {
  const found = await queryRows<{ value: string }>(tx)`
    with recursive found as (
      (select ${column} as value from product_search
       where shop = ${shop} and ${column} is not null and not gone order by ${column} limit 1)
      union all
      select (select ${column} from product_search
        where shop = ${shop} and ${column} > found.value and not gone order by ${column} limit 1)
      from found where found.value is not null)
    select value from found where value is not null limit ${MAX_GROUPS}`;
  return found.map(({ value }) => value).toSorted(COLLATOR.compare);
}

const COLLATOR = new Intl.Collator();

/** A product as the list shows it. */
export type CatalogProduct = {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  image: string | null;
  /** The product's image URLs that are no web addresses. Imports skip these images. */
  imagesLeftOut: string[];
  discontinued: boolean;
  gone: boolean;
  /**
   * The part of the product that we could not read last time, so that cost or stock may be outdated; null if we
   * read all.
   */
  unreadable: Unreadable | null;
  variants: number;
  /** Null if the product has several variants. */
  sku: string | null;
  stock: number;
  /** The lowest cost. `differs`: true if other variants cost more. Null if the product has no variants. */
  cost: { amount: string; currency: string; differs: boolean } | null;
  /**
   * Costs and prices of the variants in the shop; if the shop has none, of the supplier's variants. Without
   * duplicates.
   */
  prices: ProductPrice[];
  link: {
    state: LinkState;
    problem: Message | null;
    /** Number of images that Shopify could not process, and the first image's problem. */
    failedImages: { count: number; problem: string } | null;
    /** Names of the product's sales channels, as last read; null if never read. */
    channels: string[] | null;
    /** True if the product was a draft in the shop when we last read or wrote it. */
    isDraft: boolean;
    /** Null until the shop has the product. */
    shopProductId: string | null;
    /** Version of the price rules that the product follows. */
    priceRulesVersion: number | null;
    /** How the merchant has taken the product off sale in Stockbridge; null if it is for sale. */
    offSale: OffSale | null;
    /**
     * Number of inventory levels of the product's variants at the merchant's own locations; 0 if the merchant
     * has already decided about them.
     */
    stockedElsewhere: number;
  } | null;
};

type LinkState = "importing" | "imported" | "skipped" | "needs-linking";

type Row = {
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  images: { url: string; alt: string | null }[];
  discontinued: boolean;
  gone: boolean;
  unreadable: Unreadable | null;
  variants: number;
  sku: string | null;
  stock: number;
  amount: string | null;
  currency: string | null;
  differs: boolean;
  prices: ProductPrice[];
  state: LinkState | null;
  problem: unknown;
  failedImages: { problem: string }[] | null;
  channels: string[] | null;
  isDraft: boolean;
  shopProductId: string | null;
  priceRulesVersion: number | null;
  offSale: OffSale | null;
  stockedElsewhere: number;
};

/** Reads products by their ids, in any order. */
export async function readProducts(tx: Tx, shop: ShopDomain, ids: string[]): Promise<CatalogProduct[]> {
  const rows = await queryRows<Row>(tx)`
    select product.id, product.name, product.brand, product.category, product.images,
      product.discontinued, product.gone_at is not null as gone, product.unreadable, variant.variants, variant.sku, variant.stock,
      variant.amount, variant.currency, variant.differs, link.state, link.problem, link.channels,
      coalesce(coalesce(link.in_shop->>'status', link.last_written->>'status') = 'DRAFT', false) as "isDraft",
      link.failed_images as "failedImages", link.shop_product_id as "shopProductId",
      link.price_rules_version as "priceRulesVersion", link.off_sale as "offSale",
      case when link.own_stock is null then link.stocked_elsewhere else 0 end as "stockedElsewhere",
      coalesce(sold.prices, variant.prices, '[]') as prices
    from supplier_product product
    left join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
    cross join lateral (
      select count(*)::int as variants, case count(*) when 1 then min(sku) end as sku,
        coalesce(sum(greatest(stock, 0)), 0)::float8 as stock, min(price_amount::numeric)::text as amount,
        min(price_currency) as currency, min(price_amount::numeric) < max(price_amount::numeric) as differs,
        jsonb_agg(distinct jsonb_build_object(
          'cost', jsonb_build_object('amount', price_amount, 'currency', price_currency), 'shopPrice', null)) as prices
      from supplier_variant where shop = product.shop and supplier_product_id = product.id
    ) variant
    left join lateral (
      select jsonb_agg(distinct jsonb_build_object('shopPrice', jsonb_build_object('price', price, 'own', own),
        'cost', case when amount is not null then jsonb_build_object('amount', amount, 'currency', currency) end)) as prices
      from (${shopPrices({ shop: Prisma.sql`product.shop`, id: Prisma.sql`product.id` })}) each_variant
    ) sold on link.shop_state is distinct from 'deleted'
    where product.shop = ${shop} and product.id = any(${sqlArray(ids)}::text[])`;
  return rows.map(toProduct);
}

function toProduct(row: Row): CatalogProduct {
  const { amount, currency, differs, state, problem, failedImages, images, ...rest } = row;
  const { channels, isDraft, shopProductId, priceRulesVersion, offSale, stockedElsewhere, ...product } = rest;
  return {
    ...product,
    image: images[0]?.url ?? null,
    imagesLeftOut: notWebAddresses(images.map(({ url }) => url)),
    cost: amount === null || currency === null ? null : { amount, currency, differs },
    link: state && {
      state,
      problem: storedMessage(problem),
      channels,
      isDraft,
      shopProductId,
      priceRulesVersion,
      offSale,
      stockedElsewhere,
      failedImages: failedImages && { count: failedImages.length, problem: failedImages[0]?.problem ?? "" },
    },
  };
}
