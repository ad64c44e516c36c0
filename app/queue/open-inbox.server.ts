import type { Tx } from "../lib/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import { logRepeated } from "../lib/log-repeated.server.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { failCurrentSpan, inSpan, outsideTraces } from "../lib/trace.server.ts";
import { backOffSeconds } from "./back-off.ts";
import {
  type ClaimedEntries,
  claimEntries,
  endEntries,
  type EntriesEnd,
  type InboxEvent,
  latestOf,
  type Place,
  subjectOf,
} from "./inbox.server.ts";
import { isStopping } from "./stopping.ts";

/**
 * What each topic leads to. A handler runs again after a failure or a crash, so running twice must do no harm. One that has
 * ended the entries (`endEntriesIn`) in a transaction of its own, with the row that owns what is due from then on, returns `ended`.
 */
export type TopicHandlers<Topic extends string> = Record<
  Topic,
  (event: InboxEvent<Topic>) => Promise<unknown>
>;

export type InboxOptions<Topic extends string> = {
  handlers: TopicHandlers<Topic>;
  /** How many handlers run at once. */
  concurrency: number;
  /** Writes down what has failed for so long that it is not tried again, in the transaction that gives it up. */
  onGivenUp: (tx: Tx, event: InboxEvent, now: Date) => Promise<void>;
};

/** The worker that handles a process's share of the webhooks. */
export type Inbox = {
  /** Has it look for what is due. */
  wake: () => void;
  /** A place for a webhook that is just being kept; null where others come first. */
  placeFor: (event: InboxEvent) => Place | null;
  /** Handles everything that is due. Also waits for what is under way. */
  drain: () => Promise<void>;
};

/** Of one shop: the others' come in meanwhile. */
const SHARE_OF_A_SHOP = 0.5;
/** A claim takes no more from one shop, as long as there are others. */
const TURN = 1 / 8;
/**
 * So far apart are claims: what comes meanwhile is claimed together. A claim costs as much as what it brings, and at some
 * hundred webhooks a second one for each would be most of the work. What comes to a quiet inbox is claimed at once.
 */
const CLAIMS_APART_MS = 20;
/** Sweeps have made up long ago for what such a webhook has told. */
const GIVE_UP_SECONDS = 7 * 86_400;
/** What waits for access to the shop waits longer: its merchant knows. */
const GIVE_UP_ACCESS_SECONDS = 30 * 86_400;

/**
 * Opens the inbox: it claims what is due, shops in turn, and has each subject handled once for all that was claimed of it.
 * What comes about a subject that is being handled leads to one more run of it, and not to one beside it.
 */
export function openInbox<Topic extends string>(options: InboxOptions<Topic>): Inbox {
  const { concurrency } = options;
  const shopAtMost = Math.max(1, Math.floor(concurrency * SHARE_OF_A_SHOP));
  /** By subject: what waits for the one that is being handled, or kept. */
  const underWay = new Map<string, ClaimedEntries[]>();
  const ofShop = new Map<string, number>();
  let lastShop = "";
  let woken = false;
  let isMoreDue = false;
  let ended = 0;
  let isClaiming = false;
  let claimedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const waiting: (() => void)[] = [];

  function wake(): void {
    woken = true;
    if (isClaiming || timer !== undefined || isStopping() || underWay.size >= concurrency) return;
    const tooSoonMs = claimedAt + CLAIMS_APART_MS - performance.now();
    if (tooSoonMs <= 0) void claimWhatIsDue();
    else
      timer = setTimeout(() => {
        timer = undefined;
        wake();
        tellIfIdle();
      }, tooSoonMs);
  }

  async function claimWhatIsDue(): Promise<void> {
    isClaiming = true;
    woken = false;
    claimedAt = performance.now();
    // Where it fails, the next look, in a moment, may do better.
    await claimFor(concurrency - underWay.size).catch((error: unknown) => {
      logRepeated("error", { err: error }, "inbox.not-claimed");
    });
    isClaiming = false;
    // What was held back is due again only once another one has ended.
    goOn(false);
  }

  function goOn(isMore: boolean): void {
    if (woken || isMore) wake();
    tellIfIdle();
  }

  /** A turn of each shop, from where the last claim ended; then the places that are left go to shops that have more. */
  async function claimFor(places: number): Promise<void> {
    const endedBefore = ended;
    const turn = Math.ceil(places * TURN);
    const nobodyHeldBack = mostOfAShop() + turn <= shopAtMost;
    const first = await claim({ most: places, eachShop: turn, after: lastShop });
    isMoreDue = lastShop !== "" || first.picked >= turn || !nobodyHeldBack;
    if (!isMoreDue) return;
    const left = places - first.picked;
    const second = left > 0 ? await claim({ most: left, eachShop: left, after: "" }) : null;
    const isFull = left <= (second?.picked ?? 0);
    lastShop = isFull ? ((second ?? first).lastShop ?? "") : "";
    isMoreDue = first.picked > 0 || isFull || (second?.picked ?? 0) > 0 || mostOfAShop() >= shopAtMost;
    // A handler that ends has it look again; but some may have ended meanwhile, and entries of one subject take one place.
    woken ||= isMoreDue && (ended > endedBefore || (isFull && underWay.size < concurrency));
  }

  function mostOfAShop(): number {
    return Math.max(0, ...ofShop.values());
  }

  async function claim(limits: { most: number; eachShop: number; after: string }) {
    const { claimed, picked } = await claimEntries({ ...limits, shopAtMost, underWay: new Map(ofShop) });
    for (const entries of claimed) {
      const waitingForIt = underWay.get(subjectOf(entries.event));
      if (waitingForIt) waitingForIt.push(entries);
      else occupy(entries.event)(entries);
    }
    return {
      picked,
      lastShop: claimed
        .map(({ event }) => event.shop)
        .toSorted()
        .at(-1),
    };
  }

  /** None while something older is due, or while its subject is being handled: then it waits for that. */
  function placeFor(event: InboxEvent): Place | null {
    const isQuiet = !woken && !isMoreDue && !isClaiming && !isStopping();
    const hasPlace = underWay.size < concurrency && (ofShop.get(event.shop) ?? 0) < shopAtMost;
    return isQuiet && hasPlace && !underWay.has(subjectOf(event)) ? occupy(event) : null;
  }

  function occupy(event: InboxEvent): Place {
    const subject = subjectOf(event);
    underWay.set(subject, []);
    ofShop.set(event.shop, (ofShop.get(event.shop) ?? 0) + 1);
    return (claimed) => {
      if (claimed) underWay.get(subject)?.push(claimed);
      // What a subject leads to next belongs to other webhooks.
      void outsideTraces(() => run(subject, event.shop));
    };
  }

  async function run(subject: string, shop: string): Promise<void> {
    for (;;) {
      const entries = underWay.get(subject) ?? [];
      if (entries.length === 0) break;
      underWay.set(subject, []);
      await inTrace(entries, options).catch((error: unknown) => {
        // They are due again when the lease ends.
        logRepeated("error", { err: error, shop }, "inbox.not-ended");
      });
    }
    underWay.delete(subject);
    ended += 1;
    const left = (ofShop.get(shop) ?? 0) - 1;
    if (left > 0) ofShop.set(shop, left);
    else ofShop.delete(shop);
    goOn(isMoreDue);
  }

  function tellIfIdle(): void {
    if (isClaiming || timer !== undefined || underWay.size > 0) return;
    for (const tell of waiting.splice(0)) tell();
  }

  return {
    wake,
    placeFor,
    drain: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        wake();
        tellIfIdle();
      }),
  };
}

