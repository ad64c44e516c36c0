import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProduct } from "../../shop/products/products.server.ts";
import { stockOf } from "../import/plan-import.ts";
import { isRecognized, recognizeProduct, restoreMarks } from "../links/recognize-product.server.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import { setStock } from "../location/set-stock.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";
import { findSyncSettings } from "../links/sync-settings.server.ts";
import type { SyncSettings } from "../links/sync-settings.ts";
import type { ItemOutcome, LinkRunItem } from "./link-run-store.server.ts";

/**
 * Sets a linked product's stock to the supplier's, and writes missing metafields. Changes nothing else: a
 * draft stays a draft, and stock that the merchant manages stays theirs, unless the disconnection has emptied
 * it.
 * @throws Failure if the shop gives no clear answer, or its stock keeps changing.
 */
export async function restoreProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, emptied, variants }: LinkRunItem,
): Promise<ItemOutcome> {
  if (shopProductId === null) return { kind: "gone" };
  const service = await ensureService(shop);
  if (service.kind === "failed") return { kind: "user-errors", problem: service.problem };
  const { locationId } = service;
  const there = await findProduct(shop, { id: shopProductId }, { locationId, expected: variants });
  if (there === null) return { kind: "gone" };
  const product = await recognizeProduct(shop, there, supplierProductId);
  if (!isRecognized(product)) return { kind: "needs-linking" };
  const marked = await restoreMarks(shop, { found: there, recognized: product }, supplierProductId);
  if (marked.kind === "user-errors") return marked;
  const found = await findSupplierProduct(shop, supplierProductId);
  const sold = found !== null && !found.gone && !found.product.discontinued;
  const { settings, theirs } = await findStockChoices(shop, supplierProductId);
  const stock = sold ? stockOf(found.product, settings.buffer) : new Map<string, number>();
  const isLeft = !settings.stock || (!sold && (!settings.availability || settings.discontinued === "leave"));
  // If our location is new, its stock was never set.
  const ours = product.variants.filter(
    ({ supplierVariantId, available }) =>
      emptied || available === null || !(isLeft || theirs.has(supplierVariantId)),
  );
  return setStock(shop, { product: { ...product, variants: ours }, locationId, stock });
}

/** Reads the shop's sync settings, and the product's variants whose stock the merchant manages. */
async function findStockChoices(
  shop: ShopDomain,
  supplierProductId: string,
): Promise<{ settings: SyncSettings; theirs: Set<string | null> }> {
  return inShop(shop, async (tx) => {
    const where = { shop, supplierProductId, merchantFields: { has: "stock" } };
    const links = await tx.variantLink.findMany({ where, select: { supplierVariantId: true } });
    return {
      settings: await findSyncSettings(tx, shop),
      theirs: new Set(links.map(({ supplierVariantId }) => supplierVariantId)),
    };
  });
}
