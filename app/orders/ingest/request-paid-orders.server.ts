import { Prisma } from "@prisma/client";

import { findService, isServiceMissing } from "../../catalog/location/our-location.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { databaseTime, inShop, readInShop } from "../../lib/database/db.server.ts";
import { deadlineIn } from "../../lib/deadline.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { fulfillmentOrderId, shopOrderId } from "../../shop/ids.ts";
import { type FulfillmentOrder, isOver, isRequestable } from "../../shop/orders/fulfillment-order.ts";
import { readFulfillmentOrder } from "../../shop/orders/fulfillment-orders.server.ts";
import {
  type HiddenOrder,
  isHidden,
  listUnrequested,
  readOrderOf,
  readRequestable,
  type RequestableOrder,
  type Unrequested,
} from "../../shop/orders/fulfillment-requests.server.ts";
import { trySubmitRequest } from "../../shop/orders/submit-request.server.ts";
import { type Applied, applyRules, leaveList, writeKeep } from "../rules/apply-rules.server.ts";
import { countedStates } from "../states/order-state.ts";
import { findOrderingSettings } from "../store/ordering-settings.server.ts";
import { readStanding } from "../store/standing.server.ts";
import { ingestRequest } from "./ingest-requests.server.ts";
import { recordHiddenOrder, recordProblem, storeHidden } from "./report-unrequested.server.ts";
import { type Listed, storeLines, storeUnrequested } from "./store-unrequested.server.ts";

/**
 * A webhook says that an order is paid. If automatic ordering is on and the shop confirms the payment, requests
 * fulfillment as the merchant would. Payments from before automatic ordering was switched on are left to the merchant.
 *
 * @param triggeredAt time of the payment event by Shopify's clock; null if unknown.
 * @returns `not-yet` if the shop does not show the order, or shows it unpaid.
 */
export async function requestPaidOrder(
  shop: ShopDomain,
  { subjectId, triggeredAt }: { subjectId: string | null; triggeredAt: Date | null },
): Promise<NotYet> {
  const { automaticOrderingSince: since } = await findOrderingSettings(shop);
  const id = shopOrderId(subjectId);
  if (since === null || id === null || (triggeredAt !== null && triggeredAt < since)) return undefined;
  return answerOf(await requestOrder(shop, id));
}

/**
 * Shopify has just assigned an order to a location, or released it from a hold or schedule. If automatic ordering is
 * on, requests fulfillment of the order. The webhook about the payment may come before Shopify opens the fulfillment
 * order. Ignores orders from before automatic ordering was switched on.
 *
 * @returns `not-yet` if the shop does not show the fulfillment order.
 */
export async function requestRoutedOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<NotYet> {
  const { automaticOrderingSince: since } = await findOrderingSettings(shop);
  const id = fulfillmentOrderId(subjectId);
  if (since === null || id === null) return undefined;
  const order = await readOrderOf(shop, id);
  if (order === null) return "not-yet";
  if (order.orderedAt < since) return undefined;
  await requestOrder(shop, order.shopOrderId);
  if (order.isScheduled && (await isHidden(shop, order.shopOrderId)))
    await recordHiddenOrder(shop, { id: order.shopOrderId, name: order.orderName });
  return undefined;
}

type NotYet = "not-yet" | undefined;

/**
 * Reads the shop's paid, unrequested fulfillment orders, because webhooks get lost. Requests fulfillment of those
 * that were ordered after automatic ordering was switched on. Stores the others for the merchant to send.
 */
export async function requestPaidOrders(shop: ShopDomain): Promise<void> {
  // Without our service there is no location to which Shopify could assign orders.
  if ((await findService(shop)) === null) return;
  const { automaticOrderingSince: since } = await findOrderingSettings(shop);
  const listed = await listAllUnrequested(shop);
  if (listed.since === null) await storeHidden(shop, listed.hidden);
  const requested = new Set<string>();
  try {
    for (const { shopOrderId: id, orderName: name } of orderedSince(listed.hidden, since))
      await recordHiddenOrder(shop, { id, name });
    const unjudged = since === null ? [] : await omitKept(shop, listed.unrequested);
    for (const { shopOrderId: id } of orderedSince(unjudged, since)) {
      const { order, problem, requested: parts } = await request(shop, id);
      for (const part of parts) requested.add(part);
      if (order !== null && problem !== null) await recordProblem(shop, order, problem);
    }
  } finally {
    const waiting = listed.unrequested.filter((each) => !requested.has(each.fulfillmentOrderId));
    await storeUnrequested(shop, { ...listed, unrequested: waiting });
  }
}

/**
 * Returns the ids of an order's fulfillment orders that automatic ordering requests. After a rejected or canceled
 * request, the part looks like a new part, and we would request it again and again. Therefore a person decides about
 * it. Only a person requests Shopify's test orders, because no customer pays for them.
 */
