import { countPieces } from "../states/supplier-order.ts";
import { type Fulfillment, LINES_READ, type Shippable } from "../../shop/orders/fulfillment-order.ts";
import type { OrderLine } from "../../wholesale/resources.ts";
import { numbersIn } from "./tracking-fields.ts";

/** A line of the customer's order, and the supplier's variant that was ordered for it. */
export type OrderedLine = { lineItemId: string; supplierVariantId: string };

/** Pieces of a line of the fulfillment order. */
export type Piece = { id: string; lineItemId: string; quantity: number };

/**
 * The last fulfillment that we requested for a shipment. `existing`: ids of the fulfillments that the shop had before.
 * `isPart`: true if it shows only a part of the shipment, and another fulfillment must show the rest.
 */
export type RequestedFulfillment = {
  number: string | null;
  lines: Piece[];
  existing: string[];
  isPart?: boolean;
};

/**
 * Returns the pieces of a shipment that are still to be shown. `shown` has the lines of the fulfillments that already show
 * parts of this shipment.
 */
export function restOfShipment(
  shipped: readonly OrderLine[],
  { ordered, shown }: { ordered: readonly OrderedLine[]; shown: Fulfillment["lines"] },
): OrderLine[] {
  const variants = new Map(ordered.map((line) => [line.lineItemId, line.supplierVariantId]));
  const left = countPieces(shipped);
  for (const { lineItemId, quantity } of shown) {
    const variant = variants.get(lineItemId) as OrderLine["supplierVariantId"] | undefined;
    if (variant !== undefined) left.set(variant, (left.get(variant) ?? 0) - quantity);
  }
  return [...left]
    .filter(([, quantity]) => quantity > 0)
    .map(([supplierVariantId, quantity]) => ({ supplierVariantId, quantity }));
}

/**
 * Plans the pieces of a shipment's fulfillment: at most the remaining quantity of each line. Lines of the same variant
 * are filled one after the other. A shipment without lines takes all remaining pieces, because the supplier does not say
 * what it contains.
 */
export function planFulfillment(
  shipped: readonly OrderLine[],
  { ordered, lines }: { ordered: readonly OrderedLine[]; lines: Shippable["lines"] },
): Piece[] {
  const open = ordered.flatMap(({ lineItemId, supplierVariantId }) => {
    const line = lines.find((each) => each.lineItemId === lineItemId);
    return line && line.remaining > 0 ? [{ ...line, supplierVariantId }] : [];
  });
  if (shipped.length === 0) {
    return open.map(({ id, lineItemId, remaining }) => ({ id, lineItemId, quantity: remaining }));
  }
  const pieces: Piece[] = [];
  const left: Map<string, number> = countPieces(shipped);
  for (const { id, lineItemId, remaining, supplierVariantId } of open) {
    const quantity = Math.min(remaining, left.get(supplierVariantId) ?? 0);
    if (quantity <= 0) continue;
    pieces.push({ id, lineItemId, quantity });
    left.set(supplierVariantId, (left.get(supplierVariantId) ?? 0) - quantity);
  }
  return pieces;
}

/**
 * Finds the shop's fulfillment for a shipment: the recorded one, the one with the shipment's number, or the one that we
 * requested without getting the reply. Recognizes a requested fulfillment without a number because it is new, has no
 * number, and holds the same pieces. Never returns a fulfillment of another shipment.
 */
export function findFulfillment(
  shipment: {
    fulfillmentId: string | null;
    trackingNumber: string | null;
    requested: RequestedFulfillment | null;
  },
  { fulfillments, others }: { fulfillments: readonly Fulfillment[]; others: readonly string[] },
): Fulfillment | null {
  const { fulfillmentId, trackingNumber, requested } = shipment;
  const standing = fulfillments.filter(({ stands }) => stands);
  if (fulfillmentId !== null) return standing.find(({ id }) => id === fulfillmentId) ?? null;
  const free = standing.filter(({ id }) => !others.includes(id));
  const numbered = free.find((each) => hasNumber(each, trackingNumber) || hasNumber(each, requested?.number));
  if (numbered || requested === null || requested.number !== null) return numbered ?? null;
  const unnumbered = free.filter(({ tracking }) => tracking.every(({ number }) => number === null));
  const arrived = unnumbered.filter(({ id }) => !requested.existing.includes(id));
  return arrived.find(({ lines }) => isSame(lines, requested.lines)) ?? null;
}

/**
 * Returns true if a fulfillment shows the wanted number. `wanted` may list several numbers: then one of them suffices.
 */
export function hasNumber({ tracking }: Fulfillment, wanted: string | null | undefined): boolean {
  const numbers = numbersIn(wanted ?? null);
  return tracking.some(({ number }) => number !== null && numbers.includes(number));
}

/**
 * Returns true if a fulfillment has the requested pieces. Compares only the first lines of a long fulfillment, because
 * only these were read.
 */
function isSame(made: Fulfillment["lines"], requested: readonly Piece[]): boolean {
  const quantityOf = (lineItemId: string) =>
    requested.find((each) => each.lineItemId === lineItemId)?.quantity;
  return (
    made.length === Math.min(requested.length, LINES_READ) &&
    made.every(({ lineItemId, quantity }) => quantityOf(lineItemId) === quantity)
  );
}
