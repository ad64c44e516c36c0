import type { Tx } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";

/** An inbox entry that waits, fails, or was given up. */
export type ListedEntry = {
  id: string;
  shop: string;
  topic: string;
  subjectId: string | null;
  receivedAt: Date;
  /** Null if the entry was given up. */
  dueAt: Date | null;
  /** End of a worker's lease; null if no worker has it. */
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
  // Two conditions, so that each uses its own index.
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
