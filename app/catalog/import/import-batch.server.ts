import { bulkhead } from "cockatiel";

import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { ClaimedImport } from "./import-claims.server.ts";
import { importProduct } from "./import-product.server.ts";
import { endImport } from "./import-store.server.ts";
import { type PlannedImport, planBatch } from "./plan-batch.server.ts";
import { type Made, publishAndEnd } from "./publish-and-end.server.ts";
import { failImport, tryImport } from "./try-import.server.ts";

/** Maximum number of products imported at once, which mostly wait for Shopify. */
const CONCURRENCY = 4;

/**
 * Imports products that were claimed together. Loads the pricing, searches SKUs and publishes for all of them
 * at once.
 */
export async function importBatch(shop: ShopDomain, claimed: ClaimedImport[]): Promise<void> {
  const planned: PlannedImport[] = [];
  try {
    for (const plan of await planBatch(shop, claimed)) {
      if (plan.kind === "planned") planned.push(plan);
      else await tryImport(shop, plan.claimed, () => endImport(shop, plan.claimed, plan.outcome));
    }
  } catch (error) {
    for (const each of claimed) await failImport(shop, each, error);
    return;
  }
  await publishAndEnd(shop, await importAll(shop, planned));
}

/**
 * Imports the first new one alone, to learn if Shopify stocks new variants at other locations as well. All
 * products of a shop behave alike.
 */
async function importAll(shop: ShopDomain, planned: PlannedImport[]): Promise<Made[]> {
  const made: Made[] = [];
  let withPlaces = true;
  const importOne = (each: PlannedImport) =>
    tryImport(shop, each.claimed, async () => {
      const { claimed, options } = each;
      const outcome = await importProduct(shop, each, { withPlaces });
      if (outcome.kind === "imported") made.push({ claimed, channels: options.channels, product: outcome });
      else await endImport(shop, claimed, outcome);
    });
  const first = planned.findIndex(({ fresh }) => fresh);
  const [alone] = first === -1 ? [] : planned.splice(first, 1);
  if (alone) {
    await importOne(alone);
    withPlaces = made[0]?.product.leavesPlaces ?? true;
  }
  const slots = bulkhead(CONCURRENCY, Infinity);
  await Promise.all(planned.map((each) => slots.execute(() => importOne(each))));
  return made;
}
