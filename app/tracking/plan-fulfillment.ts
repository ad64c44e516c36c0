import type { Fulfillment, Shippable } from "../shop/fulfillment.ts";
import type { OrderLine } from "../wholesale/resources.ts";

/** Which line of the customer's order a variant of the supplier was ordered for. */
export type OrderedLine = { lineItemId: string; supplierVariantId: string };

/** Pieces of a line of the fulfillment order. */
export type Piece = { id: string; lineItemId: string; quantity: number };

/**
 * What the shop was last requested to make of a parcel. `beside`: the ids of the fulfillments that the shop had before.
 */
export type RequestedFulfillment = { number: string | null; lines: Piece[]; beside: string[] };

/**
 * What of a parcel can be shown as shipped: at most what is left of each line. Two lines may draw on one variant and are
 * filled one after the other. A parcel without any lines holds all that is left: the supplier does not say what is in it.
 */
export function planFulfillment(
  parcel: readonly OrderLine[],
  { ordered, lines }: { ordered: readonly OrderedLine[]; lines: Shippable["lines"] },
): Piece[] {
  const open = ordered.flatMap(({ lineItemId, supplierVariantId }) => {
    const line = lines.find((each) => each.lineItemId === lineItemId);
    return line && line.remaining > 0 ? [{ ...line, supplierVariantId }] : [];
  });
  if (parcel.length === 0) {
    return open.map(({ id, lineItemId, remaining }) => ({ id, lineItemId, quantity: remaining }));
  }
  const pieces: Piece[] = [];
  const left = new Map<string, number>();
  for (const { supplierVariantId, quantity } of parcel)
    left.set(supplierVariantId, (left.get(supplierVariantId) ?? 0) + quantity);
  for (const { id, lineItemId, remaining, supplierVariantId } of open) {
    const quantity = Math.min(remaining, left.get(supplierVariantId) ?? 0);
    if (quantity <= 0) continue;
    pieces.push({ id, lineItemId, quantity });
    left.set(supplierVariantId, (left.get(supplierVariantId) ?? 0) - quantity);
  }
  return pieces;
}

/**
 * The shop's fulfillment that is this parcel already: the one that is recorded, the one with its number, or the one that
 * we requested and whose answer was lost. For a parcel without a number the last one is that which has come since, has
 * no number and holds the same pieces. Never one that is another parcel's.
 */
export function findFulfillment(
  parcel: {
    fulfillmentId: string | null;
    trackingNumber: string | null;
    requested: RequestedFulfillment | null;
  },
  { fulfillments, others }: { fulfillments: readonly Fulfillment[]; others: readonly string[] },
): Fulfillment | null {
  const { fulfillmentId, trackingNumber, requested } = parcel;
  const standing = fulfillments.filter(({ stands }) => stands);
  if (fulfillmentId !== null) return standing.find(({ id }) => id === fulfillmentId) ?? null;
  const free = standing.filter(({ id }) => !others.includes(id));
  const numbered = free.find((each) => hasNumber(each, trackingNumber) || hasNumber(each, requested?.number));
  if (numbered || requested === null || requested.number !== null) return numbered ?? null;
  const unnumbered = free.filter(({ tracking }) => tracking.every(({ number }) => number === null));
  const arrived = unnumbered.filter(({ id }) => !requested.beside.includes(id));
  return arrived.find(({ lines }) => isSame(lines, requested.lines)) ?? null;
}

export function hasNumber({ tracking }: Fulfillment, wanted: string | null | undefined): boolean {
  return wanted != null && tracking.some(({ number }) => number === wanted);
}

function isSame(made: Fulfillment["lines"], requested: readonly Piece[]): boolean {
  const quantityOf = (lineItemId: string) => made.find((each) => each.lineItemId === lineItemId)?.quantity;
  return (
    made.length === requested.length &&
    requested.every(({ lineItemId, quantity }) => quantityOf(lineItemId) === quantity)
  );
}
