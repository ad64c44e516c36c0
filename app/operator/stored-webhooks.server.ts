import type { ShopDomain } from "../lib/shop-domain.ts";
import { act, type Done, type Operator } from "./act.server.ts";
import type { Tx } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import type { InboxEntry } from "@prisma/client";
import { recordGivenUpWebhook, wakeInbox } from "../queue/inbox.server.ts";
import { dueAt } from "../queue/lease.server.ts";

/** An inbox entry that waits, fails, or was given up. */
export type ListedEntry = {
  id: string;
  shop: string;
  topic: string;
  subjectId: string | null;
  receivedAt: Date;
  /** Null if the entry was given up. */
  dueAt: Date | null;
  /** End of a worker's lease; null if no worker has claimed the entry. */
  leasedUntil: Date | null;
  givenUpAt: Date | null;
  retryCount: number;
  failure: string | null;
};

/** Lists waiting, failing and given-up entries of one shop or of all, oldest first. */
export async function listEntries(
  tx: Tx,
  { shop, limit, now }: { shop: string | null; limit: number; now: Date },
): Promise<ListedEntry[]> {
  // Two selects, because each uses its own index.
  return queryRows<ListedEntry>(tx)`
    select id, shop, topic, subject_id as "subjectId", received_at as "receivedAt", due_at as "dueAt",
      case when leased_until > ${now} then leased_until end as "leasedUntil", handled_at as "givenUpAt",
      retry_count as "retryCount", failure
    from (
      (select * from inbox_entry
        where due_at is not null and (${shop}::text is null or shop = ${shop})
        order by received_at limit ${limit})
      union all
      (select * from inbox_entry
        where handled_at is not null and failure is not null and (${shop}::text is null or shop = ${shop})
        order by received_at limit ${limit})
    ) as open order by received_at, id limit ${limit}`;
}

/** Makes a waiting or given-up webhook due now. */
export function retryWebhook(id: string, operator: Operator): Promise<Done> {
  return act("inbox-retry", operator, async (tx, now) =>
    toDone(id, await retryEntry(tx, { id, now }), ({ topic, handledAt }) =>
      handledAt === null
        ? `The webhook ${topic} is due now.`
        : `The webhook ${topic}, given up on ${handledAt.toISOString()}, is due now.`,
    ),
  );
}

/** Gives up a webhook that keeps failing. Records this in the merchant's activity. */
export function giveUpWebhook(id: string, operator: Operator): Promise<Done> {
  return act("inbox-give-up", operator, async (tx, now) => {
    const decided = await giveUpEntry(tx, { id, now });
    if (decided.kind === "changed") {
      const shop = decided.entry.shop as ShopDomain;
      await recordGivenUpWebhook(tx, { ...decided.entry, shop }, now);
    }
    return toDone(id, decided, ({ topic }) => `The webhook ${topic} is given up.`);
  });
}

type Entry = Extract<EntryDecided, { kind: "changed" }>["entry"];

function toDone(id: string, decided: EntryDecided, changed: (entry: Entry) => string): Done {
  if (decided.kind === "changed")
    return { isChanged: true, target: decided.entry.shop, rowId: id, what: changed(decided.entry) };
  return { isChanged: false, target: id, what: refusal(id, decided) };
}

function refusal(id: string, decided: Exclude<EntryDecided, { kind: "changed" }>): string {
  switch (decided.kind) {
    case "unknown":
      return `No inbox entry has the id ${id}. Entries that ended are removed after some time.`;
    case "handled":
      return `Entry ${id} was handled on ${decided.at.toISOString()}: there is nothing to decide.`;
    case "given-up-already":
      return `Entry ${id} was given up on ${decided.at.toISOString()} already. \`admin inbox-retry\` tries it once more.`;
    case "due":
      return `Entry ${id} is due since ${decided.since.toISOString()}, so trying it again changes nothing: it waits for a worker. Check that one runs (\`admin stuck\`, /readyz).`;
    case "claimed":
      return `A worker has entry ${id} at this moment, until ${decided.until.toISOString()} at the latest. Try again after that.`;
  }
}

/** The result of an operator's decision about an inbox entry. */
export type EntryDecided =
  | { kind: "changed"; entry: InboxEntry }
  | { kind: "unknown" }
  /** The entry was handled at that time, so there is nothing to decide. */
  | { kind: "handled"; at: Date }
  | { kind: "given-up-already"; at: Date }
  /** The entry is due since that time, and no worker has claimed it yet. */
  | { kind: "due"; since: Date }
  /** A worker has claimed the entry until that time. */
  | { kind: "claimed"; until: Date };

/**
 * Makes a waiting or given-up entry due now. A given-up entry that is older than the inbox's age limit gets
 * only one more try.
 */
export async function retryEntry(tx: Tx, { id, now }: { id: string; now: Date }): Promise<EntryDecided> {
  const entry = await lockEntry(tx, id);
  const refusal = refuse(entry, now);
  if (entry === null || (refusal !== null && refusal.kind !== "given-up-already"))
    return refusal ?? { kind: "unknown" };
  if (entry.dueAt !== null && entry.dueAt <= now) return { kind: "due", since: entry.dueAt };
  await tx.inboxEntry.updateMany({
    where: { shop: entry.shop, id },
    data: { ...dueAt(now), handledAt: null, retryCount: 0 },
  });
  await wakeInbox(tx);
  return { kind: "changed", entry };
}

/** Gives up an entry that keeps failing, as the inbox does with entries past its age limit. */
export async function giveUpEntry(tx: Tx, { id, now }: { id: string; now: Date }): Promise<EntryDecided> {
  const entry = await lockEntry(tx, id);
  const refusal = refuse(entry, now);
  if (entry === null || refusal !== null) return refusal ?? { kind: "unknown" };
  const failure = entry.failure ?? GIVEN_UP_UNTRIED;
  await tx.inboxEntry.updateMany({
    where: { shop: entry.shop, id },
    data: { ...dueAt(null), handledAt: now, failure },
  });
  return { kind: "changed", entry };
}

/**
 * The failure code of an entry that the operator gives up before it has failed. Without a code, the entry would
 * count as handled.
 */
const GIVEN_UP_UNTRIED = "given-up-untried";

async function lockEntry(tx: Tx, id: string): Promise<InboxEntry | null> {
  await queryRows<unknown>(tx)`select from inbox_entry where id = ${id}::uuid for update`;
  return tx.inboxEntry.findFirst({ where: { id } });
}

function refuse(entry: InboxEntry | null, now: Date): EntryDecided | null {
  if (entry === null) return { kind: "unknown" };
  const { handledAt, failure, leasedUntil } = entry;
  if (handledAt !== null) return { kind: failure === null ? "handled" : "given-up-already", at: handledAt };
  if (leasedUntil !== null && leasedUntil > now) return { kind: "claimed", until: leasedUntil };
  return null;
}
