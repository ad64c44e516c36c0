import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProduct, readCurrency, setProduct, type ShopProduct } from "../../shop/products.server.ts";
import { findSettings } from "../pricing/catalog-settings.server.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import type { ImportOutcome, ClaimedImport } from "./import-store.server.ts";
import { hashOf, planImport } from "./plan-import.ts";
import { setStock } from "../location/set-stock.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";

/**
 * Brings one product into the shop, or brings the shop's product up to date. What the shop has is read first, and what
 * is there already is not sent again.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function importProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, contentHash, imagesHash }: ClaimedImport,
): Promise<ImportOutcome> {
  const found = await findSupplierProduct(shop, supplierProductId);
  if (found === null || found.gone) return skipped("The supplier no longer lists it.");
  const { markupPercent } = await findSettings(shop);
  const plan = planImport(found.product, { markupPercent, currency: await readCurrency(shop) });
  if (plan.kind === "refused") return skipped(plan.said);
  const { content, stock } = plan;
  const service = await ensureService(shop);
  if (service.kind === "refused") return skipped(`Your shop has no place for its stock yet. ${service.said}`);

  const { locationId } = service;
  const expected = content.variants.length;
  const existing =
    (shopProductId === null ? null : await findProduct(shop, { id: shopProductId }, expected)) ??
    (await findProduct(shop, { supplierProductId }, expected));
  const hashes = { contentHash: hashOf(content), imagesHash: hashOf(content.images) };
  const complete = content.variants.every(({ supplierVariantId }) =>
    existing?.variants.some((variant) => variant.supplierVariantId === supplierVariantId),
  );
  let product: ShopProduct | null = existing;
  if (product === null || !complete || hashes.contentHash !== contentHash) {
    const withImages = existing === null || hashes.imagesHash !== imagesHash;
    const set = await setProduct(shop, { content, existing, withImages, locationId, stock });
    if (set.kind === "user-errors") return skipped(set.said);
    product = await findProduct(shop, { id: set.id }, expected);
    if (product === null) return skipped("Your shop's product was deleted while it was being imported.");
  }

  const settled = await setStock(shop, { product, locationId, stock });
  if (settled.kind === "user-errors") return skipped(settled.said);
  return {
    kind: "imported",
    shopProductId: product.id,
    ...hashes,
    variants: product.variants.flatMap(({ id, supplierVariantId, inventoryItemId }) =>
      supplierVariantId === null ? [] : [{ supplierVariantId, shopVariantId: id, inventoryItemId }],
    ),
  };
}

function skipped(said: string): ImportOutcome {
  return { kind: "skipped", said };
}
