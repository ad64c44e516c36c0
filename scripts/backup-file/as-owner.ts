import pg from "pg";

import { APPLICATION, named } from "../../app/lib/database/restricted-connection.ts";

/**
 * Runs `work` as the owner of the database at DATABASE_URL. With DATABASE=embedded, uses the app's own database, and
 * starts it if it is not running.
 *
 * @throws Error with a sentence if the database cannot be reached.
 */
export async function asOwner<Result>(
  work: (owner: pg.Client, url: string) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL, DATABASE } = process.env;
  if (DATABASE_URL) return withClient(DATABASE_URL, work);
  if (DATABASE !== "embedded") throw new Error("DATABASE_URL: is missing. Set it to the owner's address.");
  const { findRunning, startOwnPostgres } = await import("../dev-postgres/own-postgres.ts");
  const running = await findRunning();
  if (running !== null) return withClient(running, work);
  const own = await startOwnPostgres();
  try {
    return await withClient(own.url, work);
  } finally {
    await own.stop();
  }
}

async function withClient<Result>(
  url: string,
  work: (owner: pg.Client, url: string) => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Client({ connectionString: named(url, `${APPLICATION} backup`).href });
  // Ignores the error event, because the pending query rejects with the same error.
  owner.on("error", () => undefined);
  await owner.connect().catch((error: unknown) => {
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    throw new Error(
      `The database at DATABASE_URL cannot be used: ${first instanceof Error ? first.message : String(first)}`,
    );
  });
  try {
    return await work(owner, url);
  } finally {
    await owner.end();
  }
}
