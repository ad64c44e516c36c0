import type { ShopDomain } from "../../lib/shop-domain.ts";
import {
  activateStock,
  deactivateStock,
  setAvailable,
  type StockChange,
} from "../../shop/inventory.server.ts";
import type { ShopProduct } from "../../shop/products.server.ts";
import { changeStock } from "./change-stock.server.ts";
import { planStock, type StockPlan } from "./plan-stock.ts";

/**
 * Stocks a product's variants at our location alone, with what the supplier has of each, by the supplier's variant id.
 * Where that is so already, nothing is sent.
 *
 * @throws Failure when the shop gives no clear answer, or its stock keeps changing.
 */
export function setStock(
  shop: ShopDomain,
  wanted: { product: ShopProduct; locationId: string; stock: Map<string, number> },
): Promise<Exclude<StockChange, { kind: "stale" }>> {
  const { product, locationId } = wanted;
  return changeStock(shop, product, (current) => carryOut(shop, planStock(current, wanted), locationId));
}

/** In an order that leaves every item stocked somewhere at all times. Ends at the first change that fails. */
async function carryOut(shop: ShopDomain, plan: StockPlan, locationId: string): Promise<StockChange> {
  for (const { inventoryItemId, available } of plan.activate) {
    const activated = await activateStock(shop, { inventoryItemId, locationId, available });
    if (activated.kind !== "done") return activated;
  }
  const set = await setAvailable(shop, locationId, plan.set);
  if (set.kind !== "done") return set;
  for (const levelId of plan.deactivate) {
    const deactivated = await deactivateStock(shop, levelId);
    if (deactivated.kind !== "done") return deactivated;
  }
  return { kind: "done" };
}