/** Handles entries in the trace that the latest of them came in. */
async function inTrace<Topic extends string>(
  claimed: ClaimedEntries[],
  options: InboxOptions<Topic>,
): Promise<void> {
  const { topic, traceparent = null } = latestOf(claimed.map(({ event }) => event));
  const attributes = { "messaging.operation.type": "process", "messaging.destination.name": topic };
  await inSpan(`process ${topic}`, { kind: "consumer", parent: traceparent, attributes }, () =>
    handle(claimed, options),
  );
}

const handling = durations("stockbridge.webhook.handling.duration", "Time to handle a stored webhook.");

/** Handles the latest of these entries about one subject, and writes down how all of them ended. */
async function handle<Topic extends string>(
  claimed: ClaimedEntries[],
  { handlers, onGivenUp }: InboxOptions<Topic>,
): Promise<void> {
  const beganAt = performance.now();
  const leases = claimed.map(({ ids, leasedUntil }) => ({ ids, leasedUntil }));
  const event = { ...latestOf(claimed.map((entries) => entries.event)), leases };
  const { shop, topic, webhookId } = event;
  const end = await handleEvent(event, {
    handlers,
    retryCount: Math.max(...claimed.map((entries) => entries.retryCount)),
  });
  const isHandled = end === "ended" || end.kind === "handled";
  const seconds = secondsSince(beganAt);
  handling.record(seconds, { topic, outcome: isHandled ? "handled" : "postponed" });
  if (!isHandled) failCurrentSpan("postponed");
  if (isHandled)
    log.info({ topic, shop, webhookId, durationMs: Math.round(seconds * 1000) }, "inbox.handled");
  if (end === "ended") return;
  // Of access lost the merchant has been told.
  const isToBeTold = end.kind === "postponed" && end.failure !== "access-lost";
  const tell = (tx: Tx, now: Date) => onGivenUp(tx, event, now);
  const ending = leases.map((lease) => endEntries({ ...lease, end, ...(isToBeTold && { onGivenUp: tell }) }));
  const givenUp = await Promise.all(ending);
  if (givenUp.some((count) => count > 0)) log.error({ topic, shop, webhookId }, "inbox.given-up");
}

async function handleEvent<Topic extends string>(
  event: InboxEvent,
  { handlers, retryCount }: { handlers: TopicHandlers<Topic>; retryCount: number },
): Promise<EntriesEnd | "ended"> {
  // What was held back until an earlier run had ended is left to another process.
  if (isStopping())
    return { kind: "postponed", failure: null, seconds: 0, giveUpAfterSeconds: GIVE_UP_SECONDS };
  try {
    const handled = await handlerOf(handlers, event.topic)(event as InboxEvent<Topic>);
    return handled === "ended" ? "ended" : { kind: "handled" };
  } catch (error) {
    const failure = error instanceof Failure ? error : null;
    // For a shop that has gone there is nothing left to do, now or later.
    if (failure?.code === "shop-gone") return { kind: "handled" };
    const seconds = backOffSeconds(retryCount, { failure });
    const { topic, shop, webhookId } = event;
    log.warn({ err: error, topic, shop, webhookId, retryCount, seconds }, "inbox.failed");
    const code = failure?.code ?? "error";
    const giveUpAfterSeconds = code === "access-lost" ? GIVE_UP_ACCESS_SECONDS : GIVE_UP_SECONDS;
    return { kind: "postponed", failure: code, seconds, giveUpAfterSeconds };
  }
}

function handlerOf<Topic extends string>(handlers: TopicHandlers<Topic>, topic: string) {
  const handler = handlers[topic as Topic] as TopicHandlers<Topic>[Topic] | undefined;
  if (!handler) throw new Error(`No handler for the topic ${topic}.`);
  return handler;
}
