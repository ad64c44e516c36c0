import { Prisma } from "@prisma/client";

import { asSystem, insertAsSystem, LONG_WORK, type Tx } from "../lib/db.server.ts";
import { gather } from "../lib/gather.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sqlArray } from "../lib/sql-array.ts";
import { traceparentNow } from "../lib/trace.server.ts";
import { after } from "./back-off.ts";

/** A webhook as the inbox keeps it: that it came, never what was in it. */
export type InboxEvent<Topic extends string = string> = {
  shop: ShopDomain;
  topic: Topic;
  webhookId: string;
  eventId: string | null;
  subjectId: string | null;
  triggeredAt: Date | null;
  /** The trace that it came in. */
  traceparent?: string | null;
  /** While it is handled: of its entry, and of others about the same. */
  leases?: EntryLease[];
};

/** Entries that this process alone has until then. */
export type EntryLease = { ids: string[]; leasedUntil: Date };

/**
 * Entries about one subject, claimed together until `leasedUntil`: handling the latest of them handles all. `retryCount`: how
 * often they have failed.
 */
export type ClaimedEntries = EntryLease & { event: InboxEvent; retryCount: number };

/** Handled; or tried again in some seconds, those that came longer ago than that excepted: they are given up. */
export type EntriesEnd =
  | { kind: "handled" }
  | { kind: "postponed"; failure: string | null; seconds: number; giveUpAfterSeconds: number };

/** Wakes the workers of all processes. */
export const INBOX_CHANNEL = "stockbridge_inbox";

/**
 * Three calls to the shop (90 s each, see app/shop/call.server.ts) and the transactions between them. Where a handler
 * reads more pages than that, another one may begin beside it.
 */
const LEASE_SECONDS = 300;
/** Of one subject. What is beyond is handled after these. */
const TOGETHER_AT_MOST = 1000;
/** Three days, so that a weekend's webhooks can still be inspected on Monday. */
const KEEP_DAYS = 3;
/** An operator may still try again what was given up. */
const KEEP_GIVEN_UP_DAYS = 30;
const REMOVE_BATCH = 5000;

/** A place among what a process handles: filled with what was claimed for it, or given back. */
export type Place = (claimed: ClaimedEntries | null) => void;

const nobody = (): Place | null => null;
let placeFor: (event: InboxEvent) => Place | null = nobody;

/** Has webhooks that this process keeps handled by it at once, where it says that it has a place. @returns what ends that. */
export function offerWebhooks(findPlace: typeof placeFor): () => void {
  placeFor = findPlace;
  return () => {
    placeFor = nobody;
  };
}

/**
 * Keeps a webhook: many share one commit. Where this process has a place for it, it is claimed with that; else the workers of
 * all are woken. A webhook id that is there already changes nothing.
 *
 * @returns whether the webhook was new.
 */
export function receive(event: InboxEvent): Promise<boolean> {
  return keepTogether({ traceparent: traceparentNow(), ...event });
}

const keepTogether = gather(keep, { most: 100 });

async function keep(events: InboxEvent[]): Promise<boolean[]> {
  // Twice in one commit: the first of them is new.
  const byId = new Map(events.toReversed().map((event) => [entryKey(event), event]));
  const coming = [...byId.values()].map((event) => ({ event, place: placeFor(event) }));
  let kept = new Map<string, EntryLease>();
  try {
    kept = await insertEntries(coming);
  } finally {
    for (const { event, place } of coming) {
      const lease = kept.get(entryKey(event));
      place?.(lease ? { ...lease, event, retryCount: 0 } : null);
    }
  }
  return events.map((event) => kept.delete(entryKey(event)));
}

/** Shopify's webhook ids are unique per shop; the table's key says so as well. */
function entryKey({ shop, webhookId }: { shop: string; webhookId: string }): string {
  return `${shop} ${webhookId}`;
}

