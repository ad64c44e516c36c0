import { isMore, type Money, percentOf, subtract, sum, times } from "../../lib/money.ts";
import type { Order, OrderLine, SupplierVariantId } from "../../wholesale/resources.ts";
import type { Difference, OfLine } from "../reasons/reason-params.ts";
import type { Acceptance } from "./acceptance.ts";
import { hasArrived, type OrderState } from "./order-state.ts";
import { countPieces, hasEnded } from "./supplier-order.ts";

/**
 * A line of our order. `released`: pieces that the merchant has released to be ordered again. `earlierSent`: pieces that
 * an earlier order at the supplier has sent.
 */
export type ComparedLine = {
  lineItemId: string;
  supplierVariantId: string;
  title: string;
  quantity: number;
  released: number;
  earlierSent: number;
};

export type ComparedOrder = { lines: readonly ComparedLine[] } & DecidedBy;

/** The charge on which the decision to order was based. */
export type DecidedBy = {
  /** Null if unknown. */
  decidedCost: Money | null;
  /** In the currency of `decidedCost`; null if unknown. */
  decidedShipping: Money | null;
};

/**
 * Compares the supplier's order with ours. An order that the supplier has ended has no differences: its end is reported
 * instead.
 *
 * @param packages contents of each package so far; an empty list if the supplier does not name a package's contents.
 */
export function compareOrder(
  found: Pick<Order, "status" | "lines" | "cost" | "unreadableShipments">,
  { lines, ...decidedBy }: ComparedOrder,
  packages: readonly (readonly OrderLine[])[],
): Difference[] {
  if (hasEnded(found)) return [];
  const [listed, packed] = [countPieces(found.lines), countPieces(packages.flat())];
  const kept = allot(lines, (variant) => Math.max(listed.get(variant) ?? 0, packed.get(variant) ?? 0));
  const sent = allot(lines, (variant) => packed.get(variant) ?? 0);
  const { unreadableShipments: unreadable = 0 } = found;
  // Shopify shows a package of unknown contents with all remaining pieces. Therefore no missing pieces are reported
  // then.
  const isReadable = unreadable === 0 && packages.every(({ length }) => length > 0);
  const mustBePacked = isReadable && (found.status === "shipped" || found.status === "delivered");
  const ofLines = lines.flatMap((line, at) => {
    const missing = Math.max(0, line.quantity - (kept[at] ?? 0) - line.earlierSent);
    const again = Math.min(missing, line.released);
    return [
      ...differenceOf("missing", line, isReadable ? missing - again : 0),
      ...differenceOf("ordered-again", line, again),
      ...differenceOf("back", line, line.released - again),
      ...differenceOf("unpacked", line, mustBePacked ? (kept[at] ?? 0) - (sent[at] ?? 0) : 0),
    ];
  });
  const ofPackages =
    unreadable > 0 ? [{ code: "orders.difference.unreadable", packages: unreadable } as const] : [];
  return [...ofLines, ...extraIn(listed, lines), ...costDifference(found.cost, decidedBy), ...ofPackages];
}

/** Returns true if the merchant has to learn of a difference. They know of the pieces that they chose to order again. */
export function isReported({ code }: Difference): boolean {
  return code !== "orders.difference.ordered-again";
}

/** Returns the differences of one code. */
export function differencesOf<Code extends Difference["code"]>(
  differences: readonly Difference[],
  code: Code,
): Extract<Difference, { code: Code }>[] {
  return differences.filter((each): each is Extract<Difference, { code: Code }> => each.code === code);
}

/** The columns that decide which pieces a person can order again, or fulfill without tracking. */
type Open = {
  state: OrderState;
  acceptance: Acceptance | null;
  cancelRequestedAt: Date | null;
  differences: readonly Difference[];
};

/**
 * Returns the pieces that a person can order again. None once the shop's request is closing, or the order is to be
 * canceled.
 */
export function missingPieces(order: Open): OfLine<"missing">[] {
  return isRequestOpen(order) ? differencesOf(order.differences, "orders.difference.missing") : [];
}

/**
 * Returns the pieces that a person can fulfill without tracking. None once the shop's request is closing, or the order is
 * to be canceled.
 */
export function unpackedPieces(order: Open): OfLine<"unpacked">[] {
  return isRequestOpen(order) ? differencesOf(order.differences, "orders.difference.unpacked") : [];
}

function isRequestOpen({ state, acceptance, cancelRequestedAt }: Open): boolean {
  return (
    hasArrived(state) && (acceptance === "due" || acceptance === "accepted") && cancelRequestedAt === null
  );
}

/**
 * Returns true if the shop's request can be closed, so that missing pieces can be requested again: the merchant chose
 * to order them again, and no other piece of the order is awaited. Does not wait for the status "shipped", because some
 * suppliers never report it for an order from which they dropped a line.
 *
 * @param lines lines of the order.
 * @param packages contents of each package so far.
 */
