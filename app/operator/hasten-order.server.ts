import type { ShopDomain } from "../lib/shop-domain.ts";
import { hasArrived, underWayStates } from "../orders/states/order-state.ts";
import { announceUpdate } from "../orders/store/order-store.server.ts";
import { type MadeDue, makeOrderDue } from "../orders/store/wake-orders.server.ts";
import { makeShipmentsDue } from "../orders/tracking/show-again.server.ts";
import { act, type Done, type Operator } from "./act.server.ts";
import { findOneOrder } from "./find-orders.server.ts";
import { dueAt } from "../queue/lease.server.ts";

/**
 * Makes an order's next step due now. If the supplier has the order, also makes its update and its packages
 * due. Never decides for the merchant: a held order stays held.
 *
 * @throws Error with a sentence for the operator if no order, or more than one, matches `typed`
 */
export function hastenOrder(shop: ShopDomain, typed: string, operator: Operator): Promise<Done> {
  return act("order-now", operator, async (tx, now) => {
    const { id, orderName } = await findOneOrder(tx, shop, typed);
    const made = await makeOrderDue(tx, { shop, id, now });
    const hastened = made.kind === "made-due" ? ["its next step"] : [];
    if ("order" in made && hasArrived(made.order.state) && made.kind !== "claimed") {
      const { count } = await tx.supplierOrder.updateMany({
        where: {
          shop,
          id,
          OR: [{ updateDueAt: { gt: now } }, { updateLeasedUntil: { gt: now } }],
          state: { in: underWayStates },
        },
        data: { ...dueAt(now, "update") },
      });
      if (count > 0) {
        await announceUpdate(tx, made.order);
        hastened.push("the supplier's update");
      }
      const packages = await makeShipmentsDue(tx, { shop, orderId: id, now });
      if (packages > 0) hastened.push(`${String(packages)} ${packages === 1 ? "package" : "packages"}`);
    }
    const isChanged = hastened.length > 0;
    const what = isChanged
      ? `Order ${orderName} (${id}): due now are ${hastened.join(", ")}.`
      : `Order ${orderName} (${id}): ${refusal(made)}`;
    return { isChanged, target: shop, rowId: id, what };
  });
}

function refusal(made: MadeDue): string {
  switch (made.kind) {
    case "due":
      return `it is due since ${made.since.toISOString()} and waits for a worker. Check that one runs (\`admin stuck\`, /readyz).`;
    case "claimed":
      return `a worker has it at this moment, until ${made.until.toISOString()} at the latest. Try again after that.`;
    case "placing":
      return `an attempt to order it is under way and ends by ${made.until?.toISOString() ?? "itself"}. After that it is looked up.`;
    case "waits-for-merchant":
      return "only the merchant can continue it, on the order's page: `admin order` shows why it is held.";
    case "unknown":
    case "nothing-due":
    case "made-due":
      return "nothing is due for it.";
  }
}
