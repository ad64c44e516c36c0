import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { isAfterFailover } from "../../lib/database/failover.ts";
import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import type { Outcome } from "../states/outcome.ts";
import type { Reason } from "../reasons/reason.ts";
import { readApprovals } from "./approvals.ts";
import type { Intent } from "./begin-attempt.server.ts";
import { type Decision, linesToOrder, linkedLines } from "./decide-order.ts";
import { type Evaluated, evaluateOrder, type Facts } from "./evaluate-order.server.ts";
import { findEarlierOrder } from "./find-earlier-order.server.ts";
import { divides } from "./plan-part.ts";

/** The columns of an order that decide its next step. A dry run fills them in for an order without a row. */
export type Considered = Parameters<typeof findEarlierOrder>[0] & Parameters<typeof readApprovals>[0];

/**
 * An earlier order that prevents sending this one: the supplier has that order, or a person decides if it does.
 * Includes the values of the attempt that records that order.
 */
export type EarlierOrder = { outcome: Outcome } & Pick<Intent, "lines" | "past" | "prefix" | "key">;

/** The next step of an order that is not sent yet. */
export type Step =
  | Extract<Decision, { kind: "drop" | "hold" | "cancel" }>
  | { kind: "record-earlier"; earlier: EarlierOrder }
  | { kind: "wait"; reason: Reason }
  | (Extract<Decision, { kind: "place" }> & { prefix: string; key: OpenKey });

export type Deciding = {
  /** The fulfillment order as the shop shows it now; null if the shop does not show it. */
  fulfillmentOrder: FulfillmentOrder | null;
  facts: Facts;
  /** Returns the prefix of the shop's references if the facts have none. */
  findPrefix: () => Promise<string>;
  /** True if the order is about to be divided, by a person or the setting: an earlier order must be found first. */
  isToDivide?: boolean;
};

/**
 * Reads the supplier's cost and stock, and decides the next step of an order. Changes nothing, so that a dry run decides
 * as a real run does.
 *
 * @throws Failure if a read from the supplier fails.
 */
export async function decideStep(
  order: Considered,
  { fulfillmentOrder, facts, findPrefix, isToDivide = false }: Deciding,
): Promise<{ step: Step } & Pick<Evaluated, "decision" | "part" | "linkedVariants" | "key">> {
  const isToCancel =
    order.cancelRequestedAt !== null || fulfillmentOrder?.request === "cancellation_requested";
  const approved = readApprovals(order, fulfillmentOrder);
  const evaluated = await evaluateOrder(order.shop, { fulfillmentOrder, facts, approved });
  const searched = { ...evaluated, fulfillmentOrder, facts, isToDivide, isToCancel };
  const step = await stepOf(order, { ...searched, findPrefix });
  const { decision, part, linkedVariants, key } = evaluated;
  return { step, decision, part, linkedVariants, key };
}

async function stepOf(
  order: Considered,
  { isToCancel, findPrefix, ...searched }: Omit<Searching, "prefix"> & Pick<Deciding, "findPrefix">,
): Promise<Step> {
  const { decision, key, facts } = searched;
  if (decision.kind === "drop" && !isToCancel) return decision;
  const prefix = facts.referencePrefix ?? (await findPrefix());
  const earlier = await findEarlier(order, { ...searched, isToCancel, prefix });
  if (earlier !== null) return { kind: "record-earlier", earlier };
  if (isToCancel || decision.kind === "cancel" || decision.kind === "drop") return { kind: "cancel" };
  if (decision.kind === "hold") return decision;
  // The shop is connected, but no key works. An order of a shop without a connection was held above.
  if (key === null) return { kind: "wait", reason: { code: "key-unauthorized" } };
  return { ...decision, prefix, key };
}

type Searching = Evaluated & Required<Omit<Deciding, "findPrefix">> & { isToCancel: boolean; prefix: string };

/** Searches for an earlier order, even if this order would not be placed now. */
async function findEarlier(
  order: Considered,
  { prefix, key, decision, part, facts, isToDivide, isToCancel, ...read }: Searching,
): Promise<EarlierOrder | null> {
  const { deniedAt, isOrderedBefore } = facts;
  const request = read.fulfillmentOrder;
  // After the order is divided, a search covers only the lines that are requested. The waiting lines are searched
  // before.
  const isDivided = isToDivide || divides(decision, part, facts);
  // If a failover lost an attempt, that attempt may have sent an order that is now to be canceled. This matters even if
  // the order would be held today.
  const isInQuestion = isToCancel && isAfterFailover();
  const lines = isDivided || isInQuestion ? linkedLines(read) : linesToOrder(read);
  const sends = decision.kind === "place" || isDivided || isInQuestion;
  if (key === null || request === null || lines === null) return null;
  const searched = { request, lines, prefix, key, sends, deniedAt, isOrderedBefore };
  const outcome = await findEarlierOrder(order, searched);
  return outcome && { outcome, lines, past: request.past, prefix, key };
}
