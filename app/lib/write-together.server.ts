import { Prisma } from "@prisma/client";

import type { Tx } from "./db.server.ts";
import { withLongLists } from "./sql-array.ts";

/** What stands for a list in a statement: the list itself, of many kilobytes, would go through Prisma. */
type Ticket = string & { readonly ticket: unique symbol };
export type Tickets<Name extends string> = Record<Name, Ticket>;

/**
 * Runs several statements as one, each of which writes many rows to a table of its own. Sent one by one, each would wait until
 * this process is free to send it. They run in no particular order and see none of each other's rows, so no two may write to
 * the same table.
 *
 * @param statementsFor makes the statements, with tickets for their lists (`sqlArray`).
 */
export async function writeTogether(
  tx: Tx,
  statementsFor: (
    ticketsFor: <Name extends string>(lists: Record<Name, string>) => Tickets<Name>,
  ) => Prisma.Sql[],
): Promise<void> {
  await withLongLists((ticketFor) => {
    const ticketsFor = <Name extends string>(lists: Record<Name, string>) =>
      Object.fromEntries(
        Object.entries<string>(lists).map(([name, list]) => [name, ticketFor(list)]),
      ) as Tickets<Name>;
    const named = statementsFor(ticketsFor).map(
      (statement, index) => Prisma.sql`${Prisma.raw(`part_${String(index)}`)} as (${statement})`,
    );
    return tx.$executeRaw`with ${Prisma.join(named)} select`;
  });
}
