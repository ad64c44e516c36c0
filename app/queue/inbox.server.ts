import { Prisma } from "@prisma/client";
import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { asSystem, insertAsSystem, type Tx } from "../lib/database/db.server.ts";
import type { Failure } from "../lib/failure.ts";
import { batchCalls } from "../lib/database/batch-calls.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sqlArray, execute, queryRows } from "../lib/database/statement.server.ts";
import { traceparentNow } from "../lib/telemetry/trace.server.ts";
import { after, backOffSeconds } from "./back-off.ts";
import { claim, dueAt, NOW, isPostponed, setDueAt } from "./lease.server.ts";
import { shopsWithDue } from "./sweep.server.ts";

/** A webhook as the inbox stores it, without its body. */
export type InboxEvent<Topic extends string = string> = {
  shop: ShopDomain;
  topic: Topic;
  webhookId: string;
  eventId: string | null;
  subjectId: string | null;
  triggeredAt: Date | null;
  /** The trace of the request that brought the webhook. */
  traceparent?: string | null;
};

/** A stored webhook. `retryCount`: failures in a row of its handler. */
export type ReceivedEvent<Topic extends string = string> = InboxEvent<Topic> & { retryCount: number };

/** Entries that one process has claimed until `leasedUntil`. */
export type EntryLease = { ids: string[]; leasedUntil: Date };

/**
 * Due entries about one subject. `event`: the latest one, but with the highest `retryCount` of all. `looks`:
 * how often a handler has looked for the event in the shop. That is the lowest number of all entries, because
 * there may have been no look for the newest event yet.
 */
export type ClaimedEntries = EntryLease & { event: ReceivedEvent; looks: number };

export const INBOX_CHANNEL = "stockbridge_inbox";

/**
 * Time for three calls to the shop (90 s each, see app/shop/call.server.ts) and the transactions between
 * them.
 */
const LEASE_SECONDS = 300;

/** Limit of entries of one subject per claim. The next claim takes the rest. */
const TOGETHER_AT_MOST = 1000;

/** Age at which a failing webhook is given up: by then, sweeps have long repaired the effects of its loss. */
const GIVE_UP_SECONDS = 7 * 86_400;

/**
 * Age at which a webhook is given up if it fails because access to the shop is lost. Giving up is not
 * reported then: the merchant knows about lost access.
 */
const GIVE_UP_ACCESS_SECONDS = 30 * 86_400;

/** Days to keep a handled entry, so that a weekend's webhooks can still be inspected on Monday. */
const KEEP_DAYS = 3;

/** Days to keep a given-up entry, because an operator may still retry it. */
const KEEP_GIVEN_UP_DAYS = 30;

const REMOVE_BATCH = 5000;

/** The expression of the index `inbox_entry_subject`. */
const SUBJECT = Prisma.sql`case when subject_id is null then '' else subject_id end`;

/**
 * Stores a webhook, unless its webhook id is stored already, and wakes the workers. Many webhooks share one
 * commit.
 *
 * @returns true if the webhook was new.
 */
export function receive(event: InboxEvent): Promise<boolean> {
  return storeTogether({ traceparent: traceparentNow(), ...event });
}

const storeTogether = batchCalls(store, { most: 100 });

async function store(events: InboxEvent[]): Promise<boolean[]> {
  const stored = await insertAsSystem<{ shop: string; webhookId: string }>(
    "inbox",
    (scope) => Prisma.sql`
      with stored as (
        insert into inbox_entry
          (id, shop, topic, webhook_id, event_id, subject_id, triggered_at, traceparent, received_at, due_at)
        select gen_random_uuid(), event.*, ${NOW}, ${NOW}
        from ${scope}, jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event (shop text, topic text,
          "webhookId" text, "eventId" text, "subjectId" text, "triggeredAt" timestamptz, traceparent text)
        -- All processes insert in one order: two that store the same webhooks could deadlock otherwise.
        order by "webhookId"
        on conflict do nothing returning shop, webhook_id)
      select shop, webhook_id as "webhookId", pg_notify(${INBOX_CHANNEL}, '')::text from stored`,
  );
  // Shopify's webhook ids are unique per shop.
  const keyOf = ({ shop, webhookId }: { shop: string; webhookId: string }) => `${shop} ${webhookId}`;
  const isNew = new Set(stored.map(keyOf));
  return events.map((event) => isNew.delete(keyOf(event)));
}

