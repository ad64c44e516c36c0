import { isDeepStrictEqual } from "node:util";

import type { Tx } from "../../lib/database/db.server.ts";
import type { OrderLine } from "../../wholesale/resources.ts";
import { canCloseForRest, differencesOf, isReported } from "../states/difference.ts";
import { groupOf } from "../states/order-group.ts";
import type { Reason } from "../reasons/reason.ts";
import {
  changeLocked,
  lockOrder,
  type OrderId,
  type OrderRow,
  wakeOrder,
} from "../store/order-store.server.ts";
import { readContents } from "../store/sent-pieces.server.ts";

/** A reason that follows from the order's packages, or from how the supplier's order differs. */
type Finding = Reason<"shipment-not-shown" | "differs-at-supplier">;

/**
 * Sets or clears the order's reason for packages that the shop does not show, or for differences at the
 * supplier. Leaves another reason that needs attention as it is. The code that ends that reason calls this
 * function again.
 *
 * If pieces are to be ordered again and no other pieces are awaited, first closes the shop's request.
 *
 * @param packages contents of each package, if some are not stored yet.
 */
export async function reviewFindings(
  tx: Tx,
  { shop, id: orderId }: OrderId,
  { packages, now }: { packages?: OrderLine[][] | undefined; now: Date },
): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null) return;
  const failed = await countFailed(tx, order);
  if (failed === 0) await closeForRest(tx, order, { packages, now });
  const finding = findFinding(order, failed);
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

async function closeForRest(
  tx: Tx,
  order: OrderRow,
  { packages, now }: { packages?: OrderLine[][] | undefined; now: Date },
): Promise<void> {
  const { shop, id: orderId, differences } = order;
  if (differencesOf(differences, "orders.difference.ordered-again").length === 0) return;
  const lines = await tx.supplierOrderLine.findMany({ where: { shop, orderId }, orderBy: { id: "asc" } });
  const contents = packages ?? (await readContents(tx, order));
  if (!canCloseForRest(order, { lines, packages: contents })) return;
  await changeLocked(tx, order, { acceptance: "closing", dueAt: now, retryCount: 0 });
  await wakeOrder(tx, order);
}

/** Counts the packages of the order that the shop will not show unless the merchant acts. */
function countFailed(tx: Tx, { shop, id: orderId }: OrderRow): Promise<number> {
  return tx.shipment.count({
    where: { shop, orderId, state: "failed", NOT: { problem: { path: ["code"], equals: OF_OTHERS } } },
  });
}

function findFinding(order: OrderRow, failed: number): Finding | null {
  const { supplierOrderId } = order;
  if (failed > 0) return { code: "shipment-not-shown", shipments: failed };
  const differences = order.differences.filter(isReported);
  if (differences.length === 0) return null;
  return { code: "differs-at-supplier", number: supplierOrderId ?? "", differences };
}

/** The problem of a package that holds none of the ordered pieces. Its pieces are reported as a difference. */
const OF_OTHERS = "shipments.not-ordered";

function findingOf({ reason, reasonParams }: OrderRow): Finding | null {
  return reason === "shipment-not-shown" || reason === "differs-at-supplier"
    ? ({ ...(reasonParams as object), code: reason } as Finding)
    : null;
}

/**
 * Returns false if the merchant knows the whole finding. Fewer packages or differences than before need no new
 * acknowledgment.
 */
function isNews(finding: Finding, before: Finding | null): boolean {
  if (finding.code === "shipment-not-shown")
    return before?.code !== finding.code || finding.shipments > before.shipments;
  const known = before?.code === finding.code ? before.differences : [];
  return finding.differences.some((each) => !known.some((one) => isDeepStrictEqual(one, each)));
}
