import { setTimeout as pause } from "node:timers/promises";

import { Prisma } from "@prisma/client";

import { asSystem, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { outsideTraces } from "../../lib/telemetry/trace.server.ts";
import { polls } from "../../orders/ingest/poll-requests.server.ts";
import { claimable } from "../../queue/lease.server.ts";
import { earliestOfEach } from "./health.server.ts";

/** Numbers on the work of all shops. Ages are in seconds. */
export type DatabaseNumbers = {
  /** Age of the oldest due row by `table.column`; 0 if nothing is due. */
  dueAges: { work: string; seconds: number }[];
  inboxDepth: number;
  queues: { queue: string; depth: number; seconds: number }[];
  /** Orders that are not completed. */
  orders: { state: string; count: number; seconds: number }[];
  pollLag: number;
  supplierDown: boolean;
};

/** Maximum age of the numbers. A scrape within this time gets the numbers of the last read. */
const READ_EVERY_MS = 10_000;
/**
 * Maximum age of the numbers of orders. Counting 100,000 open orders takes the database 0.2 s, and states do
 * not change by the second.
 */
const READ_ORDERS_EVERY_MS = 60_000;
/**
 * A scrape waits this long for the database. If the database does not answer, the other numbers must not wait for it.
 */
const WAIT_MS = 2_000;
const READ_WITHIN_MS = 5_000;

type Latest = { numbers: DatabaseNumbers | null; at: number };

let latest: Latest = { numbers: null, at: -Infinity };
let latestOrders: { orders: DatabaseNumbers["orders"]; at: number } = { orders: [], at: -Infinity };
let reading: { done: Promise<DatabaseNumbers | null>; since: number } | null = null;

/** Returns numbers that are at most ten seconds old; null if the database does not answer in time. */
export async function databaseNumbers(): Promise<DatabaseNumbers | null> {
  const now = performance.now();
  if (now - latest.at < READ_EVERY_MS) return latest.numbers;
  reading ??= { done: outsideTraces(readAndKeep), since: now };
  const left = Math.max(0, reading.since + WAIT_MS - now);
  return Promise.race([reading.done, pause(left, null, { ref: false })]);
}

async function readAndKeep(): Promise<DatabaseNumbers | null> {
  const numbers = await asSystem("health", read, { timeoutMs: READ_WITHIN_MS }).catch(() => null);
  latest = { numbers, at: performance.now() };
  reading = null;
  return numbers;
}

async function read(tx: Tx): Promise<DatabaseNumbers> {
  const dueAges = await queryRows<DatabaseNumbers["dueAges"][number]>(tx)`${oldestOfEach}`;
  const [inbox] = await queryRows<{ depth: number }>(tx)`${inboxDepth}`;
  const queues = await queryRows<DatabaseNumbers["queues"][number]>(tx)`${waitingJobs}`;
  const orders = await readOrders(tx);
  const [lag] = await queryRows<{ seconds: number }>(tx)`${pollLag}`;
  const supplierDown = (await tx.supplierOutage.count()) > 0;
  return { dueAges, inboxDepth: inbox?.depth ?? 0, queues, orders, pollLag: lag?.seconds ?? 0, supplierDown };
}

async function readOrders(tx: Tx): Promise<DatabaseNumbers["orders"]> {
  const at = performance.now();
  if (at - latestOrders.at >= READ_ORDERS_EVERY_MS)
    latestOrders = { orders: await queryRows<DatabaseNumbers["orders"][number]>(tx)`${openOrders}`, at };
  return latestOrders.orders;
}

const seconds = (since: Prisma.Sql) =>
  Prisma.sql`coalesce(greatest(0, extract(epoch from now() - ${since})), 0)::float8 as seconds`;

export const oldestOfEach = Prisma.join(
  earliestOfEach.map(({ work, earliest }) => Prisma.sql`select ${work} as work, ${seconds(earliest)}`),
  " union all ",
);

/** Limit of a count: a larger backlog needs no exact number, and counting it would add to the load. */
export const COUNT_AT_MOST = 10_000;

export const inboxDepth = Prisma.sql`
  select count(*)::int as depth from (
    select from inbox_entry where ${claimable("InboxEntry")} limit ${COUNT_AT_MOST}) as waiting`;

/** Counts due jobs that no worker has taken, from the index by which pg-boss fetches jobs. */
export const waitingJobs = Prisma.sql`
  select queue.name as queue, jobs.depth, jobs.seconds from pgboss.queue cross join lateral (
    select count(*)::int as depth, ${seconds(Prisma.sql`min(greatest(created_on, start_after))`)} from (
      select created_on, start_after from pgboss.job
      where name = queue.name and state < 'active' and not blocked and start_after <= now()
      order by priority desc, created_on limit ${COUNT_AT_MOST}) as waiting) as jobs`;

/**
 * Counts orders that are not completed. Completed orders are left out, because there are many, and none of them is due.
 */
export const openOrders = Prisma.sql`
  select state, count(*)::int as count, ${seconds(Prisma.sql`min(requested_at)`)} from supplier_order
  where state not in ('delivered', 'canceled', 'rejected') group by state`;

/** Delay of the most overdue poll of a connected shop. */
export const pollLag = Prisma.sql`
  select ${seconds(Prisma.sql`min(due_at)`)} from (${polls}) as poll`;
