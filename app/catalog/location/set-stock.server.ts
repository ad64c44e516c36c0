import type { ShopDomain } from "../../lib/shop-domain.ts";
import { activateStock, setAvailable, type StockChange } from "../../shop/location/inventory.server.ts";
import type { ShopProduct } from "../../shop/products/products.server.ts";
import { changeStock } from "./change-stock.server.ts";
import { planStock, type StockPlan } from "./plan-stock.ts";

/**
 * Sets the stock of a product's variants at our location, by the supplier's variant id. Sends only
 * differences.
 * @throws Failure if the shop gives no clear answer, or its stock keeps changing.
 */
export function setStock(
  shop: ShopDomain,
  wanted: { product: ShopProduct; locationId: string; stock: Map<string, number> },
): Promise<Exclude<StockChange, { kind: "stale" }>> {
  const { locationId, stock } = wanted;
  return changeStock(shop, wanted, (current) => carryOut(shop, planStock(current, stock), locationId));
}

/** Stops at the first change that fails. */
async function carryOut(shop: ShopDomain, plan: StockPlan, locationId: string): Promise<StockChange> {
  const set = [...plan.set];
  for (const { inventoryItemId, to } of plan.activate) {
    const activated = await activateStock(shop, { inventoryItemId, locationId });
    if (activated.kind !== "active") return activated;
    if (activated.available !== to) set.push({ inventoryItemId, from: activated.available, to });
  }
  return setAvailable(shop, locationId, set);
}
