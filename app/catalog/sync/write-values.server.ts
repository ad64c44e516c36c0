import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type ProductValues, readProductValues } from "../../shop/product-values.server.ts";
import {
  type ProductUpdate,
  type Updated,
  updateProduct,
  updateVariants,
  type VariantUpdate,
} from "../../shop/update-product.server.ts";
import { sameAmount, variantUpdates } from "./plan-sync.ts";
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
  if (updates.length > 0) {
    const updated = await sent(shop, result, {
      send: () => updateVariants(shop, shopProductId, updates),
      isThere: (found) => hasVariants(found, updates),
    });
    if (!settle(result, updated)) return;
  }
  written.variants = plan.variants;
  const { status, texts } = plan;
  if (status === null && Object.keys(texts).length === 0) return;
  const fields = { ...(status && { status: status.to }), ...texts };
  const updated = await sent(shop, result, {
    send: () => updateProduct(shop, shopProductId, fields),
    isThere: (found) => hasFields(found, fields),
  });
  if (!settle(result, updated)) return;
  written.status = status;
  written.texts = texts;
  written.shownDescription = updated.descriptionHtml ?? null;
}

/**
 * Sends a write. If its answer gets lost, the shop is looked at: what is there was done. Later one could not tell it from a
 * write that never was, once the merchant has set back what stood there before.
 */
async function sent<Outcome extends Updated>(
  shop: ShopDomain,
  result: SyncResult,
  { send, isThere }: { send: () => Promise<Outcome>; isThere: (found: ProductValues) => boolean },
): Promise<Outcome | (ProductValues & { kind: "done" })> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "outcome-unknown") throw error;
    const found = await look(shop, result);
    if (found && isThere(found)) return { ...found, kind: "done" };
    result.unclear = true;
    throw error;
  }
}

/** Undefined also where the shop can't be read now: then the next attempt looks. */
async function look(shop: ShopDomain, { product }: SyncResult): Promise<ProductValues | undefined> {
  const { shopProductId: id, variants } = product;
  try {
    return (await readProductValues(shop, [{ id, variants: variants.length }])).get(id);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

function hasVariants(found: ProductValues, updates: VariantUpdate[]): boolean {
  const values = new Map(found.variants.map((variant) => [variant.id, variant]));
  return updates.every(({ id, ...update }) => {
    const there = values.get(id);
    const fields = Object.keys(update) as (keyof typeof update)[];
    return there && fields.every((field) => sameAmount(update[field] ?? null, there[field]));
  });
}

function hasFields(found: ProductValues, fields: ProductUpdate): boolean {
  const names = Object.keys(fields) as (keyof ProductUpdate)[];
  return names.every((field) => fields[field] === found[field]);
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