export function decideRequest({ canceled, paid, test, fulfillmentOrders }: Decided): string[] {
  const isForPerson = fulfillmentOrders.some((each) => each.ours && hasEndedRequest(each));
  if (canceled || !paid || test || isForPerson) return [];
  return fulfillmentOrders.filter(isRequestable).map(({ id }) => id);
}

/**
 * Returns the ids of the fulfillment orders that automatic ordering requests. After a canceled fulfillment, Shopify
 * opens a new fulfillment order. Omits a new fulfillment order whose pieces are bought already. The page "To send"
 * lists it until a person decides.
 */
export async function findRequests(
  shop: ShopDomain,
  { order, locationId }: { order: RequestableOrder; locationId: string },
): Promise<string[]> {
  const parts = decideRequest(order);
  const hasOthers = order.fulfillmentOrders.length > parts.length;
  if (parts.length === 0 || !hasOthers || !(await hasOrders(shop, order.id))) return parts;
  const requests: string[] = [];
  for (const id of parts) {
    const part = await readFulfillmentOrder(shop, { id, shopOrderId: order.id, ourLocationId: locationId });
    if (part !== null && !(await isBought(shop, part))) requests.push(id);
  }
  return requests;
}

/** Returns true if the supplier has, or may have, an order of ours for this order of the shop. */
async function hasOrders(shop: ShopDomain, shopOrderId: string): Promise<boolean> {
  const where = { shop, shopOrderId, state: { in: countedStates } };
  return (await readInShop(shop, (tx) => tx.supplierOrder.count({ where }))) > 0;
}

/**
 * Returns true if the supplier has all pieces of each line that the customer ordered. Placing counts the pieces again,
 * under a lock.
 */
async function isBought(shop: ShopDomain, { lines, past }: FulfillmentOrder): Promise<boolean> {
  const item = {
    shop,
    orderId: null,
    intent: { lines: lines.filter(({ quantity }) => quantity > 0), past, isProbe: false },
  };
  const standing = await readInShop(shop, (tx) => readStanding(tx, [item]));
  return standing.get(item)?.isBought ?? false;
}

type Decided = Pick<RequestableOrder, "canceled" | "paid" | "test"> & {
  fulfillmentOrders: Omit<RequestableOrder["fulfillmentOrders"][number], "openedAt">[];
};

type Part = Decided["fulfillmentOrders"][number];

/**
 * Returns true if the part was requested, but the request was rejected or withdrawn, or is over. A person decides about
 * such a part.
 */
function hasEndedRequest({ status, request, wasRequested }: Part): boolean {
  if (request === "unsubmitted") return wasRequested;
  if (request === "submitted") return isOver(status);
  return request !== "accepted" && request !== "cancellation_rejected";
}

/**
 * Requests fulfillment of an order, as far as automatic ordering and the merchant's rules let it through.
 *
 * @returns `not-connected` if the supplier is not connected, or our fulfillment service is missing. A poll after
 *   connecting finds the order. `off` if automatic ordering is off. Otherwise `order` as the shop shows it; null if the
 *   shop does not show it. `result`: `kept` by the merchant's rules, `requested`, `refused` if Shopify refused at least
 *   one part, or `nothing` if the order has no part that may be requested.
 */
export async function requestOrder(
  shop: ShopDomain,
  id: string,
): Promise<
  | { kind: "not-connected" | "off"; order: null }
  | {
      kind: "judged";
      order: RequestableOrder | null;
      result: "kept" | "requested" | "refused" | "nothing";
    }
> {
  if ((await findConnection(shop)) === null || (await isServiceMissing(shop)))
    return { kind: "not-connected", order: null };
  const { order, problem, requested, failed, kept } = await request(shop, id);
  if (kept === "off") return { kind: "off", order: null };
  if (order !== null && problem !== null) {
    await recordProblem(shop, order, problem);
    await storeParts(shop, order, failed);
    await judgeAtNextPoll(shop, failed);
  }
  // Ingests the new requests at once, because Shopify's webhooks for them may be late or lost.
  for (const subjectId of requested) await ingestRequest(shop, { subjectId });
  const result = kept ? "kept" : problem ? "refused" : requested.length > 0 ? "requested" : "nothing";
  return { kind: "judged", order, result };
}

/** Returns `not-yet` for an order that the shop does not show, or shows unpaid. */
function answerOf(done: Awaited<ReturnType<typeof requestOrder>>): NotYet {
  if (done.kind !== "judged") return undefined;
  return done.order?.paid === true || done.order?.canceled === true ? undefined : "not-yet";
}

/** Lists the shop's newest unrequested fulfillment orders. */
async function listAllUnrequested(shop: ShopDomain): Promise<Listed & { hidden: HiddenOrder[] }> {
  const asOf = await databaseTime();
  const all = { unrequested: [] as Unrequested[], hidden: [] as HiddenOrder[], asOf };
  let since: Date | null = null;
  let after: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { unrequested, hidden, openedSince, next } = await listUnrequested(shop, after);
    all.unrequested.push(...unrequested);
    all.hidden.push(...hidden);
    if (next === null) return { ...all, since: null };
    since = openedSince;
    after = next;
  }
  return { ...all, since };
}

