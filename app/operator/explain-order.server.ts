import type { Prisma } from "@prisma/client";
import { asSystem, type Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { storedMessage } from "../messages/message.ts";
import { DEFAULT_LOCALE, translator } from "../messages/translate.ts";
import { nextListAt, toListed } from "../orders/views/list-orders.server.ts";
import { nextStepOf } from "../orders/views/next-step.ts";
import { statusOf } from "../orders/views/order-status.ts";
import { isLeased } from "../queue/lease.server.ts";
import { findOneOrder } from "./find-orders.server.ts";
import { findPauses } from "./pause-orders.server.ts";
import { approvalsIn } from "../orders/placing/approvals.ts";
import { sendsNothing } from "../orders/store/attempt-store.server.ts";
import { eventsIn } from "../orders/views/find-order.server.ts";
import { outcomeMessage } from "../orders/states/outcome.ts";
import { numberIn } from "../shop/ids.ts";
import { webhookFailure } from "./words.ts";

/** A due step of an order, and its time. */
export type Due = {
  what: string;
  at: Date;
  /** True if a worker has claimed the step. `at` is then the end of the worker's lease. */
  isClaimed: boolean;
  /** Failures in a row. */
  retryCount: number;
};

/** All stored data about an order. It contains no address, but the supplier's sentences may name a customer. */
export type ExplainedOrder = {
  asOf: Date;
  shop: string;
  id: string;
  orderName: string;
  shopOrderId: string;
  fulfillmentOrderId: string;
  state: string;
  reason: string | null;
  /** The status as the merchant's page shows it. */
  status: string;
  /** The next step; null if the order waits for a person or is finished. */
  next: string | null;
  supplierOrderId: string | null;
  secondSupplierOrderId: string | null;
  /** State of our answer to the shop's request. */
  acceptance: string | null;
  cancelRequestedAt: Date | null;
  cost: { amount: string; currency: string } | null;
  lines: { title: string; sku: string; supplierVariantId: string; quantity: number; canceled: number }[];
  due: Due[];
  /** Sentences about pauses, lost access, the key and outages that stop the order. */
  obstacles: string[];
  /** In chronological order. */
  events: OrderEvent[];
};

const t = translator(DEFAULT_LOCALE);

/**
 * Explains an order: its status, its due steps, and its history.
 *
 * @throws Error with a sentence for the operator if no order, or more than one, matches `typed`
 */
export async function explainOrder(shop: ShopDomain, typed: string): Promise<ExplainedOrder> {
  return asSystem("operator", async (tx, asOf) => {
    const { id } = await findOneOrder(tx, shop, typed);
    const order = await readOrder(tx, shop, id);
    const listed = toListed(order, { asOf, listAt: await nextListAt(tx, shop) });
    const connection = await tx.connection.findUnique({ where: { shop } });
    const packages = order.shipments.flatMap(({ dueAt }) => dueAt ?? []);
    const shipmentDueAt = packages.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
    const step = nextStepOf({ ...listed, shipmentDueAt }, { now: asOf, connected: connection !== null });
    return {
      asOf,
      shop,
      id,
      orderName: order.orderName,
      shopOrderId: order.shopOrderId,
      fulfillmentOrderId: order.fulfillmentOrderId,
      state: order.state,
      reason: order.reason,
      status: t(statusOf(listed).message),
      next: step && t(step),
      supplierOrderId: order.supplierOrderId,
      secondSupplierOrderId: order.secondSupplierOrderId,
      acceptance: order.acceptance,
      cancelRequestedAt: order.cancelRequestedAt,
      cost: listed.cost,
      lines: order.lines.map(({ title, sku, supplierVariantId, quantity, canceled: canceled }) => ({
        title,
        sku,
        supplierVariantId,
        quantity,
        canceled,
      })),
      due: dueOf(order, asOf),
      obstacles: await findObstacles(tx, { shop, connection, asOf }),
      events: await eventsOf(tx, order),
    };
  });
}

function dueOf(order: WholeOrder, asOf: Date): Due[] {
  const due: Due[] = [];
  const add = (what: string, row: { dueAt: Date | null; leasedUntil: Date | null; retryCount: number }) => {
    if (row.dueAt === null) return;
    const isClaimed = isLeased(row, asOf);
    due.push({
      what,
      at: (isClaimed && row.leasedUntil) || row.dueAt,
      isClaimed,
      retryCount: row.retryCount,
    });
  };
  add("the order", order);
  add("the supplier's update", {
    dueAt: order.updateDueAt,
    leasedUntil: order.updateLeasedUntil,
    retryCount: order.updateRetryCount,
  });
  for (const shipment of order.shipments) add(`package ${shipment.supplierShipmentId}`, shipment);
  return due.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type Circumstances = {
  shop: ShopDomain;
  connection: { keyCheck: string; checkSince: Date; keyCheckMessage: unknown } | null;
  asOf: Date;
};

async function findObstacles(tx: Tx, { shop, connection, asOf }: Circumstances): Promise<string[]> {
  const obstacles: string[] = [];
  const access = await tx.shopAccess.findUnique({ where: { shop } });
  const pauses = await findPauses(tx, shop);
  if (access?.lostAt) obstacles.push(`Access to the shop is lost since ${access.lostAt.toISOString()}.`);
  if (connection === null) obstacles.push("The shop is not connected to the supplier.");
  else if (connection.keyCheck !== "verified")
    obstacles.push(
      `The key is ${connection.keyCheck} since ${connection.checkSince.toISOString()}: ${t(storedMessage(connection.keyCheckMessage) ?? { code: "connection.check.not-tried" })}`,
    );
  if (pauses.bySetting) obstacles.push("ORDERING=paused stands in this environment.");
  const { ofAll } = pauses;
  if (ofAll) obstacles.push(`${ofAll.by} paused every shop on ${ofAll.since.toISOString()}: ${ofAll.why}`);
  for (const pause of pauses.shops) {
    if (pause.who === "support")
      obstacles.push(`${pause.by} paused this shop on ${pause.since.toISOString()}: ${pause.why}`);
    else if (pause.who === "merchant")
      obstacles.push(`The merchant paused ordering on ${pause.since.toISOString()}.`);
    else
      obstacles.push(
        `The supplier's answers are unclear: one order is tried after ${pause.nextTryAt.toISOString()}.`,
      );
  }
  if (pauses.byDoubts)
    obstacles.push(
      `The supplier's answers to several shops are unclear: one order is tried after ${pauses.byDoubts.nextTryAt.toISOString()}.`,
    );
  const { supplierOutage } = pauses;
  if (supplierOutage && asOf.getTime() - supplierOutage.seenAt.getTime() < OUTAGE_SEEN_MS)
    obstacles.push(`The supplier answers no shop since ${supplierOutage.since.toISOString()}.`);
  return obstacles;
}

/** An outage that no process has confirmed for ten minutes counts as over. */
const OUTAGE_SEEN_MS = 10 * 60_000;

/** An event of an order. */
export type OrderEvent = {
  at: Date;
  kind:
    | "request"
    | "attempt"
    | "answer"
    | "lookup"
    | "decision"
    | "package"
    | "webhook"
    | "activity"
    | "operator";
  /** The code in the event's row; null if there is none. */
  code: string | null;
  text: string;
};

const WHOLE = {
  lines: { orderBy: { id: "asc" } },
  shipments: { orderBy: { id: "asc" } },
  attempts: {
    orderBy: [{ generation: "asc" }, { turn: "asc" }],
    include: { outcomes: { orderBy: { id: "asc" } } },
  },
} as const satisfies Prisma.SupplierOrderInclude;

/** An order with all its rows. */
export type WholeOrder = Prisma.SupplierOrderGetPayload<{ include: typeof WHOLE }>;

export function readOrder(tx: Tx, shop: ShopDomain, id: string): Promise<WholeOrder> {
  return tx.supplierOrder.findUniqueOrThrow({ where: { shop_id: { shop, id } }, include: WHOLE });
}

/**
 * Returns an order's events in chronological order: from its rows, its webhooks, its activity, and operators'
 * actions.
 */
export async function eventsOf(tx: Tx, order: WholeOrder): Promise<OrderEvent[]> {
  const events = [
    ...ownEvents(order),
    ...order.attempts.flatMap(attemptEvents),
    ...order.shipments.map(packageEvent),
    ...(await readWebhooks(tx, order)),
    ...(await readActivity(tx, order)),
    ...(await readActions(tx, order)),
  ];
  // A stable sort keeps the order of simultaneous events.
  return events.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function ownEvents(order: WholeOrder): OrderEvent[] {
  const { requestedAt, cancelRequestedAt } = order;
  const events: OrderEvent[] = [
    { at: requestedAt, kind: "request", code: "requested", text: "Fulfillment was requested." },
  ];
  if (cancelRequestedAt)
    events.push({
      at: cancelRequestedAt,
      kind: "request",
      code: "cancellation-requested",
      text: "The cancellation was requested.",
    });
  for (const { kind: code, at, message } of eventsIn(order.history))
    events.push({ at, kind: outcomeKind(code, { isAnswer: false }), code, text: t(message) });
  for (const { at, message } of approvalsIn(order))
    events.push({
      at,
      kind: "decision",
      code: "approved",
      text: `The merchant approved it: “${t(message)}”`,
    });
  return events;
}

type AttemptRow = WholeOrder["attempts"][number];

function attemptEvents(attempt: AttemptRow): OrderEvent[] {
  const { reference, generation, turn, startedAt, deadline, keyGeneration, outcomes } = attempt;
  const pieces = (attempt.lines as { supplierVariantId: string; quantity: number }[])
    .map(({ supplierVariantId, quantity }) => `${String(quantity)} × ${supplierVariantId}`)
    .join(", ");
  const sends = !sendsNothing({ startedAt, deadline });
  const begun = sends
    ? `Attempt ${String(generation)}.${String(turn)} began: reference ${reference}, ${pieces}, with key ${String(keyGeneration)}. Not sent after ${deadline.toISOString()}.`
    : `Attempt ${String(generation)}.${String(turn)} stands for an order that our records did not hold: reference ${reference}, ${pieces}. It sends nothing.`;
  return [
    { at: startedAt, kind: "attempt", code: null, text: begun },
    ...outcomes.map(({ kind: code, params, at }, index): OrderEvent => ({
      at,
      kind: outcomeKind(code, { isAnswer: sends && index === 0 }),
      code,
      text: `${t(outcomeMessage({ kind: code, params }))} (reference ${reference})`,
    })),
  ];
}

/**
 * Returns the kind of an outcome. An attempt's first outcome is the supplier's answer. If the process crashed,
 * the answer is unknown and the outcome comes from a lookup.
 */
function outcomeKind(code: string, { isAnswer }: { isAnswer: boolean }): OrderEvent["kind"] {
  if (code.startsWith("confirmed-") || code === "acknowledged" || code === "fulfilled-untracked")
    return "decision";
  if (code === "requested" || code === "cancellation-requested") return "request";
  return isAnswer && code !== "abandoned" ? "answer" : "lookup";
}

function packageEvent(shipment: WholeOrder["shipments"][number]): OrderEvent {
  const { supplierShipmentId, carrier, trackingNumber, shippedAt, supplierUpdatedAt, state } = shipment;
  const problem = storedMessage(shipment.problem);
  const shown = { due: "Shopify is to show it.", shown: "Shopify shows it.", failed: "Shopify refused it." };
  const text = [
    `Package ${supplierShipmentId}`,
    ...(trackingNumber === null ? [] : [`${carrier ?? "unknown carrier"} ${trackingNumber}`]),
  ].join(", ");
  return {
    at: shippedAt ?? supplierUpdatedAt ?? shipment.dueAt ?? new Date(0),
    kind: "package",
    code: state,
    text: `${text}. ${shown[state as keyof typeof shown]}${problem ? ` ${t(problem)}` : ""}`,
  };
}

const ABOUT_ORDERS = ["orders/", "refunds/", "fulfillment_orders/"];

/**
 * Reads webhooks about the fulfillment order or the customer's order. Shopify's webhooks contain ids as numbers
 * or as gids.
 */
async function readWebhooks(tx: Tx, order: WholeOrder): Promise<OrderEvent[]> {
  const { shop, fulfillmentOrderId, shopOrderId } = order;
  const ids = [fulfillmentOrderId, shopOrderId].flatMap((gid) => [gid, numberIn(gid) ?? gid]);
  const entries = await tx.inboxEntry.findMany({
    where: {
      shop,
      subjectId: { in: ids },
      // Limits the topics, because a product may have the same number as an order.
      OR: ABOUT_ORDERS.map((topics) => ({ topic: { startsWith: topics } })),
    },
    orderBy: { receivedAt: "asc" },
  });
  return entries.map(({ id, topic, receivedAt, handledAt, dueAt, failure, retryCount }) => {
    const fails = failure === null ? "" : ` ${webhookFailure(failure)} Tried ${String(retryCount)} times.`;
    const end =
      handledAt === null
        ? `Due ${dueAt?.toISOString() ?? "never"}.${fails}`
        : `${failure === null ? "Handled" : "Given up"} ${handledAt.toISOString()}.${fails}`;
    return { at: receivedAt, kind: "webhook", code: failure, text: `${topic} (entry ${id}). ${end}` };
  });
}

async function readActivity(tx: Tx, { shop, id }: WholeOrder): Promise<OrderEvent[]> {
  const entries = await tx.activity.findMany({
    where: { shop, subjectUrl: { equals: `/app/orders/${id}` } },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return entries.map(({ at, kind, message }) => ({
    at,
    kind: "activity",
    code: kind,
    text: `The merchant was told: ${t(storedMessage(message) ?? { code: "unknown-message" })}`,
  }));
}

async function readActions(tx: Tx, { id }: WholeOrder): Promise<OrderEvent[]> {
  const actions = await tx.operatorAction.findMany({ where: { rowId: id }, orderBy: { at: "asc" } });
  return actions.map(({ at, by, command, what, why }) => ({
    at,
    kind: "operator",
    code: command,
    text: `${by}: ${what}${why === null ? "" : ` Why: ${why}`}`,
  }));
}
