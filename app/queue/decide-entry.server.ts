import type { InboxEntry } from "@prisma/client";

import type { Tx } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { INBOX_CHANNEL } from "./inbox.server.ts";
import { dueAt } from "./lease.server.ts";

/** The result of an operator's decision about an inbox entry. */
export type EntryDecided =
  | { kind: "changed"; entry: InboxEntry }
  | { kind: "unknown" }
  /** Handled at that time; there is nothing to decide. */
  | { kind: "handled"; at: Date }
  | { kind: "given-up-already"; at: Date }
  /** Due since then; no worker has claimed it yet. */
  | { kind: "due"; since: Date }
  /** A worker has a lease until then. */
  | { kind: "claimed"; until: Date };

/**
 * Makes a waiting or given-up entry due now. A given-up entry past the inbox's age limit gets only one more
 * try.
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
  await queryRows<unknown>(tx)`select pg_notify(${INBOX_CHANNEL}, '')::text`;
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

/** An entry without a failure would count as handled. */
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
