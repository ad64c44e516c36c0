import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { ProductContent } from "../../shop/product-content.ts";
import { findProduct, type ShopProduct, type ShopVariant } from "../../shop/products.server.ts";
import { sendImagesAgain } from "../../shop/media.server.ts";
import { setProduct } from "../../shop/set-product.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import { leaveOtherLocations } from "../location/leave-other-locations.server.ts";
import { setStock } from "../location/set-stock.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import { findExisting } from "./find-existing.server.ts";
import { type ClaimedImport, type ImportOutcome, storeToPublish } from "./import-store.server.ts";
import { hashOf, planImport } from "./plan-import.ts";
import { publishNewProduct } from "./publish-new-product.server.ts";

/**
 * Creates a product in the shop, or updates the one that the shop has. The shop is read first, and what it has already
 * is not sent again. Doing it twice does no harm, so that it can be repeated after an unknown outcome.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function importProduct(shop: ShopDomain, claimed: ClaimedImport): Promise<ImportOutcome> {
  const { supplierProductId, shopProductId, contentHash, imagesHash, leavesOwnStock } = claimed;
  const found = await findSupplierProduct(shop, supplierProductId);
  if (found === null || found.gone) return { kind: "skip", reason: { code: "catalog.skip.not-listed" } };
  const pricing = await findPricing(shop);
  const plan = planImport(found.product, pricing);
  if (plan.kind === "skip") return plan;
  const { content, stock } = plan;
  const service = await ensureService(shop);
  if (service.kind === "failed")
    return { kind: "skip", reason: { code: "catalog.skip.no-location", problem: service.problem } };

  const { locationId } = service;
  const there = await findExisting(shop, { content, shopProductId, locationId });
  if (there.kind === "needs-linking") return { kind: "needs-linking", reason: there.problem };
  if (there.kind === "user-errors") return { kind: "skip", reason: there.problem };
  const existing = there.kind === "product" ? there.product : null;
  const hashes = { contentHash: hashOf(content), imagesHash: hashOf(content.images) };
  const complete = content.variants.every(({ supplierVariantId }) =>
    existing?.variants.some((variant) => variant.supplierVariantId === supplierVariantId),
  );
  let product: ShopProduct | null = existing;
  let { imagesState } = claimed;
  if (product === null || !complete || hashes.contentHash !== contentHash) {
    if (existing === null) await storeToPublish(shop, claimed);
    const withImages = existing === null || hashes.imagesHash !== imagesHash;
    const set = await setProduct(shop, { content, existing, withImages, locationId, stock });
    if (set.kind === "user-errors") return { kind: "skip", reason: set.problem };
    if (withImages) imagesState = set.variantImages === "later" ? "variants" : "sent";
    product = await findProduct(shop, { id: set.id }, { locationId, expected: content.variants.length });
    if (product === null) return { kind: "skip", reason: { code: "catalog.skip.deleted-meanwhile" } };
  }

  if (claimed.failedImages !== null && imagesState === null) {
    const problem = await sendImagesAgain(shop, product.id, claimed.failedImages);
    if (problem !== null) return { kind: "skip", reason: problem };
    imagesState = "again";
  }

  const stocked = await setStock(shop, { product, locationId, stock });
  if (stocked.kind === "user-errors") return { kind: "skip", reason: stocked.problem };
  const before = new Set(existing?.variants.map(({ id }) => id));
  const created = product.variants.filter(({ id }) => !before.has(id));
  const left = await leaveElsewhere(shop, { product, created, locationId, leavesOwnStock });
  if (left.kind === "user-errors") return { kind: "skip", reason: left.problem };
  const isNew = existing === null || claimed.toPublish;
  const published = isNew
    ? await publishNewProduct(shop, product.id)
    : { channels: existing.channels, problem: null };
  return {
    kind: "imported",
    shopProductId: product.id,
    priceRulesVersion: pricing.version,
    ...hashes,
    ...published,
    imagesState,
    stockedElsewhere: left.stayed,
    kept: keptOf(content),
    variants: product.variants.flatMap(({ id, supplierVariantId, inventoryItemId }) => {
      const written = content.variants.find((variant) => variant.supplierVariantId === supplierVariantId);
      if (supplierVariantId === null) return [];
      const { price, compareAtPrice, cost } = written ?? { price: null, compareAtPrice: null, cost: null };
      return [
        {
          supplierVariantId: supplierVariantId as SupplierVariantId,
          shopVariantId: id,
          inventoryItemId,
          ...{ price, compareAtPrice, cost, stock: stock.get(supplierVariantId) ?? 0 },
        },
      ];
    }),
  };
}

/** What an import keeps of what it wrote, so that the merchant's changes are recognized. */
function keptOf({
  title,
  descriptionHtml,
  vendor,
  productType,
  images,
}: ProductContent): Record<string, string> {
  return {
    ...{ title, descriptionHtml: hashOf(descriptionHtml), images: hashOf(images), status: "ACTIVE" },
    ...(vendor !== null && { vendor }),
    ...(productType !== null && { productType }),
  };
}

/**
 * What lies at other locations is the merchant's, and they are asked about it. Only variants that this run has created
 * leave them right away, where Shopify stocked them by default and there is nothing in stock.
 */
async function leaveElsewhere(
  shop: ShopDomain,
  given: { product: ShopProduct; created: ShopVariant[]; locationId: string; leavesOwnStock: boolean },
): Promise<Awaited<ReturnType<typeof leaveOtherLocations>>> {
  const { product, created, locationId, leavesOwnStock } = given;
  const linked = product.variants.filter(
    ({ supplierVariantId, elsewhere }) => supplierVariantId !== null && elsewhere > 0,
  );
  const leaving = leavesOwnStock ? linked : linked.filter((variant) => created.includes(variant));
  const staying = linked.filter((variant) => !leaving.includes(variant));
  const stayed = staying.reduce((sum, { elsewhere }) => sum + elsewhere, 0);
  const inventoryItemIds = leaving.map(({ inventoryItemId }) => inventoryItemId);
  const left = await leaveOtherLocations(shop, { inventoryItemIds, locationId }, { drop: leavesOwnStock });
  return left.kind === "done" ? { kind: "done", stayed: stayed + left.stayed } : left;
}
