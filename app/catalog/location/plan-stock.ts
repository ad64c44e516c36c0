import type { ShopProduct } from "../../shop/products/products.server.ts";

export type StockPlan = {
  /** Items that our location does not stock so far. */
  activate: { inventoryItemId: string; to: number }[];
  set: { inventoryItemId: string; from: number; to: number }[];
};

/**
 * Plans the stock of the supplier's variants at our location. A variant that the supplier no longer has gets
 * no stock. Leaves the merchant's own variants and other locations alone.
 */
export function planStock({ variants }: ShopProduct, stock: Map<string, number>): StockPlan {
  const plan: StockPlan = { activate: [], set: [] };
  for (const { supplierVariantId, inventoryItemId, available } of variants) {
    if (supplierVariantId === null) continue;
    const to = stock.get(supplierVariantId) ?? 0;
    if (available === null) plan.activate.push({ inventoryItemId, to });
    else if (available !== to) plan.set.push({ inventoryItemId, from: available, to });
  }
  return plan;
}
