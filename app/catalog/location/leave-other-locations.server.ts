import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import {
  deactivateStock,
  type InventoryLevel,
  readOtherLevels,
} from "../../shop/location/inventory.server.ts";

/**
 * Stops stocking items at locations other than ours, if nothing is available there, or with `drop` in any
 * case. Keeps an item stocked if orders wait for it, because Shopify would drop their committed pieces.
 * @returns the number of inventory levels that stay.
 * @throws Failure if the shop gives no clear answer.
 */
export async function leaveOtherLocations(
  shop: ShopDomain,
  given: { inventoryItemIds: string[]; locationId: string },
  { drop }: { drop: boolean },
): Promise<{ kind: "done"; stayed: number } | { kind: "user-errors"; problem: Message }> {
  const levels = await readOtherLevels(shop, given);
  const mayLeave = ({ available, committed }: InventoryLevel) => committed === 0 && (drop || available === 0);
  for (const { id } of levels.filter(mayLeave)) {
    const left = await deactivateStock(shop, id);
    if (left.kind !== "done") return left;
  }
  return { kind: "done", stayed: levels.filter((level) => !mayLeave(level)).length };
}
