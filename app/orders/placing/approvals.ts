import type { Prisma, SupplierOrder } from "@prisma/client";
import { z } from "zod";

import { isMore, type Money, subtract } from "../../lib/money.ts";
import { money } from "../../lib/money-shape.ts";
import type { Message } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import type { Loss } from "../earnings/earnings.ts";
import type { CostLine } from "../reasons/reason-params.ts";

/**
 * The costs that "Order anyway" approved, by the id of the customer's order line. `loss`: the loss of the whole order; null if
 * the merchant saw none.
 */
export type ApprovedCosts = Readonly<z.infer<typeof approvedCosts>>;

/**
 * A loss that the merchant accepted when they sent an order, and the order's pieces. The acceptance holds for exactly
 * these pieces.
 */
export type AcceptedLoss = z.infer<typeof acceptedLoss>;

/** The merchant's approvals of an order that is otherwise held. */
export type Approved = {
  costs: ApprovedCosts;
  /** True if the merchant approved this test order. */
  test: boolean;
  /** The outstanding amount for which the merchant approved the order; null without such an approval. */
  unpaid: Money | null;
  /** True if the merchant chose to send the order without a note that the supplier does not take. */
  withoutNote: boolean;
  /** The loss with which the merchant sent the order; null if they accepted none. */
  withLoss: AcceptedLoss | null;
};

export const NOTHING_APPROVED: Approved = {
  costs: {},
  test: false,
  unpaid: null,
  withoutNote: false,
  withLoss: null,
};

type Stored = Pick<
  SupplierOrder,
  "approvedCosts" | "lossAccepted" | "testApprovedAt" | "unpaidApproved" | "noteOmittedAt"
>;

/** Columns of an order's row about the request that the order was opened for. */
type OpenedFor = Pick<SupplierOrder, "requestSentAt" | "requestedAt" | "partOf">;

const decimal = z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/);
const dated = money.extend({ at: z.coerce.date() });
const datedCosts = z.record(z.string(), dated.extend({ line: z.unknown() }));
/** A loss as the merchant saw it. */
export const seenLoss = money.extend({ amount: decimal, shipping: decimal.nullable().default(null) });
const loss = seenLoss.nullable().default(null);
export const approvedCosts = z.record(z.string(), money.extend({ loss }));
const acceptedLoss = seenLoss.extend({ pieces: z.array(z.tuple([z.string().nullable(), z.number()])) });
const heldLines = z.object({ lines: z.array(z.object({ lineItemId: z.string(), cost: money })), loss });
const heldUnpaid = z.object({ outstanding: money });

/**
 * Reads the approvals from an order's row. JSON of another shape approves nothing. If the shop shows a newer request
 * than the row knows, approved costs and an accepted loss do not count.
 *
 * @param request as just read; null if the shop shows no request.
 */
export function readApprovals(
  row: Stored & OpenedFor,
  request: { requestedAt: Date | null } | null,
): Approved {
  const isForAnother = isNewRequest(request?.requestedAt ?? null, row);
  return {
    costs: isForAnother ? {} : (approvedCosts.safeParse(row.approvedCosts).data ?? {}),
    test: row.testApprovedAt !== null,
    unpaid: money.safeParse(row.unpaidApproved).data ?? null,
    withoutNote: row.noteOmittedAt !== null,
    withLoss: isForAnother ? null : (acceptedLoss.safeParse(row.lossAccepted).data ?? null),
  };
}

/**
 * Returns true if the merchant made this request after the request that the order was opened for. Returns false while
 * we divide the order, because newer requests are then ours.
 */
export function isNewRequest(sentAt: Date | null, row: OpenedFor): boolean {
  return row.partOf === null && isNewer(sentAt, row);
}

/**
 * Returns true if a request is newer than the request that the order was opened for. Compares the shop's times. If the
 * row has only the database's time, allows for a difference of the clocks.
 */
export function isNewer(
  sentAt: Date | null,
  { requestSentAt, requestedAt }: Pick<SupplierOrder, "requestSentAt" | "requestedAt">,
): boolean {
  return sentAt !== null && sentAt > (requestSentAt ?? after(requestedAt, SKEW_SECONDS));
}

/** Maximum difference between the shop's clock and the database's. */
const SKEW_SECONDS = 60;

/** Returns the approvals with their times, for a history. */
export function approvalsIn(row: Stored): { at: Date; message: Message }[] {
  // If a line was approved twice, only the last time counts.
  const costs = Object.values(datedCosts.safeParse(row.approvedCosts).data ?? {});
  const byTime = Map.groupBy(costs, ({ at }) => at.getTime());
  const approvals: { at: Date; message: Message }[] = [...byTime].map(([time, approved]) => ({
    at: new Date(time),
    message: { code: "orders.cost-approved", lines: approved.map(({ line }) => line as CostLine) },
  }));
  if (row.testApprovedAt)
    approvals.push({ at: row.testApprovedAt, message: { code: "orders.test-order-approved" } });
  if (row.noteOmittedAt) approvals.push({ at: row.noteOmittedAt, message: { code: "orders.note-omitted" } });
  const unpaid = dated.safeParse(row.unpaidApproved).data;
  if (unpaid) {
    const { at, amount, currency } = unpaid;
    approvals.push({ at, message: { code: "orders.unpaid-approved", outstanding: { amount, currency } } });
  }
  const accepted = acceptedLoss.extend({ at: z.coerce.date() }).safeParse(row.lossAccepted).data;
  if (accepted) {
    const { at, amount, currency } = accepted;
    approvals.push({ at, message: { code: "orders.loss-accepted", loss: { amount, currency } } });
  }
  return approvals;
}

