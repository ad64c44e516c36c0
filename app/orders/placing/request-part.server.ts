import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../../messages/translate.ts";
import { isScopeDenied } from "../../shop/access-scopes.server.ts";
import {
  type FulfillmentOrder,
  forLocation,
  type ReadFulfillmentOrder,
  REQUESTING_SCOPE,
} from "../../shop/orders/fulfillment-order.ts";
import { rejectFulfillment } from "../../shop/orders/request-answers.server.ts";
import {
  findLeftOut,
  listNeverRequested,
  trySubmitRequest,
} from "../../shop/orders/submit-request.server.ts";
import { rejectionReasonOf } from "../canceling/rejection.ts";
import type { PartItems } from "../reasons/purchase.ts";
import type { Reason } from "../reasons/reason.ts";
import { namedIn } from "../reasons/reason-params.ts";
import { labelOf } from "../reasons/reason-words.ts";
import {
  changeClaimed,
  type ClaimedOrder,
  postponeOrder,
  recordOrderActivity,
  releaseOrder,
  wakeOrder,
} from "../store/order-store.server.ts";
import { readApprovals } from "./approvals.ts";
import { type Evaluated, evaluateOrder, type Facts, readFacts } from "./evaluate-order.server.ts";
import { decidePartStep, divides, type Part } from "./plan-part.ts";

/** Texts for the shop are in one language, because Shopify stores one text for all readers. */
const t = translator(DEFAULT_LOCALE);

/**
 * Takes the next step towards a request of only those lines that can be ordered. The steps are: reject the merchant's
 * request, request the part, then request the rest, which waits as an order of its own. Takes one step, then releases the
 * order: after a crash the next run continues by what the shop shows. If Shopify's reply to the request of the part names
 * the rest, that step requests the rest too. If Shopify refuses to split the order, that step requests the whole again.
 * Buys nothing. The merchant's message goes along with each request, because the supplier gets it with the order.
 *
 * @param request as just read; null if the shop has none with that id.
 * @returns true if the order is to be placed by the request as it stands. Then the order stays claimed.
 * @throws Failure if a call to the shop or the supplier fails.
 */
export async function requestPart(
  order: ClaimedOrder,
  request: ReadFulfillmentOrder | null,
): Promise<boolean> {
  const { shop, fulfillmentOrderId: id } = order;
  if (request === null) return endPart(order, { isTried: false });
  const facts = await readFacts({ shop, fulfillmentOrderId: id, request });
  const fulfillmentOrder = forLocation(request, facts.ourLocationId);
  const approved = readApprovals(order, fulfillmentOrder);
  // We rejected this request ourselves, so it is judged as if the merchant had made it again.
  const evaluated = await evaluateOrder(shop, {
    fulfillmentOrder: { ...fulfillmentOrder, request: "submitted" },
    facts,
    approved,
  });
  const { part } = evaluated;
  const isTried = isMadeAgain(order, fulfillmentOrder);
  // The merchant requested the whole order. If Shopify refuses to request the rest, the rest waits in the list of orders
  // to send.
  if (isTried) {
    const { ourLocationId } = facts;
    await requestRest(shop, { ...fulfillmentOrder, ourLocationId }, order.partLeftOut);
  }
  const isRejecting = order.partOf !== null && order.partOf === fulfillmentOrder.requestId;
  switch (decidePartStep({ ...fulfillmentOrder, isRejecting }, part)) {
    case "place":
      return endPart(order, { isTried, requestedAt: fulfillmentOrder.requestedAt });
    case "wait":
      await postponeOrder(order, { code: "on-hold" });
      return false;
    case "reject":
      // Without the permission to request fulfillment, we could not request the lines again after rejecting the
      // request.
      if (await isScopeDenied(shop, REQUESTING_SCOPE)) return endPart(order, { isTried: false });
      if (!(await beginRejection(order, fulfillmentOrder, facts))) return false;
      return endStep(
        order,
        await rejectFulfillment(shop, { id, ...rejectionOf(evaluated, fulfillmentOrder) }),
      );
    case "request-all":
      return endStep(order, await trySubmitRequest(shop, id, { message: fulfillmentOrder.requestMessage }));
    case "request-part":
      return submitPart(order, part, fulfillmentOrder.requestMessage);
  }
}

/** Makes the order due again for the next step, or postpones it if Shopify refused this step. Returns false. */
async function endStep(
  order: ClaimedOrder,
  change: { kind: "done" | "requested" } | { kind: "user-errors"; problem: Message },
): Promise<false> {
  if (change.kind === "user-errors")
    await postponeOrder(order, { code: "part-not-requested", explanation: change.problem });
  else await releaseOrder(order);
  return false;
}

/** Requests the part. If Shopify does not split the order, requests all of it again, so that no request is lost. */
async function submitPart(order: ClaimedOrder, part: Part | null, message: string | null): Promise<false> {
  const { shop, fulfillmentOrderId: id } = order;
  const submitted = await trySubmitRequest(shop, id, { lines: part?.lines ?? null, message });
  if (submitted.kind === "requested") {
    log.info({ shop, orderId: order.id, lines: part?.lines.length }, "orders.part-requested");
    if (submitted.rest !== null) await submitRest(shop, submitted.rest, message);
    return endStep(order, submitted);
  }
  const { problem: explanation } = submitted;
  log.warn({ shop, orderId: order.id, problem: explanation }, "orders.part-refused");
  const again = await trySubmitRequest(shop, id, { message });
  if (again.kind === "user-errors") return endStep(order, again);
  await inShop(shop, async (tx, now) => {
    const refused = {
      partWantedAt: null,
      partOf: null,
      partLeftOut: [],
      partTriedAt: now,
      // Our request replaces the merchant's, so the merchant's approvals hold for ours.
      ...(again.sentAt && { requestSentAt: again.sentAt }),
    };
    if (!(await changeClaimed(tx, order, { ...refused, dueAt: now, retryCount: 0 }))) return;
    await wakeOrder(tx, order);
    const what = { code: "orders.part-refused", explanation } as const;
    await recordOrderActivity(tx, order, { kind: "orders.part-refused", tone: "warning", what, at: now });
  });
  return false;
}

