import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";
import { PgBoss } from "pg-boss";

import { jobs, type Job } from "../../app/queue/jobs.ts";
import { installClock } from "../support/database-clock.ts";
import { ageStatement } from "../support/age-statement.ts";

/** The owner's view of the app's database, which bears that the database goes and comes. */
export type Database = {
  query: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;
  /** Makes rows due that are due within `seconds`, in every shop, and starts all that a clock would start. */
  timePasses: (shops: string[], seconds: number) => Promise<void>;
  /** Starts the sweeps, in so many workers at once as there are. */
  sweep: (times?: number) => Promise<void>;
  /** True if nothing is enqueued, except for later, and no transaction runs, except in a process that stands still. */
  isQuiet: () => Promise<boolean>;
  /** Ends what stands still within a transaction, sooner than Postgres does by itself, and lets go of its locks. */
  endTransactionsIdleFor: (seconds: number) => Promise<void>;
  /** Sets its clock forward by so many seconds, or back. */
  turnClock: (seconds: number) => Promise<void>;
  close: () => Promise<void>;
};

/** The jobs that run every few minutes or more often. */
const SWEEPS = Object.values<Job>(jobs).flatMap(({ name, everySeconds, cron }) =>
  everySeconds !== undefined || cron === "* * * * *" ? name : [],
);

export function openDatabase(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on("error", () => undefined);
  const boss = new PgBoss({
    db: { executeSql: async (sql: string, values?: unknown[]) => ({ rows: await query(sql, values) }) },
    supervise: false,
    schedule: false,
    migrate: false,
    createSchema: false,
  });
  let begun: Promise<unknown> | undefined;
  let statement: Promise<string> | undefined;
  let turning: ReturnType<typeof installClock> | undefined;

  async function query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await pool.query<Row>(sql, values)).rows;
      } catch (error) {
        // The database has just crashed or is about to start, or this statement lost a deadlock to one of the app (40P01).
        const { code } = error as { code?: string };
        const mayPass = code === undefined || /^(08|57P|40P01|E)/.test(code);
        if (!mayPass || tries === 600) throw error;
        await pause(100);
      }
    }
  }

  async function sweep(times = 1): Promise<void> {
    begun ??= boss.start();
    await begun;
    for (const name of SWEEPS) for (let time = 0; time < times; time += 1) await boss.send(name, {});
  }

  return {
    query,
    sweep,
    timePasses: async (shops, seconds) => {
      statement ??= ageStatement((sql) => query(sql));
      const known = await statement;
      for (const shop of shops) await query(known, [shop, seconds]);
      // Rows of all shops: whether the supplier answers at all.
      for (const { table, column } of await query<{ table: string; column: string }>(
        `select table_name as table, column_name as column from information_schema.columns moment
         where table_schema = 'public' and data_type like 'timestamp%' and table_name <> '_prisma_migrations'
           and not exists (select from information_schema.columns shop where shop.table_schema = 'public'
             and shop.table_name = moment.table_name and shop.column_name = 'shop')`,
      ))
        await query(`update "${table}" set "${column}" = "${column}" - make_interval(secs => $1)`, [seconds]);
    },
    isQuiet: async () => {
      const [row] = await query<{ busy: string }>(
        `select (select count(*) from pgboss.job where state = 'created' and start_after <= created_on + interval '1 second'
                   and name not like '\\_\\_pgboss%')
              + (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
                   and backend_type = 'client backend'
                   and (state = 'active' or (state = 'idle in transaction' and state_change > now() - interval '1 second'))
                ) as busy`,
      );
      return Number(row?.busy) === 0;
    },
    endTransactionsIdleFor: async (seconds) => {
      await pause(seconds * 1000);
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
           and state like 'idle in transaction%' and state_change < now() - make_interval(secs => $1)`,
        [seconds],
      );
    },
    turnClock: async (seconds) => {
      turning ??= installClock(query);
      await (
        await turning
      )(seconds);
    },
    close: async () => {
      if (begun) await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}
