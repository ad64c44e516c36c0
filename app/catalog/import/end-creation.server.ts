import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProduct } from "../../shop/products/products.server.ts";
import type { NewProduct } from "../../shop/products/product-set.ts";
import type { SetOutcome } from "../../shop/products/set-product.server.ts";
import type { ImportedProduct, ImportOutcome } from "./import-store.server.ts";
import { type ImportedVariant, keptOfNew, linksOf } from "./kept-values.ts";
import { matchVariants } from "./match-variants.ts";
import type { PlannedImport } from "./plan-batch.server.ts";
import { hashOf, onlyFields } from "./plan-import.ts";
import type { ImportOptions } from "./import-options.ts";
import { settleStock } from "./settle-stock.server.ts";

/** A new product to send to the shop, one by one or in bulk. */
export type SentProduct = {
  product: NewProduct;
  priceRulesVersion: number;
  /** Sales channels to publish to; null means the default channels. */
  channels: ImportOptions["channels"];
};

/** Returns the product to send for a planned import that is new to the shop. */
export function toSend(planned: PlannedImport): SentProduct {
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
 * Returns a newly created product with its ids. If Shopify stocked its variants at other locations as well,
 * stops stocking them there.
 * @throws Failure if the shop gives no clear answer.
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
    variants = linksOf(whole);
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
    leavesPlaces: !alone,
    ...keptOfNew(content, { status, tags, stock, variants }),
    overwritten: "all",
  };
}
