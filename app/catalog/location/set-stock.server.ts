import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import {
  setAvailable,
  activateStock,
  type StockChange,
  deactivateStock,
} from "../../shop/inventory.server.ts";
import { findProduct, type ShopProduct } from "../../shop/products.server.ts";
import { planStock, type StockPlan } from "./plan-stock.ts";

/** Sales go on while we write, so what was read may no longer be so. */
const ROUNDS = 3;

/**
 * Has a product's variants stocked at our location alone, with so much of each as the supplier has, by the supplier's
 * variant id. Sends nothing where that is so already.
 *
 * @throws Failure when the shop gives no clear answer, or its stock keeps changing.
 */
export async function setStock(
  shop: ShopDomain,
  wanted: { product: ShopProduct; locationId: string; stock: Map<string, number> },
): Promise<{ kind: "settled" } | { kind: "user-errors"; said: string }> {
  let { product } = wanted;
  for (let run = 0; run < ROUNDS; run++) {
    const change = await carryOut(shop, planStock(product, wanted), wanted.locationId);
    if (change.kind === "done") return { kind: "settled" };
    if (change.kind === "user-errors") return change;
    product = (await findProduct(shop, { id: product.id }, product.variants.length)) ?? product;
  }
  throw new Failure({
    code: "unreachable",
    side: "shop",
    explanation: { code: "failure.shop.stock-keeps-changing" },
  });
}

/** In an order that leaves an item stocked somewhere at all times. Ends at the first that is not done. */
async function carryOut(shop: ShopDomain, plan: StockPlan, locationId: string): Promise<StockChange> {
  for (const { inventoryItemId, available } of plan.stock) {
    const stocked = await activateStock(shop, { inventoryItemId, locationId, available });
    if (stocked.kind !== "done") return stocked;
  }
  const set = await setAvailable(shop, locationId, plan.set);
  if (set.kind !== "done") return set;
  for (const levelId of plan.deactivateStock) {
    const unstocked = await deactivateStock(shop, levelId);
    if (unstocked.kind !== "done") return unstocked;
  }
  return { kind: "done" };
}
