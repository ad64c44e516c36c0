import { Prisma } from "@prisma/client";
import { readInShop, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { choiceFor, MAX_VARIANTS, planImport } from "../plan-import.ts";
import { idsOf, type Selection } from "./selection.ts";
import { IS_LINKING, isSelected } from "./start-import.server.ts";
import { Failure } from "../../../lib/failure.ts";
import type { Message } from "../../../messages/message.ts";
import type { ShopProductId } from "../../../shop/ids.ts";
import type { ProductContent } from "../../../shop/products/product-content.ts";
import { findProduct } from "../../../shop/products/products.server.ts";
import type { SupplierProductId } from "../../../wholesale/resources.ts";
import type { Amounts } from "../../links/amounts.ts";
import { recognizeProduct } from "../../links/recognize-product.server.ts";
import { findSupplierProduct } from "../../mirror/find-supplier-product.server.ts";
import { marginFor, type Pricing } from "../../pricing/pricing.ts";
import { variantName } from "../../links/variant-name.ts";
import { rulesVersionFor } from "../plan-batch.server.ts";
import { type Difference, planUpdate } from "../plan-update.ts";

/** Possible outcomes of importing a product, predicted from the mirror and our own rows. */
export const forecasts = [
  "create",
  "update",
  "needs-linking",
  "importing",
  "linking",
  "unlinked",
  "not-listed",
  "discontinued",
  "unreadable",
  "no-variants",
  "too-many-variants",
  "currency-differs",
  "no-price",
] as const;
export type Forecast = (typeof forecasts)[number];

/** Number of selected products per outcome. Omits outcomes without products. */
export type ForecastCounts = Partial<Record<Forecast, number>>;

/**
 * Predicts the outcomes of importing the selected products. `currencies`: currencies of the supplier that the
 * shop can convert.
 */
export async function previewImport(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  given: { selection: Selection; currencies: string[] },
): Promise<ForecastCounts> {
  const counted = await queryRows<{ forecast: Forecast; count: number }>(tx)`
    select forecast, count(*)::int as count from (${await forecastOf(tx, scope, given)}) as product group by 1`;
  return Object.fromEntries(counted.map(({ forecast, count }) => [forecast, count]));
}

/**
 * Lists a page of the selected products with one of the outcomes in `forecast`, in the order of their ids.
 * `after`: the last id of the previous page.
 */
export async function listForecast(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  given: {
    selection: Selection;
    currencies: string[];
    forecast: Forecast[];
    after: string | null;
    take: number;
  },
): Promise<{ id: string; name: string; forecast: Forecast }[]> {
  const { forecast, after, take } = given;
  return queryRows<{ id: string; name: string; forecast: Forecast }>(tx)`
    select id, name, forecast from (${await forecastOf(tx, scope, given)}) as product
    where forecast = any(${forecast}::text[]) and id > ${after ?? ""}
    order by id limit ${take}`;
}

async function forecastOf(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  { selection, currencies }: { selection: Selection; currencies: string[] },
): Promise<Prisma.Sql> {
  const chosen = selection.kind === "variants" ? selection.variants : [];
  return Prisma.sql`
    select product.id, product.name, case
      when link.state = 'importing' then 'importing'
      when ${IS_LINKING} then 'linking'
      when link.delisted = 'unlinked' then 'unlinked'
      when product.gone_at is not null then 'not-listed'
      when product.discontinued then 'discontinued'
      when product.unreadable is not null then 'unreadable'
      when variant.count = 0 then 'no-variants'
      when variant.count > ${MAX_VARIANTS} then 'too-many-variants'
      when variant.is_foreign then 'currency-differs'
      when variant.unpriced then 'no-price'
      when link.state = 'needs-linking' then 'needs-linking'
      when link.shop_product_id is not null and link.shop_state is distinct from 'deleted' then 'update'
      else 'create' end as forecast
    from supplier_product product
    left join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
    cross join lateral (
      select count(*) as count, coalesce(bool_or(price_currency <> all(${currencies}::text[])), false) as is_foreign,
        coalesce(bool_or(price_amount !~ '^(?=.*[1-9])\\d+(\\.\\d+)?$'), false) as unpriced
      from supplier_variant where shop = product.shop and supplier_product_id = product.id
        and (cardinality(${chosen}::text[]) = 0 or id = any(${chosen}::text[]))) as variant
    where product.shop = ${scope.shop} and ${await isSelected(tx, scope, selection)}`;
}

/**
 * Previews a few products. Reads products that exist in the shop from Shopify.
 * @throws Failure if a call to Shopify fails, except `rejected`
 */
export function previewProducts(
  shop: ShopDomain,
  ids: string[],
  given: { selection: Selection; pricing: Pricing },
): Promise<PreviewedProduct[]> {
  return Promise.all(ids.map((id) => previewProduct(shop, id as SupplierProductId, given)));
}

/**
 * Lists the variants among which a merchant can choose. Empty unless exactly one product is selected, and it
 * has several variants or a variant that the merchant deleted in the shop.
 */
export async function listChoosableVariants(
  tx: Tx,
  shop: ShopDomain,
  selection: Selection,
): Promise<ChoosableVariant[]> {
  const [id, ...others] = idsOf(selection) ?? [];
  if (id === undefined || others.length > 0) return [];
  const found = await findSupplierProduct(tx, shop, id as SupplierProductId);
  if (found === null) return [];
  const links = await tx.variantLink.findMany({ where: { shop, supplierProductId: id } });
  const before = await tx.productLink.findUnique({
    where: { shop_supplierProductId: { shop, supplierProductId: id } },
  });
  const chosen = selection.kind === "variants" ? selection.variants : (before?.chosenVariants ?? []);
  const stateOf = new Map(links.map((link) => [link.supplierVariantId, link.shopState ?? "linked"]));
  const variants = found.product.variants.map(({ id: variantId, sku, options, stock }) => {
    const state = stateOf.get(variantId);
    const isDeleted = state === "deleted";
    const wasChosen = chosen.length === 0 || chosen.includes(variantId);
    return {
      id: variantId,
      name: variantName({ sku, options }, found.product.options) ?? variantId,
      sku,
      stock: Math.max(0, stock),
      chosen: !isDeleted && wasChosen,
      wasChosen,
      inShop: state === "linked" && before?.shopState !== "deleted",
      isDeleted,
    };
  });
  return variants.length > 1 || variants.some(({ isDeleted }) => isDeleted) ? variants : [];
}

/** A product as it would be after an import. `problem`: the reason why it would not be imported. */
type PreviewedProduct = {
  id: string;
  name: string;
  problem: Message | null;
  variants: number;
  /** Null if there is a problem. */
  price: PreviewedPrice | null;
  /** The price after an import that overwrites prices. */
  overwrittenPrice: PreviewedPrice | null;
  /** The first differences of an existing product; null for a new product. */
  differences: { shown: PreviewedDifference[]; total: number } | null;
};

/**
 * The lowest selling price, with its cost. `differs`: true if other variants have other prices. `margin`: the
 * lowest margin, possibly of another variant.
 */
type PreviewedPrice = {
  price: string;
  cost: string;
  currency: string;
  margin: string | null;
  marginDiffers: boolean;
  differs: boolean;
};

/** `afterOverwrite`: the price of a new variant if the merchant lets the import overwrite prices. */
export type PreviewedDifference = Difference & { afterOverwrite?: string };

type ChoosableVariant = {
  id: string;
  /** The option values, joined. Without options, the SKU or the id. */
  name: string;
  sku: string | null;
  stock: number;
  /** True if the form shows the variant as ticked at first. */
  chosen: boolean;
  /**
   * True if the merchant's last choice contains the variant, even if they have deleted it in the shop since.
   */
  wasChosen: boolean;
  inShop: boolean;
  /** True if the merchant deleted the variant in the shop. */
  isDeleted: boolean;
};

/** Maximum number of differences per product, so that the page stays readable. */
const MAX_DIFFERENCES = 30;

async function previewProduct(
  shop: ShopDomain,
  id: SupplierProductId,
  given: { selection: Selection; pricing: Pricing },
): Promise<PreviewedProduct> {
  const { selection, pricing } = given;
  const { link, found, rows } = await readInShop(shop, async (tx) => ({
    link: await tx.productLink.findUnique({
      where: { shop_supplierProductId: { shop, supplierProductId: id } },
    }),
    found: await findSupplierProduct(tx, shop, id),
    rows: await tx.variantLink.findMany({ where: { shop, supplierProductId: id } }),
  }));
  const none = {
    id,
    name: found?.product.name ?? "",
    variants: 0,
    price: null,
    overwrittenPrice: null,
    differences: null,
  };
  if (found === null || found.gone) return { ...none, problem: { code: "catalog.skip.not-listed" } };
  const chosen = selection.kind === "variants" ? selection.variants : (link?.chosenVariants ?? []);
  const choice = choiceFor(rows, { chosen });
  const newest = pricing.version;
  const version = link === null ? newest : rulesVersionFor(link, { overwrite: [], newest });
  const plan = planImport(found.product, pricing, { version, ...choice });
  if (plan.kind === "skip") return { ...none, problem: plan.reason };

  const { content } = plan;
  const overwriting = planImport(found.product, pricing, choice);
  const overwritten = overwriting.kind === "content" ? overwriting.content : content;
  const about = {
    ...none,
    variants: content.variants.length,
    price: lowestPrice(content, pricing, version),
    overwrittenPrice: lowestPrice(overwritten, pricing, newest),
    problem: link?.state === "needs-linking" ? (link.problem as Message | null) : null,
  };
  if (link?.shopProductId == null) return about;
  const read = { locationId: null, expected: content.variants.length, withItems: true };
  const there = await findProduct(shop, { id: link.shopProductId as ShopProductId }, read).catch(
    unlessUnreadable,
  );
  if (there === null) return about;
  const existing = await recognizeProduct(shop, there, id);
  const lastWritten = new Map(
    rows.map((row) => [row.supplierVariantId, { ...row, sent: row.sent as Amounts }]),
  );
  const differencesOf = (planned: ProductContent) =>
    planUpdate({ content: planned, existing, lastWritten, overwrite: [], tags: [] }).differences;
  const kept = new Map(
    differencesOf(content).flatMap(({ field, variant, after }) =>
      field === "variant" ? [[variant, after] as const] : [],
    ),
  );
  const differences = differencesOf(overwritten).map((difference) => {
    if (difference.field !== "variant") return difference;
    const { variant, after } = difference;
    return { ...difference, after: kept.get(variant) ?? after, afterOverwrite: after };
  });
  return {
    ...about,
    differences: { shown: differences.slice(0, MAX_DIFFERENCES), total: differences.length },
  };
}

function lowestPrice(content: ProductContent, pricing: Pricing, version: number): PreviewedPrice | null {
  const [cheapest, ...others] = content.variants.toSorted(
    (one, other) => Number(one.price) - Number(other.price),
  );
  if (!cheapest) return null;
  const currency = pricing.shopCurrency;
  const { price, cost } = cheapest;
  const margins = content.variants.map((variant) =>
    Number(
      marginFor({ price: variant.price, cost: { amount: variant.cost, currency } }, { version }, pricing) ??
        NaN,
    ),
  );
  const lowest = Math.min(...margins);
  return {
    price,
    cost,
    currency,
    margin: Number.isNaN(lowest) ? null : lowest.toFixed(1),
    marginDiffers: margins.some((margin) => margin !== lowest),
    differs: others.some((other) => other.price !== price),
  };
}

/**
 * Returns null if Shopify rejects the read of a product, so that the page can show the other products. @throws
 * any other error.
 */
function unlessUnreadable(error: unknown): null {
  if (error instanceof Failure && error.code === "rejected") return null;
  throw error;
}
