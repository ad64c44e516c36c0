import type { ShopProduct } from "../../shop/products.server.ts";

export type StockPlan = {
  /** Items that our location does not stock yet. */
  activate: { inventoryItemId: string; available: number }[];
  set: { inventoryItemId: string; from: number; to: number }[];
  /** Levels at other locations, from which we could not fulfill. */
  deactivate: string[];
};

/**
 * Plans how the supplier's variants come to be stocked at this location alone. A variant that the supplier no longer has
 * gets no stock; one that the merchant made is left alone.
 */
export function planStock(
  { variants }: ShopProduct,
  { locationId, stock }: { locationId: string; stock: Map<string, number> },
): StockPlan {
  const plan: StockPlan = { activate: [], set: [], deactivate: [] };
  for (const { supplierVariantId, inventoryItemId, levels } of variants) {
    if (supplierVariantId === null) continue;
    const to = stock.get(supplierVariantId) ?? 0;
    const ours = levels.find((level) => level.locationId === locationId);
    if (!ours) plan.activate.push({ inventoryItemId, available: to });
    else if (ours.available !== to) plan.set.push({ inventoryItemId, from: ours.available, to });
    plan.deactivate.push(...levels.filter((level) => level.locationId !== locationId).map(({ id }) => id));
  }
  return plan;
}
