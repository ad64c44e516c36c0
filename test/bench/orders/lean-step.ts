import pg from "pg";

import { restrictedConnection } from "../../../app/lib/database/restricted-connection.ts";

/** Runs a prepared statement of that name. */
export type Run = (
  name: string,
  text: string,
  values: unknown[],
) => Promise<pg.QueryResult<Record<string, string>>>;

/** Lean's durable step: a transaction for a shop, or by one of the doors for all. */
export type Step = <T>(shop: string, system: "" | "inbox", steps: (run: Run) => Promise<T>) => Promise<T>;

/** Opens a pool of at most `max` connections of the restricted role. */
export function leanPool(max: number, databaseUrl = process.env.DATABASE_URL): pg.Pool {
  return new pg.Pool({ ...restrictedConnection({ DATABASE_URL: databaseUrl }), max });
}

/** Steps over such connections. A step that fails is rolled back. */
export function leanSteps(pool: pg.Pool): Step {
  return async (shop, system, steps) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query({ name: "door", text: DOOR, values: [shop, system] });
      const result = await steps((name, text, values) => client.query({ name, text, values }));
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  };
}

const DOOR = "select set_config('stockbridge.shop', $1, true), set_config('stockbridge.system', $2, true)";
