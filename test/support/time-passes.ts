import { ageStatement } from "./age-statement.ts";
import { query } from "./database.ts";
import { databaseUrl } from "./world.ts";

/**
 * Lets time pass for a shop. What is due goes by the database's clock, which no test can turn: so all moments that the
 * shop's rows name move back instead, as if that much time had gone by since.
 */
export async function timePasses(shop: string, seconds: number, url = databaseUrl): Promise<void> {
  const known = statements.get(url) ?? ageStatement((sql) => query(url, sql));
  statements.set(url, known);
  await query(url, await known, [shop, seconds]);
  // This process's caches, which live for seconds, have aged as well.
  const { sessionStorage } = await import("../../app/shop/auth/shopify.server.ts");
  sessionStorage.written += 1;
}

const statements = new Map<string, Promise<string>>();
