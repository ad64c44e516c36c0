import { isDeepStrictEqual } from "node:util";

import type { Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { Order, OrderLine } from "../../wholesale/resources.ts";
import type { Difference } from "../reasons/reason-params.ts";
import { compareOrder, type DecidedBy, differencesOf, isReported } from "../states/difference.ts";
import { hasArrived } from "../states/order-state.ts";
import { inWords } from "../reasons/reason-words.ts";
import { countPieces, hasEnded } from "../states/supplier-order.ts";
import { appendToHistory } from "../store/attempt-store.server.ts";
import { changeLocked, type OrderRow, recordOrderActivity } from "../store/order-store.server.ts";
import { readContents, storeSaleOfKept } from "../store/sent-pieces.server.ts";
import { reviewFindings } from "./review-findings.server.ts";

/**
 * Compares the supplier's update with our order, under the lock on its row. Stores the differences, and records new
 * ones in the activity and in the order's history.
 *
 * @param sent pieces of the latest attempt: if the update equals them, no further rows are read.
 * @returns true if there are other differences than before.
 */
export async function compareUpdate(
  tx: Tx,
  order: OrderRow,
  { update, sent, now }: { update: Order; sent: readonly OrderLine[]; now: Date },
): Promise<boolean> {
  const known = order.differences;
  if (known.length === 0 && isAsSent(order, { update, sent })) return false;
  const { shop, id: orderId } = order;
  const lines = await tx.supplierOrderLine.findMany({ where: { shop, orderId }, orderBy: { id: "asc" } });
  const packages = await readContents(tx, order, update.shipments);
  const compared = { lines, ...decidedByRow(order) };
  const differences = compareOrder(update, compared, packages);
  const fresh = differences.filter((each) => !known.some((one) => isDeepStrictEqual(one, each)));
  const isSame = fresh.length === 0 && differences.length === known.length;
  // Stores the differences even if they are unchanged, because this call also closes the shop's request once everything
  // else has shipped.
  await storeDifferences(tx, order, { differences, packages, now });
  if (isSame) return false;
  const reported = fresh.filter(isReported);
  if (reported.length === 0) return true;
  const reason = { code: "differs-at-supplier", number: update.id, differences: reported } as const;
  await appendToHistory(tx, order, { what: reason, at: now });
  const what = inWords(reason);
  await recordOrderActivity(tx, order, {
    kind: "orders.differs-at-supplier",
    tone: "warning",
    what,
    at: now,
  });
  return true;
}

/**
 * Stores an order's differences. Missing pieces that the merchant chose to order again no longer count as ordered.
 *
 * @param packages contents of each package, if some are not stored yet.
 */
export async function storeDifferences(
  tx: Tx,
  order: OrderRow,
  { differences, packages, now }: { differences: Difference[]; packages?: OrderLine[][]; now: Date },
): Promise<void> {
  const { shop, id: orderId } = order;
  const again = differencesOf(differences, "orders.difference.ordered-again");
  const counted = differencesOf(order.differences, "orders.difference.ordered-again");
  for (const { lineItemId } of [...again, ...counted]) {
    const canceled = again.find((each) => each.lineItemId === lineItemId)?.quantity ?? 0;
    // The difference does not count pieces that an earlier order has sent, so they are added here.
    await execute(tx)`
      update supplier_order_line set canceled = case ${canceled}::int when 0 then 0 else ${canceled}::int + earlier_sent end
      where shop = ${shop} and order_id = ${orderId}::uuid and line_item_id = ${lineItemId}`;
  }
  await changeLocked(tx, order, { differences });
  if (again.length > 0 || counted.length > 0) await storeSaleOfKept(tx, order);
  await reviewFindings(tx, order, { packages, now });
}

/**
 * Returns true if the update shows no difference from what was sent, so that no further rows need to be read.
 */
function isAsSent(order: OrderRow, { update, sent }: { update: Order; sent: readonly OrderLine[] }): boolean {
  if (!hasArrived(order.state) || hasEnded(update)) return true;
  const lines = [...countPieces(sent)].map(([supplierVariantId, quantity]) => ({
    lineItemId: supplierVariantId,
    title: "",
    supplierVariantId,
    quantity,
    released: 0,
    earlierSent: 0,
  }));
  const packages = update.shipments.map((shipment) => shipment.lines);
  return compareOrder(update, { lines, ...decidedByRow(order) }, packages).length === 0;
}

function decidedByRow({
  decidedCost: cost,
  decidedShipping: shipping,
  decidedCurrency: currency,
}: OrderRow): DecidedBy {
  if (cost === null || currency === null) return { decidedCost: null, decidedShipping: null };
  return {
    decidedCost: { amount: cost, currency },
    decidedShipping: shipping === null ? null : { amount: shipping, currency },
  };
}
