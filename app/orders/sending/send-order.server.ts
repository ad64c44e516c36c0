import { isDeepStrictEqual } from "node:util";

import { Prisma } from "@prisma/client";

import { findService, isServiceMissing } from "../../catalog/location/our-location.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { claim, type Claimed, postpone, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import { readFulfillmentOrder } from "../../shop/orders/fulfillment-orders.server.ts";
import { trySubmitRequest } from "../../shop/orders/submit-request.server.ts";
import { ingestRequest } from "../ingest/ingest-requests.server.ts";
import { acceptedLossOf, NOTHING_APPROVED } from "../placing/approvals.ts";
import { deleteAutomaticRequest } from "../rules/apply-rules.server.ts";
import { evaluateOrder, readFacts } from "../placing/evaluate-order.server.ts";
import type { Part } from "../placing/plan-part.ts";
import { requestRest } from "../placing/request-part.server.ts";
import { briefly } from "../reasons/reason-words.ts";
import { findOrderingSettings } from "../store/ordering-settings.server.ts";
import { linesIn, type LineToSend, toLinesToSend } from "../states/order-to-send.ts";

type ClaimedSend = Claimed<"UnrequestedOrder">;

/**
 * A run takes less time: a read (90 s per page), cost and stock (45 s), the request, and another read after userErrors.
 */
const LEASE_SECONDS = 300;

/** Sends an order if it is due and not claimed already. */
export async function sendOrder({ shop, orderId: id }: { shop: ShopDomain; orderId: string }): Promise<void> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "UnrequestedOrder", { key: { shop, id }, seconds: LEASE_SECONDS }),
  );
  if (claimed) await sendClaimed(claimed);
}

/** Sends every due order: those whose job was lost, and those whose worker crashed or failed. */
export async function sweepSends(): Promise<void> {
  await sweep({
    purpose: "orders",
    work: "UnrequestedOrder",
    seconds: LEASE_SECONDS,
    process: sendClaimed,
  });
}

/**
 * Requests fulfillment as the merchant would, and ingests the request. After a crash between the two, the next run
 * finds the request in the shop and ingests it. An order is opened only once per fulfillment order.
 */
async function sendClaimed(claimed: ClaimedSend): Promise<void> {
  const { shop, fulfillmentOrderId, retryCount } = claimed;
  const sent = await send(claimed).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, fulfillmentOrderId, err: error }, "orders.send-failed");
    return error;
  });
  // A request with an unknown outcome may be repeated: the next run reads the shop first.
  if (sent instanceof Failure && sent.code !== "rejected") {
    const seconds = backOffSeconds(retryCount, { failure: sent });
    await inShop(shop, (tx) =>
      postpone(tx, "UnrequestedOrder", claimed, { seconds, retryCount: retryCount + 1 }),
    );
    return;
  }
  const end = sent instanceof Failure ? rejected(sent.explanation) : sent;
  if (end.isHalfDone === true) {
    await inShop(shop, async (tx) => {
      if (await postpone(tx, "UnrequestedOrder", claimed, { seconds: 0, retryCount, result: end.result }))
        await enqueue(tx, jobs["orders.send"], { shop, orderId: claimed.id });
    });
    return;
  }
  await inShop(shop, (tx, now) =>
    release(tx, "UnrequestedOrder", claimed, {
      dueAt: null,
      retryCount: 0,
      result: end.result,
      ...(!end.waits && { leftAt: now }),
      // The merchant accepted the loss for this press. It does not hold for a later request, or for a request of
      // another process.
      ...(end.sentAt ? { requestSentAt: end.sentAt } : { acceptedLoss: Prisma.DbNull }),
      ...(end.lines && { lines: end.lines, version: { increment: 1 } }),
    }),
  );
  // Ingests the request at once, because Shopify's webhook for it may be late or lost.
  if (!end.waits && isSent(end.result)) await ingestRequest(shop, { subjectId: fulfillmentOrderId });
}

/**
 * `waits`: the order stays in the list. `lines`: its lines in the shop now. `isHalfDone`: the next run requests the rest.
 * `sentAt`: time, by the shop's clock, of the request that this run made for the whole order.
 */
type End = {
  result: Message;
  waits: boolean;
  lines?: LineToSend[];
  isHalfDone?: true;
  sentAt?: Date | null;
};

async function send(claimed: ClaimedSend): Promise<End> {
  const { shop, fulfillmentOrderId: id, shopOrderId } = claimed;
  const service = await findService(shop);
  if (service === null && (await isServiceMissing(shop)))
    return { result: { code: "to-send.result.service-gone" }, waits: true };
  if (service === null || (await findConnection(shop)) === null)
    return { result: { code: "to-send.result.not-connected" }, waits: true };
  const read = await readFulfillmentOrder(shop, { id, shopOrderId, ourLocationId: service.locationId });
  const decision = decideSend(read, linesIn(claimed.lines));
  switch (decision.kind) {
    case "leaves":
      return { result: decision.why, waits: false };
    case "waits":
      return { result: decision.why, waits: true, lines: decision.lines };
    case "requested":
      return endRequested(claimed, read);
    case "submit": {
      const planned = await planLines(claimed, read as FulfillmentOrder);
      if ("why" in planned) return { result: planned.why, waits: true };
      // The merchant makes this request, so it must not count toward the limits of automatic ordering.
      await deleteAutomaticRequest(shop, id);
      const submitted = await trySubmitRequest(shop, id, { lines: planned.lines });
      if (submitted.kind === "user-errors") return rejected(submitted.problem);
      log.info({ shop, shopOrderId, fulfillmentOrderId: id }, "orders.sent-by-merchant");
      if (planned.waits.length === 0) return { result: SENT, waits: false, sentAt: submitted.sentAt };
      const result = { code: "to-send.result.sent-in-part", items: planned.waits } as const;
      return { result, waits: false, isHalfDone: true };
    }
  }
}

