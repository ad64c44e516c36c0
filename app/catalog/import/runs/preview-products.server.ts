import { inShop } from "../../../lib/database/db.server.ts";
import { Failure } from "../../../lib/failure.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import type { Message } from "../../../messages/message.ts";
import type { ShopProductId } from "../../../shop/ids.ts";
import type { ProductContent } from "../../../shop/products/product-content.ts";
import { findProduct } from "../../../shop/products/products.server.ts";
import type { SupplierProductId } from "../../../wholesale/resources.ts";
import type { Amounts } from "../../links/amounts.ts";
import { recognizeProduct } from "../../links/recognize-product.server.ts";
import { findSupplierProduct } from "../../mirror/find-supplier-product.server.ts";
import { marginFor, type Pricing } from "../../pricing/pricing.ts";
import { rulesVersionFor } from "../plan-batch.server.ts";
import { chooseVariants, planImport } from "../plan-import.ts";
import { type Difference, planUpdate } from "../plan-update.ts";
import { type Selection, idsOf } from "./selection.ts";

/**
 * Previews a few products. Reads the existing ones from the shop.
 * @throws Failure if the shop gives no clear answer.
 */
export function previewProducts(
  shop: ShopDomain,
  ids: string[],
  given: { selection: Selection; pricing: Pricing },
): Promise<PreviewedProduct[]> {
  return Promise.all(ids.map((id) => previewProduct(shop, id as SupplierProductId, given)));
}

/**
 * Lists the variants that a merchant can choose among: those of a single selected product with several
 * variants. Otherwise none.
 */
export async function listChoosableVariants(
  shop: ShopDomain,
  selection: Selection,
): Promise<ChoosableVariant[]> {
  const [id, ...others] = idsOf(selection) ?? [];
  if (id === undefined || others.length > 0) return [];
  const found = await findSupplierProduct(shop, id as SupplierProductId);
  if (found === null || found.product.variants.length < 2) return [];
  const { links, before } = await inShop(shop, async (tx) => ({
    links: await tx.variantLink.findMany({ where: { shop, supplierProductId: id } }),
    before: await tx.productLink.findUnique({
      where: { shop_supplierProductId: { shop, supplierProductId: id } },
    }),
  }));
  const chosen = selection.kind === "variants" ? selection.variants : (before?.chosenVariants ?? []);
  const linked = new Set(links.map((link) => link.supplierVariantId));
  return found.product.variants.map(({ id: variantId, sku, options, stock }) => ({
    id: variantId,
    name: Object.values(options).join(" / ") || (sku ?? variantId),
    sku,
    stock: Math.max(0, stock),
    chosen: chosen.length === 0 || chosen.includes(variantId),
    inShop: linked.has(variantId),
  }));
}

/** A product as an import would leave it. `problem`: why it would not be imported. */
type PreviewedProduct = {
  id: string;
  name: string;
  problem: Message | null;
  variants: number;
  /** Null if there is a problem. */
  price: PreviewedPrice | null;
  /** The same if the merchant lets the import overwrite prices. */
  overwrittenPrice: PreviewedPrice | null;
  /** The first differences of an existing product; null for a new one. */
  differences: { shown: PreviewedDifference[]; total: number } | null;
};

/** The lowest selling price with its cost and margin; `differs` if other variants have other prices. */
type PreviewedPrice = {
  price: string;
  cost: string;
  currency: string;
  margin: string | null;
  differs: boolean;
};

/** `afterOverwrite`: the price of a new variant if the merchant lets the import overwrite prices. */
export type PreviewedDifference = Difference & { afterOverwrite?: string };

type ChoosableVariant = {
  id: string;
  /** Its options, joined; its SKU or id if it has none. */
  name: string;
  sku: string | null;
  stock: number;
  chosen: boolean;
  inShop: boolean;
};

/** Keeps the page readable. */
const MAX_DIFFERENCES = 30;

async function previewProduct(
  shop: ShopDomain,
  id: SupplierProductId,
  given: { selection: Selection; pricing: Pricing },
): Promise<PreviewedProduct> {
  const { selection, pricing } = given;
  const link = await inShop(shop, (tx) =>
    tx.productLink.findUnique({ where: { shop_supplierProductId: { shop, supplierProductId: id } } }),
  );
  const found = await findSupplierProduct(shop, id);
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
  const product = chooseVariants(found.product, chosen);
  const newest = pricing.version;
  const version = link === null ? newest : rulesVersionFor(link, { overwrite: [], newest });
  const plan = planImport(product, pricing, version);
  if (plan.kind === "skip") return { ...none, variants: product.variants.length, problem: plan.reason };

  const { content } = plan;
  const overwriting = planImport(product, pricing);
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
  const rows = await inShop(shop, (tx) =>
    tx.variantLink.findMany({ where: { shop, supplierProductId: id } }),
  );
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
  return {
    price,
    cost,
    currency,
    margin: marginFor({ price, cost: { amount: cost, currency } }, { version }, pricing),
    differs: others.some((other) => other.price !== price),
  };
}

/** If Shopify refuses to show a product, the others stay readable. */
function unlessUnreadable(error: unknown): null {
  if (error instanceof Failure && error.code === "rejected") return null;
  throw error;
}
