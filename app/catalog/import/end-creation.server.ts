import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { VariantContent } from "../../shop/products/product-content.ts";
import type { NewProduct } from "../../shop/products/product-set.ts";
import { findProduct } from "../../shop/products/products.server.ts";
import type { SetOutcome, MadeVariant } from "../../shop/products/set-product.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { afterWrite, type Amounts } from "../links/amounts.ts";
import { settleStock } from "../location/set-stock.server.ts";
import type { ImportedProduct, ImportOutcome } from "./end-import.server.ts";
import type { ImportOptions } from "./import-options.ts";
import type { PlannedImport } from "./plan-batch.server.ts";
import { onlyFields } from "./plan-import.ts";
import { type ImportedVariant, writtenToNew, linksOf } from "./written-values.ts";

/** A new product to send to the shop, one by one or in bulk. */
export type SentProduct = {
  product: NewProduct;
  priceRulesVersion: number;
  /** Sales channels to publish to; null means the default channels. */
  channels: ImportOptions["channels"];
};

/** Returns the product to send for a planned import that is new to the shop. */
export function productToSend(planned: PlannedImport): SentProduct {
  const { content, stock, locationId, priceRulesVersion, options } = planned;
  const { status, tags, collection, fields, channels } = options;
  const collectionId = collection?.id ?? null;
  return {
    product: { content: onlyFields(content, fields), status, tags, collectionId, locationId, stock },
    priceRulesVersion,
    channels,
  };
}

/**
 * Completes a newly created product, and returns it with its ids, or returns the reason for a skip. Shopify may
 * have stocked the variants at other locations, too; `settleStock` then removes them there.
 * @throws Failure if a call to Shopify fails
 */
export async function endCreation(
  shop: ShopDomain,
  { sent, claimed }: { sent: SentProduct; claimed: { leavesOwnStock: boolean } },
  set: Extract<SetOutcome, { kind: "set" }>,
): Promise<ImportedProduct | Extract<ImportOutcome, { kind: "skip" }>> {
  const { content, status, tags, locationId, stock } = sent.product;
  const made = set.variants && matchVariants(content.variants, set.variants);
  const alone = made !== null && made.every(({ places }) => places === null || places <= 1);
  let variants: ImportedVariant[] = made ?? [];
  let stayed = 0;
  if (!alone) {
    const whole = await findProduct(shop, { id: set.id }, { locationId, expected: content.variants.length });
    if (whole === null) return { kind: "skip", reason: { code: "catalog.skip.deleted-meanwhile" } };
    const { leavesOwnStock } = claimed;
    const stocked = { locationId, stock, leavesOwnStock };
    const settled = await settleStock(shop, stocked, { product: whole, created: whole.variants });
    if (settled.kind === "user-errors") return { kind: "skip", reason: settled.problem };
    stayed = settled.stayed;
    variants = linksOf(whole, made && new Map(set.variants?.map(({ id, stored }) => [id, stored])));
  }
  return {
    kind: "imported",
    shopProductId: set.id,
    priceRulesVersion: sent.priceRulesVersion,
    imagesHash: hashOf(content.images),
    imagesState: content.images.length === 0 ? null : set.variantImages === "later" ? "variants" : "sent",
    stockedElsewhere: stayed,
    channels: null,
    problem: null,
    isNew: true,
    mayStockElsewhere: !alone,
    ...writtenToNew(content, { status, tags, stock, variants }),
    overwritten: "all",
  };
}

type MatchedVariant = ImportedVariant & Pick<MadeVariant, "places">;

/**
 * Pairs the shop's new variants with the supplier's by SKU and options, because Shopify's reply contains both
 * at no extra cost. Returns null if any variant has no partner or several.
 */
function matchVariants(sent: VariantContent[], made: MadeVariant[]): MatchedVariant[] | null {
  const byName = new Map(made.map((variant) => [JSON.stringify([variant.sku, variant.title]), variant]));
  if (byName.size !== made.length || made.length !== sent.length) return null;
  const matched = sent.flatMap(({ supplierVariantId, sku, optionValues }) => {
    const title = optionValues.map(({ value }) => value).join(" / ");
    const variant = byName.get(JSON.stringify([sku, title]));
    if (!variant) return [];
    const { id: shopVariantId, inventoryItemId, places, stored } = variant;
    return [
      {
        supplierVariantId: supplierVariantId as SupplierVariantId,
        shopVariantId,
        inventoryItemId,
        places,
        amountsAfter: (amounts: Amounts) => afterWrite(amounts, stored),
      },
    ];
  });
  return new Set(matched.map(({ shopVariantId }) => shopVariantId)).size === made.length ? matched : null;
}
