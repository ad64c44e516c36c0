import { Prisma } from "@prisma/client";

import type { Tx } from "./db.server.ts";
import { withLongLists } from "./sql-array.ts";

/** What stands for each list in a statement. */
export type Lists<Name extends string> = Record<Name, string>;

/**
 * Runs statements as one that write many rows to different tables. Postgres goes on from each to the next at once; sent one by
 * one, each would wait until this process is free to send it.
 *
 * @param statementsFor makes the statements, with what stands for their lists (`sqlArray`).
 */
export async function writeTogether(
  tx: Tx,
  statementsFor: (listOf: <Name extends string>(lists: Lists<Name>) => Lists<Name>) => Prisma.Sql[],
): Promise<void> {
  await withLongLists((ticketFor) => {
    const listOf = <Name extends string>(lists: Lists<Name>) =>
      Object.fromEntries(
        Object.entries<string>(lists).map(([name, list]) => [name, ticketFor(list)]),
      ) as Lists<Name>;
    const named = statementsFor(listOf).map(
      (statement, index) => Prisma.sql`${Prisma.raw(`part_${String(index)}`)} as (${statement})`,
    );
    return tx.$executeRaw`with ${Prisma.join(named)} select`;
  });
}

/** Whether a statement failed because a row with the same key is there already. */
export function isThereAlready(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // As Prisma tells the failures of a driver: of 23505 (unique_violation) in Postgres' words.
  const { driverAdapterError } = (error.meta ?? {}) as {
    driverAdapterError?: { cause?: { kind?: unknown } };
  };
  return driverAdapterError?.cause?.kind === "UniqueConstraintViolation";
}
