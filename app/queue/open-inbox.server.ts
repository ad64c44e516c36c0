import { asSystem, type Tx } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log, logRepeated } from "../lib/telemetry/log.server.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { failCurrentSpan, inSpan, outsideTraces } from "../lib/telemetry/trace.server.ts";
import {
  type ClaimedEntries,
  claimEntries,
  endEntriesIn,
  type EntryLease,
  type InboxEvent,
  type ReceivedEvent,
  lookAgain,
  postponeEntries,
  INBOX_CHANNEL,
} from "./inbox.server.ts";
import { isStopping } from "./stopping.ts";
import { listen } from "./listen.server.ts";

/**
 * Handles an event. The handler runs again after a failure or a crash, so running twice must do no harm. If
 * the shop does not show the event yet, the handler returns "not-yet". It then runs again 10 s later, and a
 * last time a minute after that.
 */
export type Handler<Topic extends string = string> = (event: ReceivedEvent<Topic>) => Promise<unknown>;

type TopicHandlers<Topic extends string> = Record<Topic, Handler<Topic>>;

type InboxOptions<Topic extends string> = {
  handlers: TopicHandlers<Topic>;
  /** Maximum number of handlers that run in this process at the same time. */
  concurrency: number;
  /** Records that a webhook failed for too long and is given up. Runs in the transaction that gives it up. */
  onGivenUp: (tx: Tx, event: InboxEvent, now: Date) => Promise<void>;
};

export type Inbox = ReturnType<typeof openInbox>;

/**
 * Share of the slots that must be free before the inbox claims: a claim of many entries costs little more
 * than a claim of one.
 */
const FREE_TO_CLAIM = 0.25;
/**
 * Maximum time for which free slots stay empty, and handled entries are not stored as handled. Waiting lets
 * the entries of a burst share transactions. The inbox does not wait longer for a quarter of the slots: slow
 * handlers may fill the others for minutes, and other shops' webhooks must not wait for them.
 */
const WAIT_AT_MOST_MS = 100;
/** Slots that one shop may fill. The rest stays free for other shops' webhooks. */
const SHARE_OF_A_SHOP = 0.5;

/**
 * Opens the inbox. It claims due entries, and handles each subject once for all of the subject's claimed
 * entries.
 */
export function openInbox<Topic extends string>(options: InboxOptions<Topic>) {
  const { concurrency } = options;
  const shopAtMost = Math.max(1, Math.floor(concurrency * SHARE_OF_A_SHOP));
  /** The shop of each running handler. */
  const running: string[] = [];
  /** Entries whose handler has succeeded, and that are not stored as handled yet. */
  let handled: EntryLease[] = [];
  const waiting: (() => void)[] = [];
  let lastShop = "";
  let isWoken = false;
  let wakes = 0;
  let isClaiming = false;
  /** True if the last claim may have left due entries. */
  let hasMore = false;
  let timer: NodeJS.Timeout | undefined;
  /** True once the wait for a quarter of the slots is over. */
  let isLate = false;

  function wake(): void {
    isWoken = true;
    wakes += 1;
    if (!isClaiming) void claimWhileWoken();
  }

  function wakeSoon(): void {
    timer ??= setTimeout(() => {
      isLate = true;
      wake();
    }, WAIT_AT_MOST_MS);
  }

  async function claimWhileWoken(): Promise<void> {
    isClaiming = true;
    while (isWoken) {
      isWoken = false;
      // If the transaction fails, the next look tries again.
      await endAndClaim().catch((error: unknown) => {
        logRepeated("error", { err: error }, "inbox.not-claimed");
      });
    }
    isClaiming = false;
    if (running.length === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  /** Ends handled entries and claims due ones in one transaction. */
  async function endAndClaim(): Promise<void> {
    const free = concurrency - running.length;
    if (free < concurrency * FREE_TO_CLAIM && !isLate) {
      hasMore = true;
      if (free > 0 || handled.length > 0) wakeSoon();
      return;
    }
    isLate = false;
    clearTimeout(timer);
    timer = undefined;
    const most = isStopping() ? 0 : free;
    const ended = handled;
    if (most === 0 && ended.length === 0) return;
    const claimed = await asSystem("inbox", async (tx, now) => {
      await endEntriesIn(tx, ended, now);
      return most === 0 ? [] : claimEntries(tx, now, { most, shopAtMost, running, lastShop });
    });
    handled = handled.slice(ended.length);
    const shops = claimed.map(({ event }) => event.shop).toSorted();
    lastShop = shops.findLast((shop) => shop <= lastShop) ?? shops.at(-1) ?? "";
    for (const entries of claimed) void run(entries);
    // If the limits were reached, there may be more due entries. Entries of one subject take only one slot.
    hasMore = claimed.flatMap(({ ids }) => ids).length >= Math.min(most, shopAtMost);
    if (hasMore) wake();
  }

  async function run(entries: ClaimedEntries): Promise<void> {
    const { shop } = entries.event;
    const wakesBefore = wakes;
    running.push(shop);
    try {
      // The webhooks that are claimed next belong to other traces.
      if (await outsideTraces(() => handle(entries, options))) handled = [...handled, entries];
    } catch (error) {
      // The entries are due again when the lease expires.
      logRepeated("error", { err: error, shop }, "inbox.not-ended");
    }
    running.splice(running.indexOf(shop), 1);
    if (hasMore || waiting.length > 0) wake();
    // If no other webhook has arrived meanwhile, no timer is needed: the next claim stores these entries as
    // handled.
    else if (wakes !== wakesBefore) wakeSoon();
  }

  /** Claims and handles all due entries, and waits for running handlers. */
  function drain(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      wake();
    });
  }

  return { wake, drain };
}

