import { isDeepStrictEqual } from "node:util";

import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type ApprovedCosts, costsOf, costsToApprove } from "./approved-costs.ts";
import { changeLocked, lockOrder, recordOrderActivity, wakeOrder } from "../store/order-store.server.ts";
import { type CostLine, isAboutCost } from "../states/reason.ts";

/**
 * A person's "Order anyway": an order that is held for what it costs is due at once, and from now on its lines may cost as
 * much as they have been shown, and no more.
 *
 * @param version of the order as the button was offered.
 * @param seen the costs that were on their page. Where the order is held for others by now, nothing is approved.
 * @returns whether it was approved.
 */
export async function approveCost(
  shop: ShopDomain,
  { orderId, version, seen }: { orderId: string; version: number; seen: ApprovedCosts },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version || order.state !== "held" || order.cancelRequestedAt !== null)
      return false;
    if (order.reason === null || !isAboutCost(order.reason)) return false;
    const costs = costsToApprove(order.reasonParams);
    if (Object.keys(costs).length === 0 || !isDeepStrictEqual(costs, seen)) return false;
    const { lines } = order.reasonParams as { lines: CostLine[] };
    const approvedCosts = { ...(order.approvedCosts as object), ...costsOf(lines, now) };
    // A worker that is reading for it at this moment loses it by that, and decides nothing by what was approved before.
    await changeLocked(tx, order, {
      ...({ to: "ready", reason: null } as const),
      ...{ approvedCosts, nextAt: now, retryCount: 0 },
    });
    await wakeOrder(tx, order);
    const what = { code: "orders.cost-approved", lines } as const;
    await recordOrderActivity(tx, order, { kind: "orders.cost-approved", tone: "info", what, at: now });
    return true;
  });
}
