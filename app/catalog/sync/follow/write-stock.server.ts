import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { setOnHand } from "../../../shop/location/on-hand.server.ts";
import { ensureService, recheckService } from "../../location/ensure-service.server.ts";
import type { SyncResult } from "../sync-result.ts";

const LOCATION_SECONDS = 60;

/**
 * Writes the planned stock of many products in as few calls as possible.
 * @throws Failure if the shop gives no clear answer. The same stock is written again then.
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
    // The error is about the location, which an uninstall deletes.
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