/**
 * Interval at which the inbox looks for due entries. Postgres sends no NOTIFY when a postponed entry becomes
 * due, and a lost connection or a transaction pooler drops the others.
 */
const LOOK_MS = 2000;

/** Wakes the inbox on NOTIFY, and at intervals. @returns a function that stops both. */
export function listenInbox(inbox: Inbox): () => Promise<void> {
  const listener = listen(INBOX_CHANNEL, { heard: inbox.wake, subscribed: inbox.wake });
  const look = setInterval(inbox.wake, LOOK_MS);
  inbox.wake();
  return async () => {
    clearInterval(look);
    await listener.close();
  };
}

const handling = durations("stockbridge.webhook.handling.duration", "Time to handle a stored webhook.");

/**
 * Handles the latest of these entries, in the trace of the request that brought it. Postpones all of them if
 * the handler fails.
 *
 * @returns true if they are handled.
 */
async function handle<Topic extends string>(
  claimed: ClaimedEntries,
  { handlers, onGivenUp }: InboxOptions<Topic>,
): Promise<boolean> {
  const { event } = claimed;
  const { shop, topic, webhookId, traceparent: parent = null } = event;
  const attributes = { "messaging.operation.type": "process", "messaging.destination.name": topic };
  return inSpan(`process ${topic}`, { kind: "consumer", parent, attributes }, async () => {
    const beganAt = performance.now();
    try {
      const handler = handlers[topic as Topic] as Handler<Topic> | undefined;
      if (!handler) throw new Error(`No handler for the topic ${topic}.`);
      // A shop that uninstalled the app has nothing left to do, now or later.
      const result = await handler(event as ReceivedEvent<Topic>).catch(ignoreShopGone);
      if (result === "not-yet" && (await lookAgain(claimed))) return false;
    } catch (error) {
      handling.record(secondsSince(beganAt), { topic, outcome: "postponed" });
      failCurrentSpan("postponed");
      log.warn({ err: error, topic, shop, webhookId, retryCount: event.retryCount }, "inbox.failed");
      const givenUp = await postponeEntries(claimed, error instanceof Failure ? error : null, onGivenUp);
      if (givenUp > 0) log.error({ topic, shop, webhookId }, "inbox.given-up");
      return false;
    }
    const seconds = secondsSince(beganAt);
    handling.record(seconds, { topic, outcome: "handled" });
    log.info({ topic, shop, webhookId, durationMs: Math.round(seconds * 1000) }, "inbox.handled");
    return true;
  });
}

function ignoreShopGone(error: unknown): void {
  if (!(error instanceof Failure && error.code === "shop-gone")) throw error;
}
