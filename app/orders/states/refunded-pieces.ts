import type { PastPieces } from "../../shop/orders/fulfillment-order.ts";

/**
 * Counts a line's refunded pieces that our fulfillments had shown as shipped before the refund. These pieces no longer
 * count as ordered, because the shop leaves them out of the ordered quantity. A refund's restock type `RETURN` does not
 * prove that a piece had left: Shopify accepts it for any piece. `readPastPieces` leaves out refunds of the type
 * `CANCEL`, because their pieces never left.
 *
 * @param ours ids of our fulfillments of the line.
 */
export function countRefundedAfterShipping(
  lineItemId: string,
  { fulfilled, refunded, lines }: PastPieces,
  ours: ReadonlySet<string>,
): number {
  const left = lines.get(lineItemId);
  if (left === undefined) return 0;
  const piecesIn = (all: PastPieces["refunded"]) =>
    all
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.lineItemId === lineItemId ? line.quantity : 0), 0);
  const shipped = fulfilled.filter(({ id }) => ours.has(id));
  let count = 0;
  for (const refund of refunded.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const before = piecesIn(shipped.filter(({ at }) => at < refund.at));
    count = Math.max(count, Math.min(before, count + piecesIn([refund])));
  }
  // A refund may have taken shipped pieces, or pieces that have not left. The number of remaining pieces shows which of
  // the two. The line's `unfulfilledQuantity` cannot show it, because Shopify does not document if that number includes
  // refunded pieces.
  const noLongerOrdered = piecesIn(shipped) + left.remaining - left.ordered;
  return Math.max(0, Math.min(count, noLongerOrdered));
}