/** Returns the loss that the merchant accepted for lines; null for JSON of another shape. */
export function acceptedLossOf(loss: unknown, lines: readonly Pieces[]): AcceptedLoss | null {
  const { data } = seenLoss.safeParse(loss);
  return data ? { ...data, pieces: piecesOf(lines) } : null;
}

type Pieces = { shopVariantId: string | null; quantity: number };

/** Returns the pieces of each variant, sorted, so that equal pieces have equal JSON. */
function piecesOf(lines: readonly Pieces[]): [string | null, number][] {
  return lines
    .map(({ shopVariantId, quantity }): [string | null, number] => [shopVariantId, quantity])
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** Returns the costs that "Order anyway" approves; none if the order's reason names no costs. */
export function costsToApprove(reasonParams: unknown): ApprovedCosts {
  const held = heldLines.safeParse(reasonParams).data;
  return Object.fromEntries(
    held?.lines.map(({ lineItemId, cost }) => [lineItemId, { ...cost, loss: held.loss }]) ?? [],
  );
}

/** Returns the outstanding amount for which an order is held; null if its reason names none. */
export function unpaidToApprove(reasonParams: unknown): Money | null {
  return heldUnpaid.safeParse(reasonParams).data?.outstanding ?? null;
}

/**
 * Adds to an approval the amount that the shop showed as outstanding when the order was sent: the customer may have paid
 * after the approval. Returns no column for an order that was not approved.
 *
 * @param outstanding null if the shop showed the order as paid.
 */
export function withSentUnpaid(
  { unpaidApproved }: Pick<SupplierOrder, "unpaidApproved">,
  outstanding: Money | null,
): { unpaidApproved?: Prisma.InputJsonObject } {
  if (unpaidApproved === null) return {};
  const sent = outstanding?.amount ?? "0";
  return { unpaidApproved: { ...(unpaidApproved as Prisma.InputJsonObject), sent } };
}

/** Returns the outstanding amount with which an order was sent; null if it was paid or not approved. */
export function sentUnpaid({ unpaidApproved }: Pick<SupplierOrder, "unpaidApproved">): Money | null {
  const approved = money.extend({ sent: z.string().optional() }).safeParse(unpaidApproved).data;
  if (approved === undefined) return null;
  // Earlier releases did not store `sent`, so the approved amount stands in for it.
  const { amount, currency, sent = amount } = approved;
  return Number(sent) > 0 ? { amount: sent, currency } : null;
}

/** Returns the JSON that a row keeps of approved lines: what was approved, the time, and the line that the merchant saw. */
export function costsOf(
  lines: CostLine[],
  { costs, at }: { costs: ApprovedCosts; at: Date },
): Prisma.InputJsonObject {
  return Object.fromEntries(
    lines.map((line) => [line.lineItemId, { ...costs[line.lineItemId], at: at.toISOString(), line }]),
  );
}

/**
 * Returns true if the merchant has approved at least this cost.
 *
 * @param loss the order's loss now, if the line is judged as below its cost: the merchant must also have seen at least
 *   this loss.
 */
export function isCostApproved(
  { costs }: Approved,
  { lineItemId, cost }: { lineItemId: string; cost: Money },
  loss: Loss | null,
): boolean {
  const most = costs[lineItemId];
  if (most === undefined || most.currency !== cost.currency || isMore(cost, most)) return false;
  return loss === null || hasSeen(most.loss, loss);
}

/**
 * Returns true if the merchant sent exactly these pieces with this loss or a higher one. A profit is a negative loss.
 */
export function isLossAccepted(
  { withLoss: most }: Approved,
  { loss, lines }: { loss: Loss; lines: readonly Pieces[] },
): boolean {
  return hasSeen(most, loss) && JSON.stringify(most?.pieces) === JSON.stringify(piecesOf(lines));
}

/**
 * Returns true if the merchant has seen at least this loss. If the present loss (`now`) counts no shipping, compares it
 * with `most` without its shipping.
 */
function hasSeen(most: Loss | null, now: Loss): boolean {
  if (most === null || most.currency !== now.currency) return false;
  const { shipping, currency } = most;
  const comparable =
    now.shipping !== null || shipping === null ? most : subtract(most, { amount: shipping, currency });
  return !isMore(now, comparable);
}

/** Returns true if the merchant has approved this order with at least this amount outstanding. */
export function isUnpaidApproved({ unpaid: most }: Approved, outstanding: Money): boolean {
  return most !== null && most.currency === outstanding.currency && !isMore(outstanding, most);
}
