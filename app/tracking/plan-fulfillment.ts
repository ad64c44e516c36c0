import { type Fulfillment, LINES_READ, type Shippable } from "../shop/fulfillment.ts";
import type { OrderLine } from "../wholesale/resources.ts";

/** Which line of the customer's order a variant of the supplier was ordered for. */
export type OrderedLine = { lineItemId: string; supplierVariantId: string };

/** Pieces of a line of the fulfillment order. */
export type Piece = { id: string; lineItemId: string; quantity: number };

/**
 * What the shop was last requested to make of a parcel. `beside`: the ids of the fulfillments that the shop had before.
 * `isPart`: whether more of the parcel is to follow in another one.
 */
export type RequestedFulfillment = {
  number: string | null;
  lines: Piece[];
  beside: string[];
  isPart?: boolean;
};

/** What of a parcel is still to be shown, where parts of it are: by the lines of the customer's order in those. */
export function restOfParcel(
  parcel: readonly OrderLine[],
  { ordered, shown }: { ordered: readonly OrderedLine[]; shown: Fulfillment["lines"] },
): OrderLine[] {
  const variants = new Map(ordered.map((line) => [line.lineItemId, line.supplierVariantId]));
  const left = new Map<OrderLine["supplierVariantId"], number>();
  for (const { supplierVariantId, quantity } of parcel)
    left.set(supplierVariantId, (left.get(supplierVariantId) ?? 0) + quantity);
  for (const { lineItemId, quantity } of shown) {
    const variant = variants.get(lineItemId) as OrderLine["supplierVariantId"] | undefined;
    if (variant !== undefined) left.set(variant, (left.get(variant) ?? 0) - quantity);
  }
  return [...left]
    .filter(([, quantity]) => quantity > 0)
    .map(([supplierVariantId, quantity]) => ({ supplierVariantId, quantity }));
}

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

/** Of a long one, as far as it was read. */
function isSame(made: Fulfillment["lines"], requested: readonly Piece[]): boolean {
  const quantityOf = (lineItemId: string) =>
    requested.find((each) => each.lineItemId === lineItemId)?.quantity;
  return (
    made.length === Math.min(requested.length, LINES_READ) &&
    made.every(({ lineItemId, quantity }) => quantityOf(lineItemId) === quantity)
  );
}
