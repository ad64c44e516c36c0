import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Updated, updateProduct, updateVariants } from "../../shop/update-product.server.ts";
import { variantUpdates } from "./plan-sync.ts";
import type { SyncResult } from "./sync-result.ts";

/**
 * Writes what is planned of a product's values: prices and costs, its status, its texts. To write them twice does no harm.
 *
 * @throws Failure when the shop gives no clear answer, with what was written until then in the result.
 */
export async function writeValues(shop: ShopDomain, result: SyncResult): Promise<void> {
  const { plan, product, written } = result;
  const { shopProductId } = product;
  const updates = variantUpdates(plan);
  if (
    updates.length > 0 &&
    !settle(result, await sent(result, () => updateVariants(shop, shopProductId, updates)))
  )
    return;
  written.variants = plan.variants;
  const { status, texts } = plan;
  if (status === null && Object.keys(texts).length === 0) return;
  const fields = { ...(status && { status: status.to }), ...texts };
  const updated = await sent(result, () => updateProduct(shop, shopProductId, fields));
  if (!settle(result, updated)) return;
  written.status = status;
  written.texts = texts;
  written.shownDescription = updated.descriptionHtml ?? null;
}

async function sent<Outcome>(result: SyncResult, send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Failure && error.code === "outcome-unknown") result.unclear = true;
    throw error;
  }
}

/** @returns whether it was done. */
function settle(result: SyncResult, updated: Updated): boolean {
  if (updated.kind === "done") {
    result.wroteAtMs = performance.now();
    result.updatedAt = updated.updatedAt;
    return true;
  }
  // A product or variant has been deleted since: the comparison says which.
  if (updated.kind === "gone") {
    result.comparisonDue = true;
    result.dueInSeconds = 0;
  } else result.problem = updated.problem;
  return false;
}
