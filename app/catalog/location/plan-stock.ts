import type { ShopProduct } from "../../shop/products.server.ts";

export type StockPlan = {
  /** Items that our location does not have yet. */
  stock: { inventoryItemId: string; available: number }[];
  set: { inventoryItemId: string; from: number; to: number }[];
  /** Levels at other locations, which could not be fulfilled from. */
  deactivateStock: string[];
};

/**
 * What it takes to have the supplier's variants stocked at this location alone. A variant that the supplier no longer
 * has gets none; one that the merchant made is left alone.
 */
export function planStock(
  { variants }: ShopProduct,
  { locationId, stock }: { locationId: string; stock: Map<string, number> },
): StockPlan {
  const plan: StockPlan = { stock: [], set: [], deactivateStock: [] };
  for (const { supplierVariantId, inventoryItemId, levels } of variants) {
    if (supplierVariantId === null) continue;
    const to = stock.get(supplierVariantId) ?? 0;
    const ours = levels.find((level) => level.locationId === locationId);
    if (!ours) plan.stock.push({ inventoryItemId, available: to });
    else if (ours.available !== to) plan.set.push({ inventoryItemId, from: ours.available, to });
    plan.deactivateStock.push(
      ...levels.filter((level) => level.locationId !== locationId).map(({ id }) => id),
    );
  }
  return plan;
}
