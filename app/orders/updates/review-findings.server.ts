import { isDeepStrictEqual } from "node:util";

import type { Tx } from "../../lib/database/db.server.ts";
import { isReported } from "../states/difference.ts";
import { groupOf } from "../states/order-group.ts";
import type { Reason } from "../states/reason.ts";
import { changeLocked, lockOrder, type OrderId, type OrderRow } from "../store/order-store.server.ts";

/** A reason that follows from the order's packages, or from how the supplier's order differs. */
type Finding = Reason<"shipment-not-shown" | "differs-at-supplier">;

/**
 * Sets or clears the order's reason for packages that the shop does not show, or for differences at the supplier. Another
 * reason that needs attention comes first; the code that ends that one calls this again.
 */
export async function reviewFindings(tx: Tx, { shop, id: orderId }: OrderId): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null) return;
  const finding = await findFinding(tx, order);
  const before = findingOf(order);
  if (finding === null) {
    if (before !== null) await changeLocked(tx, order, { reason: null });
    return;
  }
  if (isDeepStrictEqual(finding, before)) return;
  if (before === null && groupOf(order) === "needs-attention") return;
  await changeLocked(tx, order, {
    reason: finding,
    ...(isNews(finding, before) && { acknowledgedReason: null }),
  });
}

async function findFinding(tx: Tx, order: OrderRow): Promise<Finding | null> {
  const { shop, id: orderId, supplierOrderId } = order;
  const failed = await tx.shipment.count({
    where: { shop, orderId, state: "failed", NOT: { problem: { path: ["code"], equals: OF_OTHERS } } },
  });
  if (failed > 0) return { code: "shipment-not-shown", shipments: failed };
  const differences = order.differences.filter(isReported);
  if (differences.length === 0) return null;
  return { code: "differs-at-supplier", number: supplierOrderId ?? "", differences };
}

/** The problem of a package that holds nothing of the order. Its extra pieces are reported as a difference. */
const OF_OTHERS = "shipments.not-ordered";

function findingOf({ reason, reasonParams }: OrderRow): Finding | null {
  return reason === "shipment-not-shown" || reason === "differs-at-supplier"
    ? ({ ...(reasonParams as object), code: reason } as Finding)
    : null;
}

/** Returns false if the merchant knows all of it: fewer packages or differences need no new acknowledgment. */
function isNews(finding: Finding, before: Finding | null): boolean {
  if (finding.code === "shipment-not-shown")
    return before?.code !== finding.code || finding.shipments > before.shipments;
  const known = before?.code === finding.code ? before.differences : [];
  return finding.differences.some((each) => !known.some((one) => isDeepStrictEqual(one, each)));
}
