import { Prisma } from "@prisma/client";

import type { Tx } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { allWork, describeWork } from "../queue/lease.server.ts";
import { workInWords } from "./words.ts";

/** Rows of one kind that workers have leased now. */
export type HeldLeases = { what: string; rows: number; nextEnd: Date; lastEnd: Date };

/**
 * Counts the leases that workers hold, by kind of work. The leases of a crashed worker stay until they
 * expire.
 */
export async function findLeases(
  tx: Tx,
  { shop, now }: { shop: string | null; now: Date },
): Promise<HeldLeases[]> {
  const kinds = allWork.map((work) => {
    const { name, leased, table } = describeWork(work);
    return Prisma.sql`
      select ${workInWords(name)} as what, count(*)::int as rows, min(${leased}) as "nextEnd",
        max(${leased}) as "lastEnd"
      from ${table} where ${leased} > ${now} and (${shop}::text is null or shop = ${shop})`;
  });
  const held = await queryRows<HeldLeases>(tx)`${Prisma.join(kinds, " union all ")}`;
  return held.filter(({ rows }) => rows > 0);
}
