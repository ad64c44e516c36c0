import { findService } from "../catalog/location/our-location.server.ts";
import { readInShop } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import {
  findOrdersByName,
  type FoundOrder,
  listLatestOrders,
  numberOf,
} from "../shop/orders/find-orders.server.ts";
import { forLocation, type FulfillmentOrder, isOver } from "../shop/orders/fulfillment-order.ts";
import { readRequestable, type RequestableOrder } from "../shop/orders/fulfillment-requests.server.ts";
import { findTimeZone } from "../shop/shop-facts.server.ts";
import { findRequests } from "./ingest/request-paid-orders.server.ts";
import { tryRules } from "./rules/apply-rules.server.ts";
import { findOrderingSettings, possiblePrefixes } from "./store/ordering-settings.server.ts";
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

/** The orders to try: the latest ones, or those with a name. */
type Wanted = { kind: "latest" } | { kind: "name"; name: string };

/** An order with what Stockbridge would do with each of its parts. */
export type TriedOrder = FoundOrder & {
  parts: TriedPart[];
  /** Says why there is no part; null if there is one. */
  nothing: Message | null;
};

export type DryRun =
  | { kind: "orders"; orders: TriedOrder[] }
  /** No order that the shop shows has that name. */
  | { kind: "unknown"; name: string }
  /** The shop has not answered. */
  | { kind: "failed"; problem: Message };

const LATEST = 20;

/** Orders that are read at a time. */
const CONCURRENCY = 4;

/**
 * Decides on orders as Stockbridge would now, by the functions that decide real ones, the rules of automatic ordering included.
 * Changes no order, sends nothing to the supplier, and changes nothing in the shop.
 */
export async function dryRun(shop: ShopDomain, wanted: Wanted): Promise<DryRun> {
  try {
    const found =
      wanted.kind === "latest"
        ? await listLatestOrders(shop, LATEST)
        : await findOrdersByName(shop, wanted.name);
    const orders = found.length === 0 && wanted.kind === "name" ? await findHidden(shop, wanted.name) : found;
    if (orders.length === 0 && wanted.kind === "name") return { kind: "unknown", name: wanted.name };
    return { kind: "orders", orders: await tryOrders(shop, orders) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { kind: "failed", problem: error.explanation };
  }
}

/** Tries orders in turn, a few at a time. */
export async function tryOrders(shop: ShopDomain, orders: readonly FoundOrder[]): Promise<TriedOrder[]> {
  const tried: TriedOrder[] = [];
  for (let from = 0; from < orders.length; from += CONCURRENCY) {
    const batch = orders.slice(from, from + CONCURRENCY);
    tried.push(...(await Promise.all(batch.map((order) => tryOrder(shop, order)))));
  }
  return tried;
}

/** Finds orders by our records, since Shopify hides those of more than 60 days. */
async function findHidden(shop: ShopDomain, name: string): Promise<FoundOrder[]> {
  const orderName = { in: [`#${numberOf(name)}`, numberOf(name)], mode: "insensitive" as const };
  const rows = await readInShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, orderName },
      distinct: ["shopOrderId"],
      select: { shopOrderId: true, orderName: true },
      take: LATEST,
    }),
  );
  return rows.map(({ shopOrderId: id, orderName: known }) => ({ id, name: known }));
}

async function tryOrder(shop: ShopDomain, { id, name }: FoundOrder): Promise<TriedOrder> {
  const service = await findService(shop);
  const order = service && (await readRequestable(shop, { id, ourLocationId: service.locationId }));
  const known = await readInShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, shopOrderId: id },
      select: { fulfillmentOrderId: true, state: true },
    }),
  );
  const ours = order?.fulfillmentOrders.filter((each) => each.ours) ?? [];
  const open = ours.filter(({ status }) => !isOver(status)).map((each) => each.id);
  const ids = new Set([...open, ...known.map(({ fulfillmentOrderId }) => fulfillmentOrderId)]);
  const automatic = order && (await findAutomatic(shop, { order, locationId: service.locationId }));
  const parts: TriedPart[] = [];
  for (const part of ids) {
    const tried = await tryPart(shop, { fulfillmentOrderId: part, shopOrderId: id });
    const isRequested = automatic?.requests.includes(part) ?? false;
    parts.push(tried.isRequested ? tried : { ...tried, request: requestOf(automatic, isRequested) });
  }
  return { id, name, parts, nothing: parts.length > 0 ? null : nothingOf(service !== null, order) };
}

/** The decision of automatic ordering on an order: `requests` has the parts that it would request. */
type Automatic = { requests: string[]; otherwise: Message };

