import { Prisma } from "@prisma/client";

import { asSystem, PROBE, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { allDueColumns } from "../../queue/lease.server.ts";
import { shopsWithDue } from "../../queue/sweep.server.ts";

/** A subquery per due column: when its oldest due row became due, or null. Reads the head of each shop's part of an index. */
export const earliestOfEach = allDueColumns.map(({ name, ...columns }) => ({
  work: name,
  earliest: Prisma.sql`(with recursive ${shopsWithDue(columns)} select min(due) from each where due <= now())`,
}));

export const oldestDue = Prisma.sql`
  select least(${Prisma.join(earliestOfEach.map(({ earliest }) => earliest))}) as "oldest"`;

/** Returns the seconds for which the oldest of all due rows has been waiting; null if nothing is due. */
export async function oldestDueSeconds(): Promise<number | null> {
  const find = async (tx: Tx, now: Date) => {
    const [row] = await queryRows<{ oldest: Date | null }>(tx)`${oldestDue}`;
    const oldest = row?.oldest ?? null;
    return oldest === null ? null : Math.floor((now.getTime() - oldest.getTime()) / 1000);
  };
  return asSystem("health", find, PROBE);
}
