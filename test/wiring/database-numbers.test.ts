import { randomUUID } from "node:crypto";

import { Prisma } from "@prisma/client";
import { describe, expect, it } from "vitest";

import { asSystem } from "../../app/lib/database/db.server.ts";
import {
  databaseNumbers,
  inboxDepth,
  oldestOfEach,
  openOrders,
  pollLag,
  waitingJobs,
} from "../../app/wiring/watch/database-numbers.server.ts";
import { countWork } from "../support/count-work.ts";
import { query } from "../support/database.ts";
import { holdLock } from "../support/locks.ts";
import { databaseUrl, newShop } from "../support/world.ts";

type PlanNode = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
};

/** Counts the rows that a plan has read from orders. */
function rowsRead(node: PlanNode): number {
  const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  const own = node["Relation Name"] === "supplier_order" ? rows : 0;
  return own + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);
}

describe("databaseNumbers", () => {
  it("returns null while the database is silent, and numbers once it answers", async () => {
    const { release } = await holdLock("lock table supplier_outage in access exclusive mode");
    expect(await databaseNumbers()).toBeNull();
    await query(
      databaseUrl,
      `insert into inbox_entry (id, shop, topic, webhook_id, received_at, due_at)
       values (gen_random_uuid(), $1, 'orders/paid', $2, now(), now() - interval '1 hour')`,
      [newShop(), randomUUID()],
    );
    await release();
    const numbersAndAge = async () => {
      const numbers = await databaseNumbers();
      const age = numbers?.dueAges.find(({ work }) => work === "inbox_entry.due_at")?.seconds ?? 0;
      return { ...numbers, minutes: Math.round(age / 60) };
    };
    // The read that was silent has read the ages before the entry was there, and may still answer.
    await expect.poll(numbersAndAge).toMatchObject({ inboxDepth: 1, supplierDown: false, minutes: 60 });
  });

  it("does not read the database again within a moment of the last read", async () => {
    await databaseNumbers();
    const work = await countWork(async () => {
      await Promise.all(Array.from({ length: 50 }, databaseNumbers));
    });
    expect(work).toMatchObject({ transactions: 0, statements: 0 });
  });

  it.each([
    ["the age of due work", oldestOfEach],
    ["the inbox", inboxDepth],
    ["the queue", waitingJobs],
    ["orders", openOrders],
  ])("reads %s from indexes", async (_, statement) => {
    const plan = await asSystem("health", async (tx) => {
      await tx.$executeRaw`set local enable_seqscan = off`;
      return tx.$queryRaw<Record<string, string>[]>(Prisma.sql`explain ${statement}`);
    });
    const scans = plan.flatMap((line) => Object.values(line)).filter((line) => /Seq Scan/.test(line));
    // The list of queues is as short as the list of jobs.
    expect(scans.filter((line) => !line.includes(" on queue"))).toEqual([]);
  });

  it("finds the oldest due orders without reading every due order", async () => {
    await query(
      databaseUrl,
      `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, supplier_order_id, requested_at, due_at,
         update_due_at)
       select gen_random_uuid(), $1, 'fulfillment-' || n, 'order-' || n, '#' || n, 'placed', n::text, now(), now() - interval '1 hour',
         now() - interval '1 hour' from generate_series(1, 3000) as n`,
      [newShop()],
    );
    await query(databaseUrl, "analyze supplier_order");
    const [found] = await asSystem("health", (tx) =>
      tx.$queryRaw<{ "QUERY PLAN": { Plan: PlanNode }[] }[]>(
        Prisma.sql`explain (analyze, format json) ${oldestOfEach}`,
      ),
    );
    const plans = found?.["QUERY PLAN"].map(({ Plan }) => rowsRead(Plan)) ?? [];
    expect(plans[0]).toBeGreaterThan(0);
    expect(plans[0]).toBeLessThan(50);
  });

  it("reports how late polls are", async () => {
    const rows = await asSystem("health", (tx) => tx.$queryRaw<{ seconds: number }[]>(pollLag));
    expect(rows).toEqual([{ seconds: 0 }]);
  });
});