/**
 * Claims due entries, and with each entry all others about the same subject. Shops with the fewest running
 * handlers come first, and within a shop the oldest entry does. Skips subjects that any process has leased.
 *
 * Processes claim one after the other. If a process did not see another's uncommitted lease, it would claim a
 * newer entry of the same subject.
 *
 * @param limits.running the shop of each handler that runs in this process. A shop may have `shopAtMost`
 * handlers.
 * @param limits.lastShop the last shop that got its turn in the previous claim; shops behind it come first.
 */
export async function claimEntries(
  tx: Tx,
  now: Date,
  limits: { most: number; shopAtMost: number; running: string[]; lastShop: string },
): Promise<ClaimedEntries[]> {
  const { most, shopAtMost, running, lastShop } = limits;
  await execute(tx)`select pg_advisory_xact_lock(hashtext('inbox.claim'))`;
  const find = Prisma.sql`
      with recursive ${shopsWithDue({ table: Prisma.sql`inbox_entry`, due: Prisma.sql`due_at` })}, due as (
        select oldest.*, running + row_number() over (partition by oldest.shop order by due_at) as turn
        from each cross join lateral (
          select cardinality(array_positions(${sqlArray(running)}::text[], each.shop)) as running,
            array(select topic || ' ' || ${SUBJECT} from inbox_entry entry
              where entry.shop = each.shop and leased_until > ${now}::timestamptz) as leased
        ) busy cross join lateral (
          select shop, topic, ${SUBJECT} as subject, due_at from inbox_entry entry
          where entry.shop = each.shop and due_at <= ${now}::timestamptz
            and topic || ' ' || ${SUBJECT} <> all (leased)
          order by due_at limit ${Math.min(most, shopAtMost)}
        ) oldest
        where each.due <= ${now}::timestamptz
      ), picked as (
        select shop, topic, subject from due where turn <= ${shopAtMost} order by turn, shop <= ${lastShop}, shop limit ${most}
      )
      select same.shop, same.id from (select distinct * from picked) picked cross join lateral (
        select shop, id from inbox_entry same
        where same.shop = picked.shop and same.topic = picked.topic and ${SUBJECT} = picked.subject
          and due_at <= ${now}::timestamptz
        limit ${TOGETHER_AT_MOST} for update skip locked) same`;
  const rows = await claim(tx, "InboxEntry", { find, seconds: LEASE_SECONDS });
  const subjects = Map.groupBy(rows, ({ shop, topic, subjectId }) =>
    JSON.stringify([shop, topic, subjectId]),
  );
  return [...subjects.values()].map((same) => {
    // A webhook without `triggeredAt` counts as the latest, because it may be.
    const time = ({ triggeredAt }: (typeof same)[number]) => triggeredAt?.getTime() ?? Infinity;
    const latest = same.reduce((found, row) => (time(row) > time(found) ? row : found));
    const { shop, topic, webhookId, eventId, subjectId, triggeredAt, traceparent, leasedUntil } = latest;
    const retryCount = Math.max(...same.map((row) => row.retryCount));
    return {
      ids: same.map(({ id }) => id),
      leasedUntil,
      event: { shop, topic, webhookId, eventId, subjectId, triggeredAt, traceparent, retryCount },
      looks: Math.min(...same.map((row) => row.looks)),
    };
  });
}

/** Marks entries as handled when `tx` commits. Changes nothing once another process has the lease. */
export async function endEntriesIn(tx: Tx, leases: EntryLease[], now: Date): Promise<void> {
  if (leases.length === 0) return;
  const ids = sqlArray(leases.flatMap((lease) => lease.ids));
  const ends = sqlArray(leases.flatMap((lease) => lease.ids.map(() => lease.leasedUntil.toISOString())));
  await execute(tx)`
    update inbox_entry entry set failure = null, ${setDueAt("InboxEntry", null)}, handled_at = ${now}
    from unnest(${ids}::uuid[], ${ends}::timestamptz[]) as leased (id, until)
    where entry.id = any (${ids}::uuid[]) and entry.id = leased.id and entry.leased_until = leased.until`;
}

