import { Prisma } from "@prisma/client";

import type { Tx } from "../lib/db.server.ts";
import { dueWords } from "./words.ts";

/** Rows of one kind that workers have at this moment. */
export type HeldLeases = { what: string; rows: number; nextEnd: Date; lastEnd: Date };

/** Tables whose rows keep the end of their lease beside the time at which they are due: equal while a worker has them. */
const LEASED = ["inbox_entry", "supplier_order", "shipment", "order_update_run", "link_run"];
/** No lease in these tables is longer. */
const LONGEST_MINUTES = 15;

/** Counts the leases that workers hold, by what they do. A worker that died holds its own until they end. */
export async function findLeases(
  tx: Tx,
  { shop, now }: { shop: string | null; now: Date },
): Promise<HeldLeases[]> {
  const kinds = LEASED.map((table) => {
    const what = dueWords[`${table}.next_at`] ?? table;
    return Prisma.sql`
      select ${what} as what, count(*)::int as rows, min(next_at) as "nextEnd", max(next_at) as "lastEnd"
      from ${Prisma.raw(`"${table}"`)}
      where next_at > ${now} and next_at <= ${now}::timestamptz + make_interval(mins => ${LONGEST_MINUTES})
        and next_at = leased_until and (${shop}::text is null or shop = ${shop})`;
  });
  const sync = Prisma.sql`
    select 'sync of products' as what, count(*)::int as rows, min(leased_until), max(leased_until)
    from catalog_sync where leased_until > ${now} and (${shop}::text is null or shop = ${shop})`;
  const held = await tx.$queryRaw<HeldLeases[]>(Prisma.join([...kinds, sync], " union all "));
  return held.filter(({ rows }) => rows > 0);
}
