import type { Prisma } from "@prisma/client";

import { inShop, throughOutage, type Tx } from "../../lib/database/db.server.ts";
import { insertion, insertRows } from "../../lib/database/rows.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { isEnded, isUnsent } from "../states/order-state.ts";
import { readAttempts } from "./attempt-store.server.ts";
import { changeLocked, lockOrders, type OrderRow } from "./order-store.server.ts";

/** The rows that the beginning of an attempt has committed. `order` is in the state `placing`. */
export type AttemptRows = {
  order: OrderRow;
  attempt: Prisma.OrderAttemptCreateManyInput;
  lines: Prisma.SupplierOrderLineCreateManyInput[];
  shopLines: Prisma.ShopOrderLineCreateManyInput[];
};

/** Time for which the write is retried. Outlasts a database outage of a minute. */
const OUTAGE_SECONDS = 90;

/**
 * Writes the rows of an attempt again if a failover of the database has lost their commit. The supplier may have the
 * order, and without the rows we would buy it once more. If the request has a row by now, the attempt becomes part of
 * that order, which is not sent before the attempt has its outcome. An order that has ended is under way again, and is
 * canceled as soon as it can be.
 *
 * @returns the id of the order that has the attempt; null if the shop's rows were erased.
 */
export function restoreAttempt(rows: AttemptRows): Promise<string | null> {
  const { shop } = rows.order;
  const restore = async (tx: Tx, now: Date) => {
    // Orders and ordering settings are erased together. A disconnected shop keeps both.
    const isKept = (await tx.orderingSettings.count({ where: { shop } })) > 0;
    return isKept ? restoreIn(tx, rows, now) : null;
  };
  return throughOutage(() => inShop(shop, restore), { forSeconds: OUTAGE_SECONDS });
}

async function restoreIn(
  tx: Tx,
  { order, attempt, lines, shopLines }: AttemptRows,
  now: Date,
): Promise<string> {
  const { shop, fulfillmentOrderId, dueAt, brandingVersion, destinationHash } = order;
  await execute(
    tx,
  )`${insertion("SupplierOrder", [order as Prisma.SupplierOrderCreateManyInput], { skipDuplicates: true })}`;
  const { id } = await tx.supplierOrder.findUniqueOrThrow({
    where: { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } },
    select: { id: true },
  });
  const row = (await lockOrders(tx, [{ shop, id }])).get(id);
  if (row === undefined) throw new Error("An order has disappeared while its attempt was restored.");
  const attempts = (await readAttempts(tx, [row])).get(id) ?? [];
  if (attempts.some((each) => each.id === attempt.id)) return id;
  const isRestarted = isUnsent(row.state) || isEnded(row.state);
  if (isRestarted) {
    if (isEnded(row.state)) await reopen(tx, row, now);
    const placing = { to: "placing", reason: null, dueAt, brandingVersion, destinationHash } as const;
    await changeLocked(tx, { ...row, state: "ready" }, placing);
    await tx.supplierOrderLine.deleteMany({ where: { shop, orderId: id } });
  }
  await tx.shopOrderLine.createMany({ data: shopLines, skipDuplicates: true });
  await tx.supplierOrderLine.createMany({
    data: lines.map((line) => ({ ...line, orderId: id })),
    skipDuplicates: true,
  });
  // Another attempt may have begun under the same reference since. The latest attempt decides the order's state. The
  // restored attempt becomes the latest, unless the order is already under way by another one.
  const turns = attempts.filter((each) => each.generation === attempt.generation).map(({ turn }) => turn);
  const turn = isRestarted
    ? Math.max(attempt.turn, ...turns.map((each) => each + 1))
    : Math.min(attempt.turn, ...turns.map((each) => each - 1));
  await insertRows(tx, "OrderAttempt", [{ ...attempt, orderId: id, turn }]);
  return id;
}

/** Reopens an ended order. The cause of its end still holds, so its cancellation is requested. */
async function reopen(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const { shop, id, cancelRequestedAt } = order;
  await tx.supplierOrder.updateMany({
    where: { shop, id },
    data: { acceptance: null, cancelRequestedAt: cancelRequestedAt ?? now },
  });
}
