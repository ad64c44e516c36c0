import pg from "pg";
import { vi } from "vitest";

import { type Queries, QueryCount, type Sent } from "./query-count.ts";
import { shopify } from "./world.ts";

/** The cost of some work. `adminCalls`: requests to the shops' Admin API. */
export type Work = Queries & { adminCalls: number; sql: string[] };

/** Counts what the app in this process does meanwhile: not what the test itself asks the database, nor what others do. */
export async function countWork(act: () => Promise<unknown>): Promise<Work> {
  const tokens = vi.spyOn(shopify.tokens, "find");
  // Below whatever stands in front of a connection's `query`.
  const spied = vi.spyOn(pg.Query.prototype as unknown as Submitted, "submit");
  try {
    await act();
    const count = new QueryCount();
    for (const [at, query] of spied.mock.contexts.entries())
      count.add(spied.mock.calls[at]?.[0], query as Submitted);
    return { ...count.counted(), adminCalls: tokens.mock.calls.length };
  } finally {
    tokens.mockRestore();
    spied.mockRestore();
  }
}

type Submitted = Sent & { submit: (connection: unknown) => unknown };
