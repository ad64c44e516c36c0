import { Failure } from "../../../lib/failure.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { setOnHand } from "../../../shop/location/inventory.server.ts";
import { readProductValues } from "../../../shop/products/product-values.server.ts";
import {
  type Updated,
  updateProduct,
  updateVariants,
  VARIANTS_A_CALL,
} from "../../../shop/products/update-product.server.ts";
import { afterWrite, type Amounts } from "../../links/amounts.ts";
import { ensureService, recheckService } from "../../location/ensure-service.server.ts";
import { noticeEdits } from "../notice-edits.ts";
import { pendingWriteOf, variantUpdates } from "../plan-sync.ts";
import type { SyncBatch } from "../sync-lease.server.ts";
import { type SyncResult, withWritten } from "../sync-result.ts";

const LOCATION_SECONDS = 60;

/**
 * Writes the planned stock of many products in as few calls as possible.
 * @throws Failure if a call to Shopify fails. A later sync then writes the same stock again.
 */
export async function writeStock(shop: ShopDomain, results: SyncResult[]): Promise<void> {
  const stocked = results.filter(({ plan, shopState }) => plan.stock.length > 0 && shopState === null);
  if (stocked.length === 0) return;
  const service = await ensureService(shop);
  if (service.kind === "failed") {
    for (const result of stocked)
      result.problem = { code: "catalog.skip.no-location", problem: service.problem };
    return;
  }
  const lines = stocked.flatMap(({ plan }) =>
    plan.stock.map(({ variant, to }) => ({ inventoryItemId: variant.inventoryItemId, quantity: to })),
  );
  const set = await setOnHand(shop, service.locationId, lines);
  if (set.kind === "user-errors") {
    // The error is about the location. An uninstall may have deleted it.
    await recheckService(shop);
    for (const result of stocked)
      Object.assign(result, { problem: set.problem, dueInSeconds: LOCATION_SECONDS });
    return;
  }
  const wroteAtMs = performance.now();
  for (const result of stocked) {
    const { plan, written } = result;
    result.wroteAtMs = wroteAtMs;
    written.stock = plan.stock.filter(({ variant }) => !set.rejected.has(variant.inventoryItemId));
    const [rejected] = plan.stock.filter(({ variant }) => set.rejected.has(variant.inventoryItemId));
    if (!rejected) continue;
    result.comparisonDue = true;
    result.problem = set.rejected.get(rejected.variant.inventoryItemId) ?? null;
  }
}

/**
 * Writes a product's planned values: prices and costs, its status, its texts. Idempotent.
 * @throws Failure if a call to Shopify fails. `result` then contains the writes that succeeded.
 */
export async function writeValues(batch: SyncBatch, result: SyncResult): Promise<void> {
  const { shop } = batch.lease;
  const { plan, product, written } = result;
  const { shopProductId } = product;
  while (written.variants.length < plan.variants.length) {
    const next = plan.variants.slice(written.variants.length, written.variants.length + VARIANTS_A_CALL);
    const updates = variantUpdates(next);
    let stored = new Map<string, Amounts>();
    if (updates.length > 0) {
      const updated = await sendOrRead(batch, result, () => updateVariants(shop, shopProductId, updates));
      if (!applyUpdate(result, updated)) return;
      stored = updated.stored ?? stored;
    }
    const done = next.map(({ variant, values }) => ({
      variant,
      amounts: afterWrite(values, stored.get(variant.shopVariantId)),
    }));
    written.variants = [...written.variants, ...done];
  }
  const { status, texts } = plan;
  if (status === null && Object.keys(texts).length === 0) return;
  const fields = { ...(status && { status: status.to }), ...texts };
  const updated = await sendOrRead(batch, result, () => updateProduct(shop, shopProductId, fields));
  if (!applyUpdate(result, updated)) return;
  written.status = status;
  written.texts = texts;
  written.storedTexts = updated.stored ?? {};
}

async function sendOrRead<Outcome>(
  batch: SyncBatch,
  result: SyncResult,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Failure && error.code === "outcome-unknown") {
      result.unclear = true;
      await readAfterLostReply(batch, result);
    }
    throw error;
  }
}

/**
 * Reads the shop's values right after a lost reply, to find out which values have arrived. A later read could
 * not tell: the merchant may have restored an old value by then. The pending write stays stored, because it may
 * still arrive.
 */
async function readAfterLostReply({ lease: { shop }, runId }: SyncBatch, result: SyncResult): Promise<void> {
  const { shopProductId: id, variants } = result.product;
  try {
    const found = (await readProductValues(shop, [{ id, variants: variants.length }])).get(id);
    if (!found) return;
    const product = { ...withWritten(result), pendingWrite: pendingWriteOf(result.plan, runId) };
    result.noticed = noticeEdits(product, found);
    result.updatedAt = found.updatedAt;
  } catch (error) {
    // If this read fails, too, the next sync reads the values.
    if (!(error instanceof Failure)) throw error;
  }
}

/**
 * Stores an update's outcome in `result`.
 * @returns true if the update was successful
 */
function applyUpdate(result: SyncResult, updated: Updated): boolean {
  if (updated.kind === "done") {
    result.wroteAtMs = performance.now();
    result.updatedAt = updated.updatedAt;
    return true;
  }
  // The product or a variant was deleted. A comparison finds out which.
  if (updated.kind === "gone") {
    result.comparisonDue = true;
    result.dueInSeconds = 0;
  } else result.problem = updated.problem;
  return false;
}
