import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { setAvailable } from "../../shop/location/inventory.server.ts";
import { unlinkShopProduct } from "../../shop/products/link-product.server.ts";
import { makeDraft } from "../../shop/products/update-product.server.ts";
import { findProduct, type ShopProduct } from "../../shop/products/products.server.ts";
import { stockOf } from "../import/plan-import.ts";
import { isRecognized, recognizeProduct, restoreMarks } from "../links/recognize-product.server.ts";
import { findSyncSettings } from "../links/sync-settings.server.ts";
import type { SyncSettings } from "../links/sync-settings.ts";
import { ensureService } from "../location/ensure-service.server.ts";
import { findFormerLocation, findService } from "../location/our-location.server.ts";
import { changeStock, leaveFormerLocation, setStock } from "../location/set-stock.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";
import {
  claimLinkRun,
  type ItemOutcome,
  type LinkRun,
  type LinkRunItem,
  nextItem,
  releaseLinkRun,
} from "./link-run-store.server.ts";

/** Time limit of a batch. The job then enqueues the shop's next batch, so that other shops get their turn. */
const BATCH_MS = 10_000;

/**
 * Continues a shop's due run over its linked products from the run's checkpoint. The merchant's “Stop selling”
 * does not use a run: see `stopSelling`.
 */
export async function processLinkRun(shop: ShopDomain): Promise<void> {
  const until = performance.now() + BATCH_MS;
  const run = await claimLinkRun(shop);
  if (run === null) return;
  let item = await nextItem(run, null);
  while (item !== null && performance.now() < until) {
    const outcome = await processItem(run, item);
    if (outcome === null) return;
    item = await nextItem(run, { item, outcome });
  }
  await releaseLinkRun(run, 0);
}

/**
 * Removes the metafields that link a product to the supplier's product. Another supplier account may use the
 * same id for another product, and an import must not confuse the two. Changes nothing else of the product.
 * @throws Failure if a call to Shopify fails
 */
export async function unlinkProduct(
  shop: ShopDomain,
  { shopProductId }: Pick<LinkRunItem, "shopProductId">,
): Promise<ItemOutcome> {
  if (shopProductId === null) return { kind: "gone" };
  const read = { locationId: null, expected: VARIANTS_EXPECTED };
  const product = await findProduct(shop, { id: shopProductId }, read);
  return product === null ? { kind: "gone" } : unlinkShopProduct(shop, product);
}

/**
 * Expected number of a product's variants, for the size of the read. A guess, because our links to the variants
 * are deleted already.
 */
const VARIANTS_EXPECTED = 50;

/**
 * Changes a product in the shop. @returns null if the run was postponed, or has ended because the app was
 * uninstalled.
 */
async function processItem(run: LinkRun, item: LinkRunItem): Promise<ItemOutcome | null> {
  try {
    return await changeProduct(run, item);
  } catch (error) {
    const { shop, kind, retryCount } = run;
    const { supplierProductId } = item;
    log.warn({ err: error, shop, kind, supplierProductId, retryCount }, "catalog.link-run-failed");
    const failure = error instanceof Failure ? error : null;
    if (failure?.code === "shop-gone") await releaseLinkRun(run, null);
    // A permanent failure concerns only this product, so the run continues.
    else if (failure?.isPermanent) return { kind: "user-errors", problem: failure.explanation };
    else await releaseLinkRun(run, backOffSeconds(retryCount, { failure }));
    return null;
  }
}

function changeProduct({ shop, kind, products }: LinkRun, item: LinkRunItem): Promise<ItemOutcome> {
  if (kind === "restore") return restoreProduct(shop, item);
  if (kind === "unlink") return unlinkProduct(shop, item);
  return delistProduct(shop, item, products === "draft" ? "draft" : "zero-stock");
}

/**
 * Takes a linked product off sale: makes it a draft, or sets its stock at our location to zero. Does not change
 * other locations and the merchant's own variants.
 * @throws Failure if a call to Shopify fails, or if the product's stock keeps changing.
 */
async function delistProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, variants }: LinkRunItem,
  how: "zero-stock" | "draft",
): Promise<ItemOutcome> {
  if (shopProductId === null) return { kind: "gone" };
  if (how === "draft") return makeDraft(shop, shopProductId);
  const service = await findService(shop);
  // Without our location there is no stock to set.
  if (service === null) return { kind: "done" };
  const { locationId } = service;
  const there = await findProduct(shop, { id: shopProductId }, { locationId, expected: variants });
  if (there === null) return { kind: "gone" };
  const product = await recognizeProduct(shop, there, supplierProductId);
  if (!isRecognized(product)) return { kind: "needs-linking" };
  return changeStock(shop, { product, locationId }, (current) =>
    setAvailable(shop, locationId, zeroStock(current)),
  );
}

function zeroStock({ variants }: ShopProduct) {
  return variants.flatMap(({ supplierVariantId, inventoryItemId, available }) =>
    supplierVariantId !== null && available !== null && available > 0
      ? [{ inventoryItemId, from: available, to: 0 }]
      : [],
  );
}

/**
 * Sets a linked product's stock to the supplier's, writes missing metafields, and removes the product from our
 * former location. A draft stays a draft. Stock that the merchant manages stays, unless the disconnection has
 * set it to zero, or our location does not stock the variant yet.
 * @throws Failure if a call to Shopify fails, or if the product's stock keeps changing.
 */
async function restoreProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, emptied, hasNoStock, variants }: LinkRunItem,
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
  const found = await inShop(shop, (tx) => findSupplierProduct(tx, shop, supplierProductId));
  const sold = found !== null && !found.gone && !found.product.discontinued;
  const { settings, merchantStock } = await findStockChoices(shop, supplierProductId);
  const stock = sold && !hasNoStock ? stockOf(found.product, settings.buffer) : new Map<string, number>();
  const keepsStock =
    !settings.stock || (!sold && (!settings.availability || settings.discontinued === "leave"));
  // Includes variants that our location does not stock yet (`available` is null), because the location may be
  // new.
  const ours = product.variants.filter(
    ({ supplierVariantId, available }) =>
      emptied || available === null || !(keepsStock || merchantStock.has(supplierVariantId)),
  );
  const set = await setStock(shop, { product: { ...product, variants: ours }, locationId, stock });
  if (set.kind === "user-errors") return set;
  const formerLocationId = await findFormerLocation(shop);
  if (formerLocationId === null) return { kind: "done" };
  const inventoryItemIds = product.variants.flatMap(({ supplierVariantId, inventoryItemId }) =>
    supplierVariantId === null ? [] : [inventoryItemId],
  );
  const left = await leaveFormerLocation(shop, { inventoryItemIds, locationId, formerLocationId });
  return left.kind === "user-errors" ? left : { kind: "done" };
}

/** Reads the shop's sync settings, and finds the product's variants whose stock the merchant manages. */
async function findStockChoices(
  shop: ShopDomain,
  supplierProductId: string,
): Promise<{ settings: SyncSettings; merchantStock: Set<string | null> }> {
  return inShop(shop, async (tx) => {
    const where = { shop, supplierProductId, merchantFields: { has: "stock" } };
    const links = await tx.variantLink.findMany({ where, select: { supplierVariantId: true } });
    return {
      settings: await findSyncSettings(tx, shop),
      merchantStock: new Set(links.map(({ supplierVariantId }) => supplierVariantId)),
    };
  });
}
