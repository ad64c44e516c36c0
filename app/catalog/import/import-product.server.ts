import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProduct, readCurrency, setProduct, type ShopProduct } from "../../shop/products.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import { setStock } from "../location/set-stock.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";
import { findSettings } from "../pricing/catalog-settings.server.ts";
import { findExisting } from "./find-existing.server.ts";
import type { ClaimedImport, ImportOutcome } from "./import-store.server.ts";
import { hashOf, planImport } from "./plan-import.ts";

/**
 * Creates a product in the shop, or updates the one that the shop has. The shop is read first, and what it has already
 * is not sent again. Doing it twice does no harm, so that it can be repeated after an unknown outcome.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function importProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, contentHash, imagesHash }: ClaimedImport,
): Promise<ImportOutcome> {
  const found = await findSupplierProduct(shop, supplierProductId);
  if (found === null || found.gone) return { kind: "skip", reason: { code: "catalog.skip.not-listed" } };
  const { markupPercent } = await findSettings(shop);
  const plan = planImport(found.product, { markupPercent, currency: await readCurrency(shop) });
  if (plan.kind === "skip") return plan;
  const { content, stock } = plan;
  const service = await ensureService(shop);
  if (service.kind === "failed")
    return { kind: "skip", reason: { code: "catalog.skip.no-location", problem: service.problem } };

  const { locationId } = service;
  const expected = content.variants.length;
  const there = await findExisting(shop, { content, shopProductId });
  if (there.kind === "needs-linking") return { kind: "needs-linking", reason: there.problem };
  if (there.kind === "user-errors") return { kind: "skip", reason: there.problem };
  const existing = there.kind === "product" ? there.product : null;
  const hashes = { contentHash: hashOf(content), imagesHash: hashOf(content.images) };
  const complete = content.variants.every(({ supplierVariantId }) =>
    existing?.variants.some((variant) => variant.supplierVariantId === supplierVariantId),
  );
  let product: ShopProduct | null = existing;
  if (product === null || !complete || hashes.contentHash !== contentHash) {
    const withImages = existing === null || hashes.imagesHash !== imagesHash;
    const set = await setProduct(shop, { content, existing, withImages, locationId, stock });
    if (set.kind === "user-errors") return { kind: "skip", reason: set.problem };
    product = await findProduct(shop, { id: set.id }, expected);
    if (product === null) return { kind: "skip", reason: { code: "catalog.skip.deleted-meanwhile" } };
  }

  const stocked = await setStock(shop, { product, locationId, stock });
  if (stocked.kind === "user-errors") return { kind: "skip", reason: stocked.problem };
  return {
    kind: "imported",
    shopProductId: product.id,
    ...hashes,
    variants: product.variants.flatMap(({ id, supplierVariantId, inventoryItemId }) =>
      supplierVariantId === null
        ? []
        : [
            {
              supplierVariantId: supplierVariantId as SupplierVariantId,
              shopVariantId: id,
              inventoryItemId,
            },
          ],
    ),
  };
}
