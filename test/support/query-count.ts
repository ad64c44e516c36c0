/** The cost of some work in the database. */
export type Queries = {
  /** A statement on its own is one, too. */
  transactions: number;
  /** Without begin, set_config and commit, and without pg-boss's own. */
  statements: number;
  /** Jobs that were sent. */
  jobs: number;
};

/** A query of `pg` as its connection sends it. */
export type Sent = { text?: string; values?: unknown[] };

type Seen = { setsScopes: boolean; isOpen: boolean; transactions: number; jobs: unknown[]; sql: string[] };

/** Counts what the app asks the database, by its connections. */
export class QueryCount {
  readonly #connections = new Map<unknown, Seen>();

  add(connection: unknown, { text: sent = "", values = [] }: Sent): void {
    const text = sent.trim();
    const none = { setsScopes: false, isOpen: false, transactions: 0, jobs: [], sql: [] };
    const seen = this.#connections.get(connection) ?? none;
    this.#connections.set(connection, seen);
    seen.setsScopes ||= SCOPE.test(text);
    if (/^begin/i.test(text)) {
      seen.isOpen = true;
      seen.transactions += 1;
    } else if (/^(commit|rollback)/i.test(text)) seen.isOpen = false;
    else if (/insert into pgboss\.job/i.test(text)) seen.jobs.push(values[0]);
    else if (!NO_STATEMENT.test(text)) {
      seen.sql.push(text);
      if (!seen.isOpen) seen.transactions += 1;
    }
  }

  /** Counts only connections that set a scope, as the app's transactions do: pg-boss polls for jobs at any time. */
  counted(): Queries & { sql: string[] } {
    const apps = [...this.#connections.values()].filter(({ setsScopes }) => setsScopes);
    const sum = (of: (seen: Seen) => number) => apps.reduce((total, seen) => total + of(seen), 0);
    return {
      transactions: sum(({ transactions }) => transactions),
      statements: sum(({ sql }) => sql.length),
      jobs: sum(({ jobs }) => jobs.map(jobsIn).reduce((total, count) => total + count, 0)),
      sql: apps.flatMap(({ sql }) => sql),
    };
  }
}

const SCOPE = /set_config\('stockbridge\./;
/** Settings, and the queries with which pg-boss sends a job inside a transaction. */
const NO_STATEMENT = /^(set |select set_config|select [^]*pgboss\.)/i;

/** pg-boss sends any number of jobs as one list. */
function jobsIn(list: unknown): number {
  const jobs: unknown = JSON.parse(String(list));
  return Array.isArray(jobs) ? jobs.length : 1;
}