export function canCloseForRest(
  order: Open,
  {
    lines,
    packages,
  }: {
    lines: readonly Omit<ComparedLine, "title" | "released">[];
    packages: readonly (readonly OrderLine[])[];
  },
): boolean {
  const { state, differences } = order;
  const codes = new Set(differences.map(({ code }) => code));
  if (!isRequestOpen(order) || !codes.has("orders.difference.ordered-again")) return false;
  if (codes.has("orders.difference.unpacked") || codes.has("orders.difference.unreadable")) return false;
  if (state === "shipped" || state === "delivered") return true;
  if (packages.length === 0 || packages.some(({ length }) => length === 0)) return false;
  const packed = countPieces(packages.flat());
  const sent = allot(lines, (variant) => packed.get(variant) ?? 0);
  const gone = differences.filter(
    (each) => each.code === "orders.difference.missing" || each.code === "orders.difference.ordered-again",
  );
  return lines.every(({ lineItemId, quantity, earlierSent }, at) => {
    const ofLine = gone.filter((each) => each.lineItemId === lineItemId);
    const missing = ofLine.reduce((total, each) => total + each.quantity, 0);
    return earlierSent + (sent[at] ?? 0) + missing >= quantity;
  });
}

/** Pieces by the id of the customer's order line. */
export type Pieces = Readonly<Record<string, number>>;

/** Returns the pieces in the format in which a page submits them. */
export function byLine(pieces: readonly { lineItemId: string; quantity: number }[]): Pieces {
  return Object.fromEntries(pieces.map(({ lineItemId, quantity }) => [lineItemId, quantity]));
}

/**
 * Distributes pieces of each variant over lines, one line after the other.
 *
 * @param piecesOf number of pieces of a variant.
 * @returns the pieces of each line, at most its quantity.
 */
export function allot(
  lines: readonly { supplierVariantId: string; quantity: number }[],
  piecesOf: (supplierVariantId: SupplierVariantId) => number,
): number[] {
  const used = new Map<string, number>();
  return lines.map(({ supplierVariantId, quantity }) => {
    const before = used.get(supplierVariantId) ?? 0;
    const pieces = Math.min(quantity, piecesOf(supplierVariantId as SupplierVariantId) - before);
    used.set(supplierVariantId, before + Math.max(0, pieces));
    return Math.max(0, pieces);
  });
}

/** The merchant learns of a charge above this percentage of the expected charge. */
const PERCENT_AT_MOST = 120;

function differenceOf<Code extends "missing" | "ordered-again" | "back" | "unpacked">(
  code: Code,
  { lineItemId, title }: ComparedLine,
  quantity: number,
): OfLine<Code>[] {
  return quantity > 0 ? [{ code: `orders.difference.${code}`, lineItemId, title, quantity }] : [];
}

function extraIn(
  listed: ReadonlyMap<SupplierVariantId, number>,
  lines: readonly ComparedLine[],
): Difference[] {
  const ours: ReadonlyMap<string, number> = countPieces(
    lines as readonly (ComparedLine & { supplierVariantId: SupplierVariantId })[],
  );
  return [...listed].flatMap(([supplierVariantId, pieces]) => {
    const quantity = pieces - (ours.get(supplierVariantId) ?? 0);
    if (quantity <= 0) return [];
    const known = lines.find((line) => line.supplierVariantId === supplierVariantId);
    const title = known?.title ?? supplierVariantId;
    return [{ code: "orders.difference.extra", supplierVariantId, title, quantity } as const];
  });
}

/**
 * Returns a difference if the supplier charges much more than we expected when we decided to order. Compares the charge
 * for the pieces first. If that is not too high, and shipping is more than twice the decided shipping, compares the
 * total with shipping. A smaller difference of shipping is normal, because shipping varies with the weight. All other
 * additions of the supplier count as charged for the pieces.
 */
function costDifference(cost: Order["cost"], { decidedCost, decidedShipping }: DecidedBy): Difference[] {
  if (cost === null || decidedCost === null) return [];
  const charged = chargeOf(cost);
  if (charged.currency !== decidedCost.currency || isTooHigh(charged, decidedCost))
    return [{ code: "orders.difference.cost", charged, decided: decidedCost }];
  if (decidedShipping === null || !isMore(cost.shipping, times(decidedShipping, 2))) return [];
  const decided = sum([decidedCost, decidedShipping]);
  if (decided === null || !isTooHigh(cost.total, decided)) return [];
  return [{ code: "orders.difference.total", charged: cost.total, decided }];
}

function isTooHigh(charged: Money, decided: Money): boolean {
  return isMore(charged, percentOf(decided, PERCENT_AT_MOST));
}

function chargeOf({ items, shipping, total }: NonNullable<Order["cost"]>): Money {
  const rest = subtract(total, shipping);
  return isMore(rest, items) ? rest : items;
}
