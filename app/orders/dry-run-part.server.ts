import { readInShop, type Tx } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { forLocation, type FulfillmentOrder } from "../shop/orders/fulfillment-order.ts";
import { startsOver } from "./ingest/open-order.server.ts";
import { possiblePrefixes } from "./store/ordering-settings.server.ts";
import { type Money, sum, times } from "../lib/money.ts";
import { readWithLocation } from "../shop/orders/fulfillment-orders.server.ts";
import { soldOf } from "./earnings/earnings.ts";
import { readStanding } from "./store/standing.server.ts";
import { type Circumstances, judgeLines } from "./placing/decide-order.ts";
import { type Considered, decideStep, type Step } from "./placing/decide-step.server.ts";
import { type Facts, readFactsIn } from "./placing/evaluate-order.server.ts";
import { findAutomaticPart } from "./placing/request-part.server.ts";
import { reasonOf } from "./reasons/failure-reason.ts";
import { isEnded, isUnsent } from "./states/order-state.ts";
import { outcomeInWords } from "./states/outcome.ts";
import { attentionOf, type Reason } from "./reasons/reason.ts";
import { namedIn } from "./reasons/reason-params.ts";
import { briefly, labelOf } from "./reasons/reason-words.ts";
import { nextProbeOf } from "./store/doubt-pause.server.ts";
import { type OrderRow, toOrderRow } from "./store/order-store.server.ts";
import { statusOf } from "./views/order-status.ts";

/** A fulfillment order, and what Stockbridge would decide on it now. */
export type TriedPart = {
  fulfillmentOrderId: string;
  /** Our order; null if the part was never requested. */
  orderId: string | null;
  /** "known": the supplier has, or may have, the order already. */
  decision: "place" | "part" | "hold" | "wait" | "cancel" | "nothing" | "known";
  message: Message;
  /** The reason of a hold or a wait, as a row would keep it. */
  reason: Reason | null;
  /** False if the fulfillment is not requested yet. The decision then assumes the request. */
  isRequested: boolean;
  /** Says who will request the fulfillment; null once it is requested. */
  request: Message | null;
  lines: TriedLine[];
  /** Totals; null if an amount is unknown or there are several currencies. */
  cost: Money | null;
  paid: Money | null;
};

export type TriedLine = {
  lineItemId: string;
  title: string;
  /** The supplier's SKU; null if the line is not linked or the supplier has no SKU. */
  sku: string | null;
  quantity: number;
  /** The supplier's cost of all pieces, and what the customer pays for them. */
  cost: Money | null;
  paid: Money | null;
  /** The line's own problem in a few words; null if it has none. */
  problem: Message | null;
};

/** Returns what Stockbridge would decide now on a fulfillment order. Assumes that its fulfillment is requested. */
export async function tryPart(
  shop: ShopDomain,
  { fulfillmentOrderId, shopOrderId }: { fulfillmentOrderId: string; shopOrderId: string },
): Promise<TriedPart> {
  const read = await readWithLocation(shop, { id: fulfillmentOrderId, shopOrderId });
  const { facts, shown, known, isAgain } = await readInShop(shop, async (tx, now) => {
    const [first] = await readFactsIn(tx, [{ shop, fulfillmentOrderId, request: read }], now);
    const facts = first as Facts;
    const key = { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } };
    const row = await tx.supplierOrder.findUnique({ where: key });
    const known = row && toOrderRow(row);
    const shown = read && forLocation(read, facts.ourLocationId);
    const isAgain = known !== null && (await isOpenedAgain(tx, known, { shown, now }));
    return { facts, shown, known, isAgain };
  });
  const isRequested = shown?.request !== "unsubmitted" || (known !== null && !isEnded(known.state));
  const part = { fulfillmentOrderId, orderId: known?.id ?? null, isRequested, request: null };
  if (known !== null && !isUnsent(known.state) && !isAgain) {
    const { message } = statusOf(known);
    const money = moneyOf(shown, facts.linkedVariants, null);
    return { ...part, decision: "known", message, reason: null, ...money };
  }
  const order = toConsider(known, { shop, fulfillmentOrderId, now: facts.now });
  const fulfillmentOrder = shown && !isRequested ? requestedNow(shown, facts.now) : shown;
  const { step, linkedVariants } = await decide(order, { fulfillmentOrder, facts });
  const described = describe(step);
  return { ...part, ...described, ...moneyOf(fulfillmentOrder, linkedVariants, described.reason) };
}

/**
 * Returns true if the shop's request opens an ended order again. A request that is only assumed always does, because
 * the merchant would make it now.
 */
async function isOpenedAgain(
  tx: Tx,
  order: OrderRow,
  { shown, now }: { shown: FulfillmentOrder | null; now: Date },
): Promise<boolean> {
  if (shown === null || !isEnded(order.state) || order.acceptance === "closing") return false;
  if (shown.request === "unsubmitted") return true;
  return shown.request === "submitted" && startsOver(tx, { order, sentAt: shown.requestedAt, now });
}

/** Returns the order as if its fulfillment had just been requested. */
function requestedNow(shown: FulfillmentOrder, now: Date): FulfillmentOrder {
  return { ...shown, request: "submitted", requestedAt: now };
}

