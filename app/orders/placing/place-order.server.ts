import { checkKey } from "../../connection/check-key.server.ts";
import { findConnection, findKey } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { log } from "../../lib/log.server.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { mayCall } from "../../wholesale/assumptions.ts";
import { assumptions, callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Address, Order } from "../../wholesale/resources.ts";
import { type Attempt, beginAttempt, endAttempt } from "../attempt-store.server.ts";
import { decideOrder, type Decision, type LinkedVariant } from "./decide-order.ts";
import { changeClaimed, type ClaimedOrder, postpone, tell, wakeOrder } from "../order-store.server.ts";
import { findOrderingSettings } from "../ordering-settings.server.ts";
import { classifyFailure, classifyReply, type Verdict } from "../outcome.ts";
import { type Held, recheckSeconds, sayHeld } from "../reason.ts";

/** What was read for the order just now. */
export type Reading = {
  /** What the shop says of the fulfilment order; null when it has none of that id. */
  asked: FulfillmentOrder | null;
  linkedVariants: ReadonlyMap<string, LinkedVariant>;
  /** Which of the shop's keys there was then; null when there was none. */
  keyGeneration?: number | null;
  /** The branding that parcels leave with; null when none is published. */
  branding: { version: number } | null;
};

/** A call's time in all. With the deadline before it, it ends well before an attempt counts as abandoned. */
const CALL_TIMEOUT_MS = 15_000;
const WAIT_FOR_KEY_MS = 300_000;

/**
 * Orders once, or says why not: decides, commits the intent, sends it once, and writes down what came of it. A process
 * may end at any line of this: what it leaves behind says what may have happened.
 *
 * @param clock what time it is, asked again right before sending.
 */
export async function placeOrder(order: ClaimedOrder, reading: Reading, clock: () => Date): Promise<void> {
  const { shop } = order;
  const now = clock();
  const [settings, connection, key] = await Promise.all([
    findOrderingSettings(shop),
    findConnection(shop),
    findKey(shop),
  ]);
  const decision = decideOrder({
    asked: reading.asked,
    linkedVariants: reading.linkedVariants,
    connected: key !== null,
    confirmed: mayCall(assumptions(), "placeOrder"),
    paused: settings.pausedForAll ? "all" : settings.pausedAt === null ? "no" : "shop",
  });
  if (decision.kind === "ignore") return drop(order, decision, now);
  if (decision.kind === "hold") return hold(order, decision, now);
  // With a refused key nothing fails and nothing is asked: the order waits until the shop is connected again.
  if (key === null || connection?.check.kind === "unauthorized") return waitForKey(order, now);

  // Connected anew since it was read: what was linked in one account must not be bought in another.
  if (reading.keyGeneration !== undefined && reading.keyGeneration !== key.generation)
    return readAgain(order, now);

  const begun = await beginAttempt(order, {
    lines: decision.lines,
    key,
    brandingVersion: reading.branding?.version ?? null,
    now,
  });
  if (begun.kind === "lost") return;
  if (begun.kind === "already-ordered") {
    return hold(order, { reason: "already-ordered", lines: begun.lines }, now);
  }
  const { attempt } = begun;
  const { verdict, reply } = await send(attempt, {
    shipTo: decision.shipTo,
    whiteLabel: reading.branding !== null,
    apiKey: key.apiKey,
    retryCount: order.retryCount,
    clock,
  });
  await endAttempt(
    { shop, orderId: order.id, attemptId: attempt.id },
    { verdict, now: clock(), cost: reply?.cost?.total ?? null },
  );
  log.info({ shop, orderId: order.id, outcome: verdict.outcome.kind }, "orders.attempted");
  // Only a read tells whether it is the key as such that is refused; if so, the whole shop waits.
  if (verdict.outcome.kind === "key-unauthorized") await checkKey(shop);
}

type Sending = {
  shipTo: Address;
  whiteLabel: boolean;
  apiKey: string;
  retryCount: number;
  clock: () => Date;
};

/** The one POST. */
async function send(
  { reference, lines, deadline }: Attempt,
  { shipTo, whiteLabel, apiKey, retryCount, clock }: Sending,
): Promise<{ verdict: Verdict; reply?: Order }> {
  // A process that stood still meanwhile must not send what others have begun to settle.
  if (clock() >= deadline) {
    const said = "It took too long to get here, so nothing was sent.";
    return { verdict: { outcome: { kind: "too-late", said }, to: "ready", goOnAfterSeconds: 0 } };
  }
  try {
    const reply = await callWholesale("placeOrder", {
      input: { reference, lines, shipTo, whiteLabel, shippingMethod: null, note: null },
      credential: apiKey,
      timeoutMs: CALL_TIMEOUT_MS,
    });
    return { verdict: classifyReply(reply, { reference, lines }), reply };
  } catch (error) {
    return { verdict: classifyFailure(error, retryCount) };
  }
}

async function hold(order: ClaimedOrder, held: Held, now: Date): Promise<void> {
  const { reason } = held;
  const said = sayHeld(held);
  const nextAt = after(now, recheckSeconds[reason]);
  await inShop(order.shop, async (tx) => {
    const written = await changeClaimed(tx, order, { to: "held", reason, said, nextAt });
    // Looking again and finding the same is no news.
    if (!written || (order.state === "held" && order.reason === reason)) return;
    const told = `Order ${order.orderName} waits. ${said}`;
    await tell(tx, order, { kind: "orders.held", tone: "warning", said: told, at: now });
  });
}

/** Nobody asks for it any more, so it ends where it is; nothing of it is at the supplier. */
async function drop(
  order: ClaimedOrder,
  { why }: Extract<Decision, { kind: "ignore" }>,
  now: Date,
): Promise<void> {
  const said =
    why === "gone"
      ? "The request was taken back in Shopify before anything was ordered. Nothing was ordered."
      : "Shopify assigned this to another location, so it is not ours to fulfil. Nothing was ordered.";
  await inShop(order.shop, async (tx) => {
    const written = await changeClaimed(tx, order, { to: "cancelled", reason: why, said, nextAt: null });
    if (!written) return;
    const told = `Order ${order.orderName}: ${said}`;
    await tell(tx, order, { kind: "orders.cancelled", tone: "info", said: told, at: now });
  });
}

async function readAgain(order: ClaimedOrder, now: Date): Promise<void> {
  const { shop, state: to, reason, said, retryCount } = order;
  await inShop(shop, async (tx) => {
    if (await changeClaimed(tx, order, { to, reason, said, nextAt: now, retryCount }))
      await wakeOrder(tx, order);
  });
}

async function waitForKey(order: ClaimedOrder, now: Date): Promise<void> {
  await postpone(order, {
    reason: "key-unauthorized",
    said: "The supplier refuses this shop's key, so the order waits. Test the connection on the settings page; if the key was deleted on the supplier, replace it there.",
    until: new Date(now.getTime() + WAIT_FOR_KEY_MS),
  });
}

function after(now: Date, seconds: number | null): Date | null {
  return seconds === null ? null : new Date(now.getTime() + seconds * 1000);
}
