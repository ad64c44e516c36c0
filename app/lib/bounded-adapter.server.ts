import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

/** Longer than Postgres takes to give up the statement before it (`POSTGRES_MARGIN_MS` in transaction.server.ts). */
const ROLLED_BACK_WITHIN_MS = 3000;

/**
 * Prisma's adapter for a database that may fall silent. Prisma waits for ROLLBACK without a limit, and when its own timeout
 * sends ROLLBACK, a rejection is unhandled. So ROLLBACK here never rejects: without an answer in time it closes the
 * connection, and Postgres rolls back.
 */
export class BoundedAdapter extends PrismaPg {
  override async connect(): ReturnType<PrismaPg["connect"]> {
    const connected = await super.connect();
    const start = connected.startTransaction.bind(connected);
    connected.startTransaction = async (isolationLevel) => boundRollback(await start(isolationLevel));
    return connected;
  }
}

function boundRollback(transaction: Transaction): Transaction {
  const { client } = transaction as unknown as { client: pg.PoolClient };
  const execute = transaction.executeRaw.bind(transaction);
  transaction.executeRaw = async (statement) => {
    if (statement.sql !== "ROLLBACK") return execute(statement);
    const giveUp = setTimeout(() => client.connection.stream.destroy(), ROLLED_BACK_WITHIN_MS);
    try {
      return await execute(statement);
    } catch {
      return 0;
    } finally {
      clearTimeout(giveUp);
    }
  };
  return transaction;
}
