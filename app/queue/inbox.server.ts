import { Prisma } from "@prisma/client";

import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { batchCalls } from "../lib/database/batch-calls.ts";
import { asSystem, insertAsSystem, removeInBatches, type Tx } from "../lib/database/db.server.ts";
import { execute, queryRows, sqlArray } from "../lib/database/statement.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { log, logRepeated } from "../lib/telemetry/log.server.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { failCurrentSpan, inSpan, outsideTraces, traceparentNow } from "../lib/telemetry/trace.server.ts";
import { after, backOffSeconds } from "./back-off.ts";
import { claim, type Claimed, dueAt, isPostponed, NOW, releaseAll } from "./lease.server.ts";
import { listen } from "./listen.server.ts";
import { isStopping } from "./stopping.ts";
import { shopsWithDue } from "./sweep.server.ts";

type Entry = Claimed<"InboxEntry">;

/** A webhook as the inbox stores it, without its body. */
export type InboxEvent = Pick<
  Entry,
  "shop" | "topic" | "webhookId" | "eventId" | "subjectId" | "triggeredAt"
>;

/** A stored webhook. `retryCount`: failures in a row of its handler. */
export type ReceivedEvent = InboxEvent & { retryCount: number };

/**
 * Handles a webhook. Runs again after a failure or a crash, so running twice must do no harm. Returns "not-yet" if the
 * shop does not show the event yet. The inbox then calls the handler again after 10 s, and once more after 60 s.
 */
export type Handler = (event: ReceivedEvent) => Promise<unknown>;

const CHANNEL = "stockbridge_inbox";

/**
 * Enough time for three calls to the shop (90 s each, see app/shop/call.server.ts) and the transactions
 * between them.
 */
const LEASE_SECONDS = 300;
/** Limit of entries about one subject per claim. The next claim takes the other entries. */
const TOGETHER_AT_MOST = 1000;

/**
 * Delays before a handler looks again for an event that the shop does not show yet, because Shopify's
 * replicas lag.
 */
const LOOK_AGAIN_SECONDS = [10, 60];

/**
 * A failing webhook is given up at this age. By then, sweeps have long repaired what its loss would have
 * changed.
 */
const GIVE_UP_SECONDS = 7 * 86_400;
/**
 * While access to the shop is lost, a webhook is given up only at this age. No report is needed, because the
 * merchant knows about lost access.
 */
const GIVE_UP_ACCESS_SECONDS = 30 * 86_400;

/**
 * A handled entry is kept for this many days, so that a weekend's webhooks can still be inspected on Monday.
 */
const KEEP_DAYS = 3;
/** An entry that was given up is kept for this many days, because an operator may still retry it. */
const KEEP_GIVEN_UP_DAYS = 30;

/**
 * Interval at which the inbox looks for due entries. Postgres sends no NOTIFY when a postponed entry becomes due, and a
 * lost connection or a transaction pooler drops other notifications.
 */
const LOOK_MS = 2000;

/** The expression of the index `inbox_entry_subject`. */
const SUBJECT = Prisma.sql`case when subject_id is null then '' else subject_id end`;

/** Stores a webhook and wakes the workers. @returns false if its webhook id is stored already. */
export function receive(event: InboxEvent): Promise<boolean> {
  return storeTogether({ ...event, id: crypto.randomUUID(), traceparent: traceparentNow() });
}

const storeTogether = batchCalls(store, { most: 100 });

async function store(entries: (InboxEvent & Pick<Entry, "id" | "traceparent">)[]): Promise<boolean[]> {
  const insert = (scope: Prisma.Sql) => Prisma.sql`
    with stored as (
      insert into inbox_entry
        (id, shop, topic, webhook_id, event_id, subject_id, triggered_at, traceparent, received_at, due_at)
      select entry.*, ${NOW}, ${NOW}
      from ${scope}, jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (id uuid, shop text, topic text,
        "webhookId" text, "eventId" text, "subjectId" text, "triggeredAt" timestamptz, traceparent text)
      -- Inserts in a fixed order. Otherwise two processes that store the same webhooks could deadlock.
      order by "webhookId"
      on conflict do nothing returning id)
    select id, pg_notify(${CHANNEL}, '')::text from stored`;
  const stored = await insertAsSystem<{ id: string }>("inbox", insert);
  const ids = new Set(stored.map(({ id }) => id));
  return entries.map(({ id }) => ids.has(id));
}

/**
 * Opens the inbox of a process. Calls the handler once per subject, even if several entries about the subject
 * are claimed.
 *
 * @param concurrency limit of handlers that run at the same time. One shop may use half of them.
 */
