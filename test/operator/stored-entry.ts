import { randomUUID } from "node:crypto";

import { query } from "../support/database.ts";
import { databaseUrl } from "../support/world.ts";

type Entry = {
  shop: string;
  topic?: string;
  subjectId?: string;
  /** Seconds from now; null once it has ended. */
  nextIn?: number | null;
  isClaimed?: boolean;
  handledAgo?: number | null;
  retryCount?: number;
  failure?: string | null;
};

/** An entry of the inbox as its row says. @returns its id. */
export async function storeEntry({
  shop,
  topic = "orders/paid",
  subjectId = "gid://shopify/Order/1",
  nextIn = null,
  isClaimed = false,
  handledAgo = null,
  retryCount = 0,
  failure = null,
}: Entry): Promise<string> {
  const id = randomUUID();
  await query(
    databaseUrl,
    `insert into inbox_entry (id, shop, topic, webhook_id, subject_id, received_at, due_at, leased_until, handled_at,
       retry_count, failure)
     select $1::uuid, $2, $3, $1::text, $4, now() - interval '1 hour', case when $6 then now() else at end,
       case when $6 then at end, now() - make_interval(secs => $7), $8, $9
     from (select now() + make_interval(secs => $5) as at) as due`,
    [id, shop, topic, subjectId, nextIn, isClaimed, handledAgo, retryCount, failure],
  );
  return id;
}

export async function entryRow(id: string) {
  const [row] = await query<{
    due_at: Date | null;
    handled_at: Date | null;
    failure: string | null;
    retry_count: number;
  }>(databaseUrl, "select due_at, handled_at, failure, retry_count from inbox_entry where id = $1", [id]);
  return row;
}