/** The lines to request (null: all) and the items that wait; or the reason why no line can be ordered now. */
type Planned = { lines: Part["lines"] | null; waits: Part["waits"] } | { why: Message };

/** Plans the lines to request: all lines, unless the merchant chose to send what can be sent. */
async function planLines(claimed: ClaimedSend, read: FulfillmentOrder): Promise<Planned> {
  const { shop, inPart } = claimed;
  const all = { lines: null, waits: [] };
  if (!(await leavesOut(claimed))) return all;
  const facts = await readFacts({ shop, fulfillmentOrderId: read.id, request: read });
  const fulfillmentOrder = { ...read, request: "submitted" } as const;
  const withLoss = acceptedLossOf(claimed.acceptedLoss, linesIn(claimed.lines));
  const judged = { fulfillmentOrder, facts, approved: { ...NOTHING_APPROVED, withLoss } };
  const { decision, part } = await evaluateOrder(shop, judged);
  if (part !== null) return part.waits.length === 0 ? all : part;
  // The merchant chose to send the whole order, so all of it is requested. It is then held on the orders page, with
  // this reason.
  if (decision.kind !== "hold" || !inPart) return all;
  const { reason } = decision;
  const code = reason.code === "below-cost" ? "to-send.result.loss" : "to-send.result.nothing-now";
  return { why: { code, why: briefly(reason) } };
}

/**
 * Ends an order whose fulfillment is requested. If the request left lines out, requests these lines too, so that they
 * wait as an order of their own. The press was for the whole order, so this includes lines that the merchant has left
 * out in Shopify meanwhile.
 */
async function endRequested(claimed: ClaimedSend, read: FulfillmentOrder | null): Promise<End> {
  const { shop } = claimed;
  const known = storedMessage(claimed.result);
  const end: End = { result: isSent(known) ? known : SENT, waits: false };
  const requestedAt = read?.requestedAt ?? null;
  if (read === null || requestedAt === null || !(await leavesOut(claimed))) return end;
  const ourLocationId = (await findService(shop))?.locationId ?? null;
  await requestRest(shop, { ...read, requestedAt, ourLocationId });
  return end;
}

/**
 * Returns true if the order is sent without the lines that cannot be ordered, by the merchant's press or by their
 * setting.
 */
async function leavesOut({ shop, inPart }: ClaimedSend): Promise<boolean> {
  return inPart || (await findOrderingSettings(shop)).sendsParts;
}

function isSent(result: Message | null): result is Message {
  return result?.code === SENT.code || result?.code === "to-send.result.sent-in-part";
}

const SENT = { code: "to-send.result.sent" } as const;

function rejected(explanation: Message): End {
  return { result: { code: "to-send.result.rejected", explanation }, waits: true };
}

/** The decision on an order that the merchant wants to send, as the shop shows it now. */
type SendDecision =
  | { kind: "submit" }
  /** Its fulfillment is requested already. */
  | { kind: "requested" }
  /** The order leaves the list, because it cannot be sent from there. */
  | { kind: "leaves"; why: Message }
  /** The order has changed, so the merchant has to see it again before it is sent. */
  | { kind: "waits"; why: Message; lines: LineToSend[] };

/**
 * Decides if an order may be sent. Test and unpaid orders have a button of their own, which asks for confirmation.
 *
 * @param fulfillmentOrder null if the shop shows no such fulfillment order.
 * @param seen the lines on the merchant's page.
 */
function decideSend(fulfillmentOrder: FulfillmentOrder | null, seen: LineToSend[]): SendDecision {
  if (fulfillmentOrder === null) return leaves("to-send.result.gone");
  const { ours, status, request, orderCanceled, paid, test } = fulfillmentOrder;
  if (request === "submitted" || request === "accepted") return { kind: "requested" };
  if (orderCanceled) return leaves("to-send.result.canceled");
  if (!ours) return leaves("to-send.result.moved");
  if (request !== "unsubmitted") return leaves("to-send.result.answered");
  if (status === "on_hold" || status === "scheduled") return leaves("to-send.result.on-hold");
  if (status !== "open") return leaves("to-send.result.gone");
  if (paid === null) return leaves("to-send.result.not-shown");
  if (!paid) return leaves("to-send.result.unpaid");
  if (test) return leaves("to-send.result.test");
  const lines = toLinesToSend(fulfillmentOrder.lines);
  if (lines.length === 0) return leaves("to-send.result.gone");
  if (!isSameOffer(lines, seen)) return { kind: "waits", why: { code: "to-send.result.edited" }, lines };
  return { kind: "submit" };
}

type LeavingCode = Exclude<
  Extract<Message["code"], `to-send.result.${string}`>,
  | "to-send.result.held"
  | "to-send.result.nothing-now"
  | "to-send.result.loss"
  | "to-send.result.rejected"
  | "to-send.result.sent-in-part"
>;

function leaves(code: LeavingCode): SendDecision {
  return { kind: "leaves", why: { code } };
}

/** Compares variants, quantities and prices. Ignores the title, because a new title changes nothing that is bought. */
function isSameOffer(one: LineToSend[], other: LineToSend[]): boolean {
  const offered = (lines: LineToSend[]) =>
    lines
      .map(({ shopVariantId, quantity, unitPrice }) => JSON.stringify([shopVariantId, quantity, unitPrice]))
      .toSorted();
  return isDeepStrictEqual(offered(one), offered(other));
}