export function openInbox(handlers: Record<string, Handler>, concurrency: number) {
  const shopAtMost = Math.max(1, Math.floor(concurrency / 2));
  /** The shop of each running handler. */
  const running: ShopDomain[] = [];
  /** Handled entries. The transaction of the next claim stores them as handled. */
  const handled: Entry[] = [];
  const waiting: (() => void)[] = [];
  let wakes = 0;
  let isClaiming = false;

  function wake(): void {
    wakes += 1;
    if (!isClaiming) void claimWhileWoken();
  }

  async function claimWhileWoken(): Promise<void> {
    isClaiming = true;
    for (let seen = 0; seen !== wakes;) {
      seen = wakes;
      // If the transaction fails, the next look (`LOOK_MS`) repeats it.
      await endAndClaim().catch((error: unknown) => {
        logRepeated("error", { err: error }, "inbox.not-claimed");
      });
    }
    isClaiming = false;
    if (running.length === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  async function endAndClaim(): Promise<void> {
    const most = isStopping() ? 0 : concurrency - running.length;
    const ended = [...handled];
    if (most === 0 && ended.length === 0) return;
    const claimed = await asSystem("inbox", async (tx, now) => {
      await releaseAll(tx, "InboxEntry", ended, { failure: null, dueAt: null, handledAt: now });
      return most === 0 ? [] : claimEntries(tx, { most, shopAtMost, running });
    });
    handled.splice(0, ended.length);
    const subjects = Map.groupBy(claimed, (entry) => [entry.shop, entry.topic, entry.subjectId].join(" "));
    for (const entries of subjects.values()) void run(entries);
    // If a limit was reached, more entries may be due. Several entries of one subject take one slot, so slots
    // may still be free.
    if (claimed.length >= Math.min(most, shopAtMost)) wake();
  }

  async function run(entries: Entry[]): Promise<void> {
    const [{ shop }] = entries as [Entry];
    const wakesBefore = wakes;
    running.push(shop);
    try {
      // Storing the result may claim further webhooks. These belong to other traces.
      if (await outsideTraces(() => handle(handlers, entries))) handled.push(...entries);
    } catch (error) {
      // The entries are due again when their lease ends.
      logRepeated("error", { err: error, shop }, "inbox.not-ended");
    }
    running.splice(running.indexOf(shop), 1);
    // If nothing has woken the inbox during the handler, there is no hurry: the next look (`LOOK_MS`) stores
    // the handled entries, and claims the entries beyond a shop's limit.
    if (wakes !== wakesBefore || waiting.length > 0) wake();
  }

  /** Claims and handles all due entries, and waits for running handlers. */
  function drain(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      wake();
    });
  }

  /** Wakes the inbox on NOTIFY, and at intervals. @returns a function that ends this. */
  function wakeWhenDue(): () => Promise<void> {
    const listener = listen(CHANNEL, { heard: wake, subscribed: wake });
    const look = setInterval(wake, LOOK_MS);
    return async () => {
      clearInterval(look);
      await listener.close();
    };
  }

  return { wake, drain, listen: wakeWhenDue };
}

type ClaimLimits = { most: number; shopAtMost: number; running: ShopDomain[] };

/**
 * Claims due entries, and with each entry all others about the same subject. The shop with the fewest running
 * handlers in this process comes first, and its oldest entry first. Skips subjects that another process has
 * leased.
 *
 * Only one process claims at a time. Otherwise a process could miss another's uncommitted lease, and claim a
 * newer entry about the same subject.
 */
