import pg from "pg";
import { vi } from "vitest";

import { shopify } from "./world.ts";

/** What something cost. */
export type Work = {
  transactions: number;
  /** Without begin, set_config and commit, and without pg-boss's own. */
  statements: number;
  /** Requests to the shops' Admin API. */
  adminCalls: number;
  /** Jobs that were sent. */
  jobs: number;
};

/** Counts what the app in this process does meanwhile: not what the test itself asks the database, nor what others do. */
export async function countWork(act: () => Promise<unknown>): Promise<Work & { sql: string[] }> {
  const sql: string[] = [];
  const work = { transactions: 0, adminCalls: 0, jobs: 0 };
  const tokens = vi.spyOn(shopify.tokens, "find");
  // Below whatever stands in front of a connection's `query`.
  const spied = vi.spyOn(pg.Query.prototype as unknown as Submitted, "submit");
  try {
    await act();
    work.adminCalls = tokens.mock.calls.length;
    const sent = spied.mock.contexts.map((query, at) => ({
      connection: spied.mock.calls[at]?.[0],
      ...textOf(query as Submitted),
    }));
    const doors = new Set(sent.filter(({ text }) => DOOR.test(text)).map(({ connection }) => connection));
    for (const { text, values } of sent.filter(({ connection }) => doors.has(connection))) {
      if (/^begin/i.test(text)) work.transactions += 1;
      else if (/insert into pgboss\./i.test(text)) work.jobs += jobsIn(values);
      else if (!NO_STATEMENT.test(text)) sql.push(text);
    }
  } finally {
    tokens.mockRestore();
    spied.mockRestore();
  }
  return { ...work, statements: sql.length, sql };
}

/** Each transaction of the app opens one. pg-boss, which looks for jobs on connections of its own at any time, never does. */
const DOOR = /set_config\('stockbridge\./;
/** What opens and ends a transaction, or sets its door; and what pg-boss asks within one, to send a job. */
const NO_STATEMENT = /^(commit|rollback|set |select set_config|select [^]*pgboss\.)/i;

function textOf({ text = "", values = [] }: Submitted) {
  return { text: text.trim(), values };
}

/** A query of `pg` that is sent. */
type Submitted = { text?: string; values?: unknown[]; submit: (connection: unknown) => unknown };

/** pg-boss sends any number of jobs as one list. */
function jobsIn([list]: unknown[]): number {
  return Array.isArray(JSON.parse(String(list))) ? (JSON.parse(String(list)) as unknown[]).length : 1;
}