/** Limit of pages: a thousand fulfillment orders. Earlier runs have already seen the shop's older orders. */
const PAGES_AT_MOST = 20;

/**
 * Returns the orders that were placed since automatic ordering was switched on, each once; an empty list if automatic
 * ordering is off.
 */
function orderedSince<Each extends HiddenOrder>(orders: Each[], since: Date | null): Each[] {
  if (since === null) return [];
  const recent = orders.filter(({ orderedAt }) => orderedAt >= since);
  return [...new Map(recent.map((each) => [each.shopOrderId, each])).values()];
}

/**
 * `requested`, `failed`: ids of the fulfillment orders whose fulfillment was requested, and of those that Shopify did not let
 * us request. `kept`: true if the merchant's rules keep the order; "off" if automatic ordering is off.
 */
type Requested = {
  order: RequestableOrder | null;
  requested: string[];
  failed: string[];
  kept: boolean | "off";
  problem: Message | null;
};

/** Maximum age of the shop's answer at the moment of the request. */
const READ_HOLDS_MS = 120_000;

/** Reads an order, and requests its fulfillment if the merchant's rules let it through. */
async function request(shop: ShopDomain, id: string): Promise<Requested> {
  const service = await findService(shop);
  const readHolds = deadlineIn(READ_HOLDS_MS);
  const order = service && (await readRequestable(shop, { id, ourLocationId: service.locationId }));
  const parts = order ? await findRequests(shop, { order, locationId: service.locationId }) : [];
  const requested: string[] = [];
  const failed: string[] = [];
  let problem: Message | null = null;
  if (order === null || parts.length === 0) return { order, requested, failed, kept: false, problem };
  const applied = await applyRules(shop, { order, parts });
  if (applied.kind === "kept") await storeKept(shop, order, applied);
  if (applied.kind !== "send")
    return { order, requested, failed, kept: applied.kind === "kept" ? true : "off", problem };
  // If the process was suspended meanwhile, the order may have a new tag, refund or risk, so it is read again.
  if (readHolds.hasPassed()) return request(shop, id);
  for (const part of parts) {
    const submitted = await trySubmitRequest(shop, part);
    if (submitted.kind === "requested") requested.push(part);
    // Keeps the record of this request, which counts toward the daily limits: another process may have made the
    // request, and a lagging replica may hide it. A later run corrects the record.
    else {
      failed.push(part);
      problem = submitted.problem;
    }
  }
  if (requested.length > 0)
    log.info({ shop, shopOrderId: id, requested: requested.length }, "orders.requested-automatically");
  if (applied.waiting && problem === null) await leaveList(shop, id);
  return { order, requested, failed, kept: false, problem };
}

/** Adds kept fulfillment orders to the list of orders to send if they are missing there. */
async function storeKept(
  shop: ShopDomain,
  order: RequestableOrder,
  { missing: parts, keep }: Extract<Applied, { kind: "kept" }>,
): Promise<void> {
  if (parts.length === 0) return;
  await storeParts(shop, order, parts);
  await inShop(shop, (tx) => writeKeep(tx, { shop, parts, keep }));
}

/** Adds fulfillment orders to the list of orders to send. If a crash prevents that, a poll adds them. */
async function storeParts(
  shop: ShopDomain,
  { id: shopOrderId, name: orderName, shopVersion, fulfillmentOrders }: RequestableOrder,
  parts: string[],
): Promise<void> {
  const orders = fulfillmentOrders
    .filter((each) => parts.includes(each.id))
    .map(({ id: fulfillmentOrderId, openedAt }) => ({
      fulfillmentOrderId,
      shopOrderId,
      orderName,
      openedAt,
      shopVersion,
    }));
  await storeLines(shop, { orders, asOf: await databaseTime() });
}

/**
 * Makes the next poll judge fulfillment orders again, because no rule keeps them any more, but Shopify refused their
 * request.
 */
async function judgeAtNextPoll(shop: ShopDomain, parts: string[]): Promise<void> {
  await inShop(shop, (tx) =>
    tx.unrequestedOrder.updateMany({
      where: { shop, fulfillmentOrderId: { in: parts }, judgeDueAt: null },
      data: { judgedVersion: null },
    }),
  );
}

/**
 * Omits orders that rules keep and that have not changed since the last judgment. A sweep judges these orders when they
 * are due.
 */
async function omitKept(shop: ShopDomain, unrequested: Unrequested[]): Promise<Unrequested[]> {
  const ids = unrequested.map(({ fulfillmentOrderId }) => fulfillmentOrderId);
  const rows = await inShop(shop, (tx) =>
    tx.unrequestedOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: ids }, kept: { not: Prisma.DbNull }, leftAt: null },
      select: { fulfillmentOrderId: true, judgedVersion: true },
    }),
  );
  const judged = new Map(rows.map((row) => [row.fulfillmentOrderId, row.judgedVersion]));
  return unrequested.filter((each) => judged.get(each.fulfillmentOrderId) !== each.shopVersion);
}