/** Decides as `requestPaidOrder` would now. Automatic ordering leaves orders alone that are older than itself. */
async function findAutomatic(
  shop: ShopDomain,
  { order, locationId }: { order: RequestableOrder; locationId: string },
): Promise<Automatic> {
  const { automaticOrderingSince: since } = await findOrderingSettings(shop);
  const none = (otherwise: Message) => ({ requests: [], otherwise });
  if (since === null) return none({ code: "dry-run.request.by-merchant" });
  const requests = await findRequests(shop, { order, locationId });
  if (requests.length === 0) return none({ code: "dry-run.request.left" });
  if (order.orderedAt < since) return none({ code: "dry-run.request.older", since: since.toISOString() });
  const timeZone = await findTimeZone(shop);
  const verdict = await readInShop(shop, (tx, now) => tryRules(tx, { shop, order, timeZone, now }));
  if (verdict.kind === "send") return { requests, otherwise: { code: "dry-run.request.left" } };
  const { why, until } = verdict;
  return none(
    until === null
      ? { code: "dry-run.request.kept", why }
      : { code: "dry-run.request.kept-until", why, until: until.toISOString() },
  );
}

function requestOf(automatic: Automatic | null, isRequested: boolean): Message {
  if (isRequested) return { code: "dry-run.request.automatic" };
  return automatic?.otherwise ?? { code: "dry-run.request.by-merchant" };
}

function nothingOf(hasService: boolean, order: RequestableOrder | null): Message {
  if (!hasService) return { code: "dry-run.nothing.no-location" };
  if (order === null || order.fulfillmentOrders.length === 0) return { code: "dry-run.nothing.not-routed" };
  if (order.fulfillmentOrders.some((each) => each.ours)) return { code: "dry-run.nothing.fulfilled" };
  return { code: "dry-run.nothing.elsewhere" };
}

/** A fulfillment order with the decision on it. */
export type TriedPart = {
  fulfillmentOrderId: string;
  /** Our order; null if the part was never requested. */
  orderId: string | null;
  /** "known": the supplier has it already, or may have it. */
  decision: "place" | "part" | "hold" | "wait" | "cancel" | "nothing" | "known";
  message: Message;
  /** The reason of a hold, as a row would keep it. */
  reason: Reason | null;
  /** False if its fulfillment is yet to be requested: the decision holds for after that. */
  isRequested: boolean;
  /** Who requests its fulfillment; null if that is done. */
  request: Message | null;
  lines: TriedLine[];
  /** Totals; null if an amount is unknown or there are several currencies. */
  cost: Money | null;
  paid: Money | null;
};

export type TriedLine = {
  lineItemId: string;
  title: string;
  /** The supplier's; null if the line is not linked or the supplier has none. */
  sku: string | null;
  quantity: number;
  /** The supplier's cost of all pieces, and what the customer pays for them. */
  cost: Money | null;
  paid: Money | null;
  /** The problem of the line itself in a few words. */
  problem: Message | null;
};

/** Decides on a fulfillment order as Stockbridge would now, once its fulfillment is requested. */
async function tryPart(
  shop: ShopDomain,
  { fulfillmentOrderId, shopOrderId }: { fulfillmentOrderId: string; shopOrderId: string },
): Promise<TriedPart> {
  const read = await readWithLocation(shop, { id: fulfillmentOrderId, shopOrderId });
  const { facts, row } = await readInShop(shop, async (tx, now) => {
    const [first] = await readFactsIn(tx, [{ shop, fulfillmentOrderId, request: read }], now);
    const key = { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } };
    return { facts: first as Facts, row: await tx.supplierOrder.findUnique({ where: key }) };
  });
  const shown = read && forLocation(read, facts.ourLocationId);
  const known = row && toOrderRow(row);
  const isRequested = shown?.request !== "unsubmitted" || (known !== null && !isEnded(known.state));
  const part = { fulfillmentOrderId, orderId: known?.id ?? null, isRequested, request: null };
  if (known !== null && !isUnsent(known.state) && !isRequestedAgain(known, shown)) {
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

/** Returns true if an ended order would start over: a simpler form of the decision in `openOrder`. */
function isRequestedAgain({ state, requestedAt }: OrderRow, shown: FulfillmentOrder | null): boolean {
  if (shown === null || !isEnded(state)) return false;
  if (shown.request === "unsubmitted") return true;
  return shown.request === "submitted" && shown.requestedAt !== null && shown.requestedAt > requestedAt;
}

/** Returns the order as if its fulfillment had just been requested. */
function requestedNow(shown: FulfillmentOrder, now: Date): FulfillmentOrder {
  return { ...shown, request: "submitted", requestedAt: now };
}

/** A row's id that no order has. */
const NO_ORDER = "00000000-0000-0000-0000-000000000000";

type Opening = { shop: ShopDomain; fulfillmentOrderId: string; now: Date };

/** Returns what the row would say once the order is opened or restarted. */
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

/** "part": what can be ordered is ordered, and the rest waits. */
type Tried = Exclude<Step, { kind: "place" }> | { kind: "place" } | { kind: "part" };

/** Decides as `processOrder`, `placeOrder` and `beginAttempt` do together, up to the first row that they write. */
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

/** @param reason of a hold: it may name lines that have no problem of their own. */
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
