import {
  hasPackages,
  type Order,
  type OrderLine,
  type SupplierOrderId,
  type SupplierVariantId,
} from "../../wholesale/resources.ts";

/** An order as sent under a reference. */
export type Request = { reference: string; lines: readonly OrderLine[] };

/**
 * Returns the identity of a supplier's order: its reference, or `#` and its number if the order has no reference, for
 * example because a person placed it by hand.
 */
export function identify({ id, reference }: Pick<Order, "id" | "reference">): string {
  return reference.trim() === "" ? `${NUMBER}${id}` : reference;
}

/** Prefix of an identity that is a number. No reference of ours begins with it. */
export const NUMBER = "#";

/**
 * Prefix of ids of packages that we make for pieces without a package of the supplier. No supplier's id begins with it.
 */
export const UNTRACKED = "#untracked-";

/**
 * Prefix of ids of an earlier order's packages. A second order at the supplier has replaced that order. No supplier's
 * id begins with this prefix.
 */
export const EARLIER = "#earlier-";

/**
 * Returns the id under which we keep a package of an earlier order at the supplier. The present order may use the
 * supplier's id for another package.
 */
export function markEarlier(supplierOrderId: string, supplierShipmentId: string): string {
  return `${EARLIER}${supplierOrderId}-${supplierShipmentId}`;
}

/** Returns the update of an earlier order at the supplier, with the ids under which we keep its packages. */
export function withEarlierIds(update: Order): Order {
  const shipments = update.shipments.map((shipment) => ({
    ...shipment,
    id: markEarlier(update.id, shipment.id) as typeof shipment.id,
  }));
  return { ...update, shipments };
}

/** Returns true if the order is identified by a number instead of a reference. */
export function isKnownByNumber({ reference }: Pick<Request, "reference">): boolean {
  return reference.startsWith(NUMBER);
}

/** Returns the number that identifies the order; null if a reference does. */
export function numberOf(request: Pick<Request, "reference">): SupplierOrderId | null {
  return isKnownByNumber(request) ? (request.reference.slice(NUMBER.length) as SupplierOrderId) : null;
}

/**
 * Returns true if the supplier's order has this identity. Ignores the lines, because a supplier may drop or replace a
 * line, or add a gift.
 */
export function hasIdentity(
  found: Pick<Order, "id" | "reference">,
  { reference }: Pick<Request, "reference">,
): boolean {
  return foldCase(identify(found)) === foldCase(reference);
}

/**
 * Returns a reference in upper case, because suppliers may change its case. Our references are in upper case already.
 */
export function foldCase(reference: string): string {
  return reference.toUpperCase();
}

/** Returns true if the supplier's order has this identity and any of these pieces. */
export function isSameOrder(found: Order, request: Request): boolean {
  return hasIdentity(found, request) && sharesPieces(found, request);
}

/** Returns true if the supplier's order has any of these pieces. */
export function sharesPieces(found: Pick<Order, "lines">, request: Pick<Request, "lines">): boolean {
  const ours = countPieces(request.lines);
  return found.lines.some(({ supplierVariantId }) => ours.has(supplierVariantId));
}

/** Returns true if an order may have any of these pieces. An order that shows no lines may have all of them. */
export function maySharePieces(found: Pick<Order, "lines">, request: Pick<Request, "lines">): boolean {
  return found.lines.length === 0 || sharesPieces(found, request);
}

/** Returns true if both have the same number of pieces of each variant, even if their lines differ. */
export function hasSamePieces(found: Pick<Order, "lines">, request: Pick<Request, "lines">): boolean {
  const [theirs, ours] = [countPieces(found.lines), countPieces(request.lines)];
  return (
    theirs.size === ours.size &&
    [...ours].every(([supplierVariantId, quantity]) => theirs.get(supplierVariantId) === quantity)
  );
}

/** Returns true if the supplier has ended the order and has shipped nothing of it. */
export function isDead(order: Order): boolean {
  return hasEnded(order) && !hasPackages(order);
}

/** Returns true if the supplier ships nothing more of the order. */
export function hasEnded({ status }: Pick<Order, "status">): boolean {
  return status === "cancelled" || status === "rejected";
}

/** Returns the number of pieces of each variant. Several lines may have the same variant. */
export function countPieces(
  lines: readonly Pick<OrderLine, "supplierVariantId" | "quantity">[],
): Map<SupplierVariantId, number> {
  const pieces = new Map<SupplierVariantId, number>();
  for (const { supplierVariantId, quantity } of lines)
    pieces.set(supplierVariantId, (pieces.get(supplierVariantId) ?? 0) + quantity);
  return pieces;
}