/**
 * Schedules the next try of entries whose handler failed, or gives up entries that are too old. Changes
 * nothing once another process has the lease.
 *
 * @param onGivenUp runs in the transaction that gives entries up.
 * @returns how many were given up.
 */
export function postponeEntries(
  { ids, leasedUntil, event }: ClaimedEntries,
  failure: Failure | null,
  onGivenUp: (tx: Tx, event: InboxEvent, now: Date) => Promise<void>,
): Promise<number> {
  const isAccessLost = failure?.code === "access-lost";
  return asSystem("inbox", async (tx, now) => {
    const where = { shop: event.shop, id: { in: ids }, leasedUntil };
    const data = { failure: failure?.code ?? "error", retryCount: { increment: 1 } };
    const keptSince = after(now, isAccessLost ? -GIVE_UP_ACCESS_SECONDS : -GIVE_UP_SECONDS);
    const { count: givenUp } = await tx.inboxEntry.updateMany({
      where: { ...where, receivedAt: { lt: keptSince } },
      data: { ...data, ...dueAt(null), handledAt: now },
    });
    if (givenUp > 0 && !isAccessLost) await onGivenUp(tx, event, now);
    const due = dueAt(after(now, backOffSeconds(event.retryCount, { failure })));
    await tx.inboxEntry.updateMany({ where, data: { ...data, ...due } });
    return givenUp;
  });
}

/** Records in the merchant's activity that a webhook failed for too long, and is not retried. */
export async function recordGivenUpWebhook(tx: Tx, { shop, topic }: InboxEvent, now: Date): Promise<void> {
  await recordActivity(tx, {
    shop,
    kind: "shop.webhook-given-up",
    tone: "warning",
    message: { code: "shop.activity.webhook-given-up", topic },
    at: now,
  });
}

/** Removes entries that ended long ago, in small transactions. */
export async function removeEndedEntries(): Promise<void> {
  for (;;) {
    const { count } = await asSystem("inbox", (tx, now) =>
      tx.inboxEntry.deleteMany({
        where: {
          OR: [
            { handledAt: { lt: after(now, -KEEP_DAYS * 86_400) }, failure: null },
            { handledAt: { lt: after(now, -KEEP_GIVEN_UP_DAYS * 86_400) } },
          ],
        },
        limit: REMOVE_BATCH,
      }),
    );
    if (count < REMOVE_BATCH) return;
  }
}

/**
 * Delays before a handler looks again for an event that the shop does not show yet, because Shopify's
 * replicas lag.
 */
const LOOK_AGAIN_SECONDS = [10, 60];

/**
 * Postpones entries whose event the shop does not show yet. Changes nothing once another process has the
 * lease.
 *
 * @returns false if there is no further look.
 */
export async function lookAgain({ ids, leasedUntil, event, looks }: ClaimedEntries): Promise<boolean> {
  const seconds = LOOK_AGAIN_SECONDS[looks];
  if (seconds === undefined) return false;
  await asSystem("inbox", (tx, now) =>
    tx.inboxEntry.updateMany({
      where: { shop: event.shop, id: { in: ids }, leasedUntil },
      data: { failure: null, retryCount: 0, looks: looks + 1, ...dueAt(after(now, seconds)) },
    }),
  );
  return true;
}

/** Makes entries due that waited for access to the shop. */
export async function wakeEntriesAfterAccessRestored(shop: ShopDomain): Promise<void> {
  await asSystem("inbox", async (tx, now) => {
    await tx.inboxEntry.updateMany({
      where: { shop, failure: "access-lost", ...isPostponed(now) },
      data: dueAt(now),
    });
    await queryRows<unknown>(tx)`select pg_notify(${INBOX_CHANNEL}, '')::text`;
  });
}
