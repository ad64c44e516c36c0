import type { SupplierOrderLine } from "@prisma/client";

import { execute } from "../../lib/database/statement.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import type { Order, OrderLine } from "../../wholesale/resources.ts";
import { saleOfKept } from "../earnings/earnings.ts";
import { allot } from "../states/difference.ts";
import { countPieces, EARLIER, hasEnded, markEarlier } from "../states/supplier-order.ts";
import { changeLocked, lockOrder, type OrderId, type OrderRow } from "./order-store.server.ts";

/**
 * Returns the contents of each package of the supplier's order. Contents are empty if the supplier does not report
 * them. Excludes packages of an earlier order that the supplier's present order has replaced.
 *
 * @param shipments packages of an update that are not stored yet.
 */
export async function readContents(
  tx: Tx,
  { shop, id: orderId }: OrderId,
  shipments: Order["shipments"] = [],
): Promise<OrderLine[][]> {
  const where = { shop, orderId, supplierShipmentId: { not: { startsWith: EARLIER } } };
  const stored = await tx.shipment.findMany({ where });
  const contents = new Map(stored.map((row) => [row.supplierShipmentId, row.lines as OrderLine[]]));
  for (const { id, lines } of shipments) contents.set(id, lines);
  return [...contents.values()];
}

/**
 * Stores for each line how many pieces the supplier canceled after it had shipped others: these pieces can be ordered
 * again. If the supplier has not ended the order, or a package does not show its contents, only pieces that the
 * merchant has released count as canceled.
 */
export async function countCanceled(tx: Tx, order: OrderId, update: Order): Promise<void> {
  const { lines, sent } = await countSent(tx, order, update);
  for (const [at, { shop, id, quantity, released, earlierSent, canceled: before }] of lines.entries()) {
    const canceled =
      sent && hasEnded(update)
        ? quantity - (sent[at] ?? 0)
        : Math.min(before, released > 0 ? released + earlierSent : 0);
    if (canceled !== before)
      await tx.supplierOrderLine.updateMany({ where: { shop, id }, data: { canceled } });
  }
  await storeSaleOfKept(tx, order);
}

/** Locks an order's row, and stores the sale of the pieces that the supplier has not canceled. */
export async function storeSaleOfKept(tx: Tx, { shop, id }: OrderId): Promise<void> {
  const lines = await tx.supplierOrderLine.findMany({ where: { shop, orderId: id } });
  const order = await lockOrder(tx, { shop, id });
  const sale = order && saleOfKept(order, lines);
  if (order === null || sale === null) return;
  const changes = ["revenue", "tax", "shippingPaid"] as const;
  if (changes.some((column) => sale[column] !== order[column])) await changeLocked(tx, order, sale);
}

/**
 * Separates the pieces that the first of two orders at the supplier has sent, before the second one takes its place.
 * These pieces count in addition to all pieces of the second order. Marks the ids of the first order's packages,
 * because the second order may use the same ids.
 *
 * @param update update that ended the first order after a part has shipped; null if nothing has shipped.
 */
export async function separateFirst(tx: Tx, order: OrderRow, update: Order | null): Promise<void> {
  const { shop, id: orderId, supplierOrderId } = order;
  // The second order also has the pieces that the first order no longer listed. Therefore no piece counts as canceled.
  await tx.supplierOrderLine.updateMany({ where: { shop, orderId }, data: { canceled: 0 } });
  await storeSaleOfKept(tx, order);
  if (update === null) return;
  const { lines, sent } = await countSent(tx, order, update);
  for (const [at, { id, quantity }] of lines.entries()) {
    const earlierSent = { increment: sent ? (sent[at] ?? 0) : quantity };
    await tx.supplierOrderLine.updateMany({ where: { shop, id }, data: { earlierSent } });
  }
  const mark = markEarlier(supplierOrderId ?? "", "");
  await execute(tx)`
    update shipment set supplier_shipment_id = ${mark} || supplier_shipment_id
    where shop = ${shop} and order_id = ${orderId}::uuid and not starts_with(supplier_shipment_id, ${EARLIER})`;
}

/** Counts the pieces of each line in the packages of the supplier's order; `sent` is null if a package may hold anything. */
async function countSent(
  tx: Tx,
  order: OrderId,
  { shipments, unreadableShipments = 0 }: Order,
): Promise<{ lines: SupplierOrderLine[]; sent: number[] | null }> {
  const { shop, id: orderId } = order;
  const lines = await tx.supplierOrderLine.findMany({ where: { shop, orderId }, orderBy: { id: "asc" } });
  const contents = await readContents(tx, order, shipments);
  // If the present order shows no package, the pieces that it has sent are unknown. If an earlier order has sent
  // pieces, those explain why a part counts as shipped.
  const isShown = contents.length > 0 || lines.some(({ earlierSent }) => earlierSent > 0);
  if (!isShown || unreadableShipments > 0 || contents.some(({ length }) => length === 0))
    return { lines, sent: null };
  const pieces = countPieces(contents.flat());
  return { lines, sent: allot(lines, (supplierVariantId) => pieces.get(supplierVariantId) ?? 0) };
}
