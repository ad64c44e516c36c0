import { ageStatement } from "./age-statement.ts";
import { query, queryOften } from "./database.ts";
import { databaseUrl } from "./world.ts";

/**
 * Lets time pass for a shop. What is due goes by the database's clock, which no test can turn: so all moments that the
 * shop's rows name move back instead, as if that much time had gone by since.
 */
export async function timePasses(shop: string, seconds: number, url = databaseUrl): Promise<void> {
  const known = statements.get(url) ?? ageStatement((sql) => query(url, sql));
  statements.set(url, known);
  const statement = await known;
  for (let tries = 1; ; tries += 1)
    try {
      await queryOften(url, statement, [shop, seconds]);
      break;
    } catch (error) {
      // It changes every row of the shop, while a running app may lock some in another order. Then nothing has changed.
      if ((error as { code?: string }).code !== DEADLOCK || tries === TRIES_AT_MOST) throw error;
    }
  // This process's caches, which live for seconds, have aged as well.
  const { sessionStorage } = await import("../../app/shop/auth/shopify.server.ts");
  sessionStorage.written += 1;
}

/** Postgres: deadlock_detected. */
const DEADLOCK = "40P01";
const TRIES_AT_MOST = 5;

const statements = new Map<string, Promise<string>>();