/** Inserts entries. @returns the leases of the new ones, by `entryKey`. */
async function insertEntries(
  coming: { event: InboxEvent; place: Place | null }[],
): Promise<Map<string, EntryLease>> {
  const column = (of: (event: InboxEvent) => string | null) => sqlArray(coming.map(({ event }) => of(event)));
  const rows = await insertAsSystem<{ id: string; shop: string; webhookId: string; leasedUntil: Date }>(
    "inbox",
    (scope) => Prisma.sql`
      with kept as (
        insert into inbox_entry
          (id, shop, topic, webhook_id, event_id, subject_id, triggered_at, traceparent, received_at, next_at,
           leased_until)
        select gen_random_uuid(), shop, topic, webhook_id, event_id, subject_id, triggered_at, traceparent, now(),
          now() + case when is_claimed then make_interval(secs => ${LEASE_SECONDS}) else '0' end,
          case when is_claimed then now() + make_interval(secs => ${LEASE_SECONDS}) end
        from ${scope}, unnest(${column(({ shop }) => shop)}::text[], ${column(({ topic }) => topic)}::text[],
          ${column(({ webhookId }) => webhookId)}::text[], ${column(({ eventId }) => eventId)}::text[],
          ${column(({ subjectId }) => subjectId)}::text[],
          ${column(({ triggeredAt }) => triggeredAt?.toISOString() ?? null)}::timestamptz[],
          ${column(({ traceparent }) => traceparent ?? null)}::text[],
          ${sqlArray(coming.map(({ place }) => place !== null))}::boolean[])
          as came (shop, topic, webhook_id, event_id, subject_id, triggered_at, traceparent, is_claimed)
        -- Always in the same order: another process may be keeping the same ones.
        order by webhook_id
        on conflict do nothing returning id, shop, webhook_id, received_at, next_at)
      select id, shop, webhook_id as "webhookId", next_at as "leasedUntil",
        case when next_at = received_at then pg_notify(${INBOX_CHANNEL}, '')::text end
      from kept`,
  );
  return new Map(rows.map(({ id, leasedUntil, ...row }) => [entryKey(row), { ids: [id], leasedUntil }]));
}

/** What a process claims at most: so many subjects, of each shop so many, beginning with the shop after that one. */
export type ClaimLimits = {
  most: number;
  eachShop: number;
  after: string;
  /** How many of a shop may be under way at once, and how many are. */
  shopAtMost: number;
  underWay: ReadonlyMap<string, number>;
};

/**
 * Claims entries that are due, the oldest of each shop, from shop to shop, and with each all others about the same
 * subject. Two processes never claim the same, and neither waits for the other.
 *
 * @returns what was claimed, and how many were picked after each shop's limit and the whole one.
 */
export async function claimEntries(
  limits: ClaimLimits,
): Promise<{ claimed: ClaimedEntries[]; picked: number }> {
  const { most, eachShop, after: from, shopAtMost, underWay } = limits;
  type Row = Omit<ClaimedEntries, "event" | "ids"> & InboxEvent & { id: string; picked: number };
  const rows = await asSystem("inbox", (tx, now) => {
    const leasedUntil = after(now, LEASE_SECONDS);
    return tx.$queryRaw<Row[]>`
      with recursive turn (shop) as (
        (select shop from inbox_entry where next_at is not null and shop > ${from} order by shop, next_at limit 1)
        union all
        select (select shop from inbox_entry where next_at is not null and shop > turn.shop
          order by shop, next_at limit 1)
        from turn where turn.shop is not null
      ), busy as (
        select * from unnest(${sqlArray([...underWay.keys()])}::text[], ${sqlArray([...underWay.values()])}::int[])
          as busy (shop, count)
      ), due as materialized (
        select oldest.* from turn left join busy using (shop) cross join lateral (
          select shop, topic, case when subject_id is null then '' else subject_id end as subject
          from inbox_entry entry
          -- The shop's own that are due, in words that only the index of turns can follow, whatever the statistics say.
          where next_at is not null and entry.shop >= turn.shop and (entry.shop, next_at) <= (turn.shop, ${now}::timestamptz)
          order by entry.shop, next_at limit greatest(0, least(${eachShop}::int, ${shopAtMost}::int - coalesce(busy.count, 0)))
          for update skip locked) oldest
        limit ${most}
      ), claimed as (
        select same.id from (select distinct * from due) due cross join lateral (
          select id from inbox_entry same
          where same.shop = due.shop and same.topic = due.topic
            and case when same.subject_id is null then '' else same.subject_id end = due.subject and next_at <= ${now}::timestamptz
          limit ${TOGETHER_AT_MOST} for update skip locked) same
      )
      update inbox_entry entry set next_at = ${leasedUntil}::timestamptz, leased_until = ${leasedUntil}::timestamptz
      where id = any (array(select id from claimed))
      returning entry.id, shop, topic, webhook_id as "webhookId", event_id as "eventId", subject_id as "subjectId",
        triggered_at as "triggeredAt", traceparent, retry_count as "retryCount", next_at as "leasedUntil",
        (select count(*) from due)::int as picked`;
  });
  const claimed = [...Map.groupBy(rows, subjectOf).values()].map((same) => {
    const { leasedUntil, shop, topic, webhookId, eventId, subjectId, triggeredAt, traceparent } =
      latestOf(same);
    return {
      ids: same.map(({ id }) => id),
      event: { shop, topic, webhookId, eventId, subjectId, triggeredAt, traceparent },
      leasedUntil,
      retryCount: Math.max(...same.map(({ retryCount }) => retryCount)),
    };
  });
  return { claimed, picked: rows[0]?.picked ?? 0 };
}