/**
 * Ends the division of an order. Returns false if another worker has it.
 *
 * @param options `requestedAt`: time of the request that we made in place of the merchant's, if we did. From now on our
 *   request counts as theirs.
 */
async function endPart(
  order: ClaimedOrder,
  { isTried, requestedAt = null }: { isTried: boolean; requestedAt?: Date | null },
): Promise<boolean> {
  const { retryCount } = order;
  return inShop(order.shop, (tx, now) =>
    changeClaimed(tx, order, {
      partWantedAt: null,
      partOf: null,
      partLeftOut: [],
      retryCount,
      ...(isTried && { partTriedAt: now, ...(requestedAt && { requestSentAt: requestedAt }) }),
    }),
  );
}

/**
 * Stores which request is about to be rejected. Before the first rejection, also stores the ids of the fulfillment
 * orders that the merchant had not requested. Returns false if another worker has the order.
 */
async function beginRejection(
  order: ClaimedOrder,
  { requestId, shopOrderId }: FulfillmentOrder,
  { ourLocationId }: { ourLocationId: string | null },
): Promise<boolean> {
  const { shop, retryCount, partOf, partLeftOut } = order;
  const found = partOf === null ? await listNeverRequested(shop, { shopOrderId, ourLocationId }) : [];
  const left = [...partLeftOut, ...found.map(({ id }) => id)];
  return inShop(shop, (tx) => changeClaimed(tx, order, { partOf: requestId, partLeftOut: left, retryCount }));
}

/** Returns true if we made the request, in place of one that we rejected. */
function isMadeAgain(
  { partOf }: ClaimedOrder,
  fulfillmentOrder: FulfillmentOrder,
): fulfillmentOrder is FulfillmentOrder & { requestedAt: Date } {
  const { request, requestId, requestedAt } = fulfillmentOrder;
  return request === "submitted" && requestedAt !== null && partOf !== null && requestId !== partOf;
}

/**
 * Requests the fulfillment orders that a request left out. Shopify's webhooks and the poll open their orders.
 *
 * @param earlier ids of the fulfillment orders that an earlier request had left out.
 */
export async function requestRest(
  shop: ShopDomain,
  requested: Parameters<typeof findLeftOut>[1] & { requestMessage: string | null },
  earlier: string[] = [],
): Promise<void> {
  for (const rest of await findLeftOut(shop, requested, earlier))
    await submitRest(shop, rest, requested.requestMessage);
}

async function submitRest(shop: ShopDomain, rest: string, message: string | null): Promise<void> {
  const submitted = await trySubmitRequest(shop, rest, { message });
  if (submitted.kind === "user-errors")
    log.warn({ shop, fulfillmentOrderId: rest, problem: submitted.problem }, "orders.rest-not-requested");
}

/**
 * Finds the part that the merchant's setting sends without the rest of a held order. The setting divides a customer's order
 * only once: each further package costs shipping, so only a person divides the rest again.
 *
 * @returns null if the order is to be held as a whole, also because the app lacks the permission to request fulfillment.
 */
export async function findAutomaticPart(
  { shop, shopOrderId }: { shop: ShopDomain; shopOrderId: string },
  { decision, part }: Pick<Evaluated, "decision" | "part">,
  facts: Pick<Facts, "sendsParts">,
): Promise<Part | null> {
  if (!divides(decision, part, facts)) return null;
  const tried = await inShop(shop, (tx) =>
    tx.supplierOrder.count({ where: { shop, shopOrderId, partTriedAt: { not: null } } }),
  );
  return tried > 0 || (await isScopeDenied(shop, REQUESTING_SCOPE)) ? null : part;
}

/** Makes an order due. Its next step requests only the lines that can be ordered, as the merchant's setting says. */
export async function wantPart(order: ClaimedOrder, { sends: items }: PartItems): Promise<void> {
  await inShop(order.shop, async (tx, now) => {
    const wanted = { to: "ready", reason: null, partWantedAt: now, dueAt: now } as const;
    if (!(await changeClaimed(tx, order, wanted))) return;
    await wakeOrder(tx, order);
    const what = { code: "orders.part-sent-automatically", items } as const;
    await recordOrderActivity(tx, order, { kind: "orders.part-wanted", tone: "info", what, at: now });
  });
}

function rejectionOf({ decision }: Evaluated, { lines }: FulfillmentOrder) {
  const reason: Reason | null = decision.kind === "hold" ? decision.reason : null;
  const label = reason && labelOf(reason.code);
  const why = label === null ? "" : t(label);
  const isNamed = namedIn(reason);
  return {
    reason: rejectionReasonOf(reason?.code ?? null, reason),
    message: t("orders.in-shop.requested-in-part", { why }),
    lines: isNamed === null ? [] : lines.filter(isNamed).map((line) => ({ id: line.id, message: why })),
  };
}