async function claimEntries(tx: Tx, { most, shopAtMost, running }: ClaimLimits): Promise<Entry[]> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('inbox.claim'))`;
  const find = Prisma.sql`
      with recursive ${shopsWithDue({ table: Prisma.sql`inbox_entry`, due: Prisma.sql`due_at` })}, due as (
        select oldest.*, row_number() over (partition by oldest.shop order by due_at)
          + cardinality(array_positions(${sqlArray(running)}::text[], oldest.shop)) as turn
        from each cross join lateral (
          select shop, topic, ${SUBJECT} as subject, due_at from inbox_entry entry
          where entry.shop = each.shop and due_at <= now() and topic || ' ' || ${SUBJECT} <> all (array(
            select topic || ' ' || ${SUBJECT} from inbox_entry leased
            where leased.shop = each.shop and leased_until > now()))
          order by due_at limit ${Math.min(most, shopAtMost)}) oldest
        where each.due <= now()), picked as (
        -- Shops with equally many handlers come in a random order, so that no shop always comes last.
        select shop, topic, subject from due where turn <= ${shopAtMost} order by turn, random() limit ${most})
      select same.shop, same.id from (select distinct * from picked) picked cross join lateral (
        select shop, id from inbox_entry same where same.shop = picked.shop and same.topic = picked.topic
          and ${SUBJECT} = picked.subject and due_at <= now()
        limit ${TOGETHER_AT_MOST} for update skip locked) same`;
  return claim(tx, "InboxEntry", { find, seconds: LEASE_SECONDS });
}

const handling = durations("stockbridge.webhook.handling.duration", "Time to handle a stored webhook.");

/**
 * Handles the latest of these entries about one subject, in the trace of the request that brought it. If the handler
 * fails, or if the shop does not show the event yet, postpones all of these entries.
 *
 * @returns true if they are handled.
 */
async function handle(handlers: Record<string, Handler>, entries: Entry[]): Promise<boolean> {
  // A webhook without `triggeredAt` may be the latest, so it counts as the latest.
  const time = ({ triggeredAt }: Entry) => triggeredAt?.getTime() ?? Infinity;
  const latest = entries.reduce((found, entry) => (time(entry) > time(found) ? entry : found));
  const event = { ...latest, retryCount: Math.max(...entries.map(({ retryCount }) => retryCount)) };
  const { shop, topic, webhookId, traceparent: parent, retryCount } = event;
  const attributes = { "messaging.operation.type": "process", "messaging.destination.name": topic };
  return inSpan(`process ${topic}`, { kind: "consumer", parent, attributes }, async () => {
    const beganAt = performance.now();
    try {
      const handler = handlers[topic];
      if (!handler) throw new Error(`No handler for the topic ${topic}.`);
      if ((await handler(event)) === "not-yet" && (await lookAgain(entries))) return false;
    } catch (error) {
      // A shop that has uninstalled the app needs no further work, so the webhook counts as handled.
      if (!(error instanceof Failure && error.code === "shop-gone")) {
        handling.record(secondsSince(beganAt), { topic, outcome: "postponed" });
        failCurrentSpan("postponed");
        log.warn({ err: error, topic, shop, webhookId, retryCount }, "inbox.failed");
        const givenUp = await postpone(entries, event, error);
        if (givenUp > 0) log.error({ topic, shop, webhookId }, "inbox.given-up");
        return false;
      }
    }
    const seconds = secondsSince(beganAt);
    handling.record(seconds, { topic, outcome: "handled" });
    log.info({ topic, shop, webhookId, durationMs: Math.round(seconds * 1000) }, "inbox.handled");
    return true;
  });
}

/** Postpones entries whose event the shop does not show yet. @returns false if they had their last look. */
async function lookAgain(entries: Entry[]): Promise<boolean> {
  // Entries of one subject may differ in their number of looks. The lowest number counts, because the newest
  // entry may have had no look yet.
  const looks = Math.min(...entries.map((entry) => entry.looks));
  const seconds = LOOK_AGAIN_SECONDS[looks];
  if (seconds === undefined) return false;
  const change = { failure: null, retryCount: 0, looks: looks + 1 };
  await asSystem("inbox", (tx, now) =>
    releaseAll(tx, "InboxEntry", entries, { ...change, dueAt: after(now, seconds) }),
  );
  return true;
}

/** Schedules the next try of entries whose handler failed. @returns how many were too old, and are given up. */
function postpone(entries: Entry[], event: ReceivedEvent, error: unknown): Promise<number> {
  const failure = error instanceof Failure ? error : null;
  const isAccessLost = failure?.code === "access-lost";
  const change = { failure: failure?.code ?? "error", retryCount: { increment: 1 } };
  return asSystem("inbox", async (tx, now) => {
    const keptSince = after(now, isAccessLost ? -GIVE_UP_ACCESS_SECONDS : -GIVE_UP_SECONDS);
    const old = entries.filter(({ receivedAt }) => receivedAt < keptSince);
    const givenUp = await releaseAll(tx, "InboxEntry", old, { ...change, dueAt: null, handledAt: now });
    if (givenUp > 0 && !isAccessLost) await recordGivenUpWebhook(tx, event, now);
    const due = after(now, backOffSeconds(event.retryCount, { failure }));
    // An entry that was given up has no lease any more, so this changes none of those.
    await releaseAll(tx, "InboxEntry", entries, { ...change, dueAt: due });
    return givenUp;
  });
}

/** Records in the merchant's activity that a webhook failed for too long, and is not retried. */
export async function recordGivenUpWebhook(tx: Tx, { shop, topic }: InboxEvent, at: Date): Promise<void> {
  const message = { code: "shop.activity.webhook-given-up", topic } as const;
  await recordActivity(tx, { shop, kind: "shop.webhook-given-up", tone: "warning", message, at });
}

/** Removes entries that ended long ago. */
export async function removeEndedEntries(): Promise<void> {
  await removeInBatches("inbox", (tx, now, limit) => {
    const before = (days: number) => ({ handledAt: { lt: after(now, -days * 86_400) } });
    const where = { OR: [{ ...before(KEEP_DAYS), failure: null }, before(KEEP_GIVEN_UP_DAYS)] };
    return tx.inboxEntry.deleteMany({ where, limit });
  });
}

/** Makes entries due if they waited for access to the shop. */
export async function wakeEntriesAfterAccessRestored(shop: ShopDomain): Promise<void> {
  await asSystem("inbox", async (tx, now) => {
    const where = { shop, failure: "access-lost", ...isPostponed(now) };
    await tx.inboxEntry.updateMany({ where, data: dueAt(now) });
    await wakeInbox(tx);
  });
}

/** Makes the inbox look for due entries when `tx` commits. */
export async function wakeInbox(tx: Tx): Promise<void> {
  await queryRows<unknown>(tx)`select pg_notify(${CHANNEL}, '')::text`;
}