/** Of webhooks about one subject the latest counts; one that tells no time may be that. */
export function latestOf<Event extends Pick<InboxEvent, "triggeredAt">>(events: Event[]): Event {
  const time = ({ triggeredAt }: Event) => triggeredAt?.getTime() ?? Infinity;
  return events.reduce((latest, each) => (time(each) > time(latest) ? each : latest));
}

/** What entries are handled together by. */
export function subjectOf({ shop, topic, subjectId }: Omit<InboxEvent, "triggeredAt">): string {
  return [shop, topic, subjectId ?? ""].join(" ");
}

/** How claimed entries ended, and what is written with it where they are given up. */
type Ended = EntryLease & { end: EntriesEnd; onGivenUp?: (tx: Tx, now: Date) => Promise<void> };

/**
 * Writes down how claimed entries ended: many share one commit. Changes nothing once another process has the lease.
 *
 * @returns how many were given up.
 */
export const endEntries = gather(end);

async function end(ended: Ended[]): Promise<number[]> {
  const entries = ended.flatMap(({ ids, leasedUntil, end: how }, at) =>
    ids.map((id) => ({ id, at, leasedUntil, ...(how.kind === "postponed" ? how : HANDLED) })),
  );
  const column = (of: (entry: (typeof entries)[number]) => string | number | null) =>
    sqlArray(entries.map(of));
  const write = async (tx: Tx, now: Date) => {
    const givenUp = await tx.$queryRaw<{ at: number }[]>`
      with written as (
        update inbox_entry entry set failure = ended.failure,
          next_at = case when not (seconds is null or received_at < ${now}::timestamptz - make_interval(secs => give_up))
            then ${now}::timestamptz + make_interval(secs => seconds) end,
          handled_at = case when seconds is null or received_at < ${now}::timestamptz - make_interval(secs => give_up)
            then ${now}::timestamptz end,
          retry_count = retry_count + case when ended.failure is null then 0 else 1 end
        from unnest(${column(({ id }) => id)}::uuid[], ${column(({ at }) => at)}::int[],
          ${column(({ leasedUntil }) => leasedUntil.toISOString())}::timestamptz[],
          ${column(({ failure }) => failure)}::text[], ${column(({ seconds }) => seconds)}::float8[],
          ${column(({ giveUpAfterSeconds }) => giveUpAfterSeconds)}::float8[])
          as ended (id, at, leased_until, failure, seconds, give_up)
        -- By the key, whatever the statistics say of a table that was empty a moment ago.
        where entry.id = any (${column(({ id }) => id)}::uuid[])
          and entry.id = ended.id and entry.next_at = ended.leased_until
        returning ended.at, handled_at is not null and entry.failure is not null as "isGivenUp"
      )
      select at from written where "isGivenUp"`;
    const counts = ended.map((_, at) => givenUp.filter((row) => row.at === at).length);
    for (const [at, count] of counts.entries()) if (count > 0) await ended[at]?.onGivenUp?.(tx, now);
    return counts;
  };
  return asSystem("inbox", write);
}

const HANDLED = { failure: null, seconds: null, giveUpAfterSeconds: null };

/** Ends entries that are handled, when `tx` commits; not those that another process has by now. */
export async function endEntriesIn(tx: Tx, leases: EntryLease[], now: Date): Promise<void> {
  if (leases.length === 0) return;
  const entries = leases.flatMap(({ ids, leasedUntil }) => ids.map((id) => ({ id, leasedUntil })));
  const ids = sqlArray(entries.map(({ id }) => id));
  await tx.$executeRaw`
    update inbox_entry entry set failure = null, next_at = null, handled_at = ${now}
    from unnest(${ids}::uuid[], ${sqlArray(entries.map(({ leasedUntil }) => leasedUntil.toISOString()))}::timestamptz[])
      as leased (id, until)
    -- By the key, whatever the statistics say of a table that was empty a moment ago.
    where entry.id = any (${ids}::uuid[]) and entry.id = leased.id and entry.next_at = leased.until`;
}

/** Removes what ended long ago, in small transactions. */
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

/** Makes due what waited for access to the shop. */
export async function wakeEntriesAfterAccessRestored(shop: ShopDomain): Promise<void> {
  await asSystem("inbox", async (tx, now) => {
    await tx.inboxEntry.updateMany({
      where: { shop, failure: "access-lost", nextAt: { gt: now } },
      data: { nextAt: now },
    });
    await tx.$queryRaw`select pg_notify(${INBOX_CHANNEL}, '')::text`;
  });
}

/** Removes a shop's entries, and the claims of sweeps. */
export async function eraseInbox(shop: ShopDomain): Promise<void> {
  await asSystem(
    "inbox",
    async (tx) => {
      await tx.inboxEntry.deleteMany({ where: { shop } });
      await tx.sweepClaim.deleteMany({ where: { shop } });
    },
    LONG_WORK,
  );
}