/** An id that no row has. */
const NO_ORDER = "00000000-0000-0000-0000-000000000000";

type Opening = { shop: ShopDomain; fulfillmentOrderId: string; now: Date };

/** Returns the order as its row would be once the order is opened or restarted. */
function toConsider(row: OrderRow | null, { shop, fulfillmentOrderId, now }: Opening): Considered {
  const restarted = {
    partOf: null,
    cancelRequestedAt: null,
    testApprovedAt: null,
    unpaidApproved: null,
    noteOmittedAt: null,
    lossAccepted: null,
  };
  if (row !== null) return { ...row, claimedAt: now, ...(isEnded(row.state) && restarted) };
  return {
    shop,
    id: NO_ORDER,
    fulfillmentOrderId: fulfillmentOrderId as Considered["fulfillmentOrderId"],
    claimedAt: now,
    approvedCosts: {},
    secondSupplierOrderId: null,
    requestedAt: now,
    requestSentAt: null,
    ...restarted,
  };
}

type Decided = { step: Tried; linkedVariants: Circumstances["linkedVariants"] };

/** "part": the lines that can be ordered are ordered, and the other lines wait. */
type Tried = Exclude<Step, { kind: "place" }> | { kind: "place" } | { kind: "part" };

/**
 * Decides as `processOrder`, `placeOrder` and `beginAttempt` do together. Stops before the first row that they would
 * write.
 */
async function decide(
  order: Considered,
  { fulfillmentOrder, facts }: { fulfillmentOrder: FulfillmentOrder | null; facts: Facts },
): Promise<Decided> {
  const { shop } = order;
  const known = { linkedVariants: facts.linkedVariants };
  if (order.cancelRequestedAt === null && nextProbeOf(facts) !== null)
    return { step: { kind: "wait", reason: { code: "ordering-doubtful" } }, ...known };
  const findPrefix = async () => (await possiblePrefixes(shop))[0];
  try {
    const decided = await decideStep(order, { fulfillmentOrder, facts, findPrefix });
    const { step, linkedVariants } = decided;
    if (fulfillmentOrder === null) return { step, linkedVariants };
    const ofShop = { shop, shopOrderId: fulfillmentOrder.shopOrderId };
    if (step.kind === "hold" && (await findAutomaticPart(ofShop, decided, facts)))
      return { step: { kind: "part" }, linkedVariants };
    if (step.kind !== "place") return { step, linkedVariants };
    const intent = { lines: step.lines, past: fulfillmentOrder.past, isProbe: facts.doubtPause !== null };
    const item = { shop, orderId: order.id, intent };
    const standing = await readInShop(shop, (tx) => readStanding(tx, [item]));
    const lines = standing.get(item)?.beyondOrdered ?? [];
    if (lines.length === 0) return { step, linkedVariants };
    return { step: { kind: "hold", reason: { code: "already-ordered", lines } }, linkedVariants };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { step: { kind: "wait", reason: reasonOf(error) }, ...known };
  }
}

function describe(step: Tried): Pick<TriedPart, "decision" | "message" | "reason"> {
  switch (step.kind) {
    case "place":
      return { decision: "place", message: { code: "dry-run.places" }, reason: null };
    case "part":
      return { decision: "part", message: { code: "dry-run.parts" }, reason: null };
    case "hold":
    case "wait":
      return { decision: step.kind, message: messageOf(step.reason), reason: step.reason };
    case "cancel":
      return { decision: "cancel", message: { code: "dry-run.cancels" }, reason: null };
    case "drop":
      return { decision: "nothing", message: { code: `dry-run.drops.${step.reason.code}` }, reason: null };
    case "record-earlier":
      return { decision: "known", message: outcomeInWords(step.earlier.outcome), reason: null };
  }
}

function messageOf(reason: Reason): Message {
  const why = briefly(reason);
  return attentionOf(reason.code) === "none"
    ? { code: "dry-run.waits", why }
    : { code: "dry-run.holds", why };
}

/** @param reason the reason of a hold or a wait. It may name lines that have no problem of their own. */
function moneyOf(
  fulfillmentOrder: FulfillmentOrder | null,
  linkedVariants: Circumstances["linkedVariants"],
  reason: Reason | null,
): Pick<TriedPart, "lines" | "cost" | "paid"> {
  const isNamed = namedIn(reason);
  const lines = judgeLines({ fulfillmentOrder, linkedVariants }).map(({ line, variant, problem }) => {
    const code = problem?.code ?? (reason !== null && isNamed?.(line) ? reason.code : null);
    return {
      lineItemId: line.lineItemId,
      title: line.title,
      sku: variant?.sku ?? null,
      quantity: line.quantity,
      cost: variant ? times(variant.price, line.quantity) : null,
      paid: line.unitPrice && soldOf(line).revenue,
      problem: code && labelOf(code),
    };
  });
  return {
    lines,
    cost: totalOf(lines.map(({ cost }) => cost)),
    paid: totalOf(lines.map(({ paid }) => paid)),
  };
}

function totalOf(amounts: (Money | null)[]): Money | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : sum(known);
}
