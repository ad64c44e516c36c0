import { randomUUID } from "node:crypto";

import { Prisma } from "@prisma/client";
import { expect, it } from "vitest";

import { asSystem } from "../../app/lib/db.server.ts";
import { dueColumns, oldestDue, oldestDueSeconds } from "../../app/wiring/oldest-due.server.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";

const now = new Date("2026-11-21T10:00:00Z");

function before(seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

async function serviceDue(at: Date | null): Promise<void> {
  const sql = "insert into fulfillment_service (shop, state, next_at) values ($1, 'due', $2)";
  await query(databaseUrl, sql, [newShop(), at]);
}

async function webhookDue(at: Date | null): Promise<void> {
  const sql = `insert into inbox_entry (id, shop, topic, webhook_id, received_at, next_at)
    values (gen_random_uuid(), $1, 'orders/paid', $2, now(), $3)`;
  await query(databaseUrl, sql, [newShop(), randomUUID(), at]);
}

it("every column of the database that says when a row is due is looked at", async () => {
  const columns = await query<{ table_name: string; column_name: string }>(
    databaseUrl,
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and (column_name = 'next_at' or column_name like '%due_at')`,
  );
  const found = columns.map(({ table_name: table, column_name: column }) => `${table}.${column}`);
  expect(dueColumns.map((each) => each.join(".")).toSorted()).toEqual(found.toSorted());
});

it("the oldest of all shops' due rows counts, whatever it is, and what is due later does not", async () => {
  await serviceDue(null);
  await webhookDue(before(-1));
  expect(await oldestDueSeconds(now)).toBeNull();
  await serviceDue(before(90));
  await webhookDue(before(0));
  expect(await oldestDueSeconds(now)).toBe(90);
  await webhookDue(before(3600.5));
  expect(await oldestDueSeconds(now)).toBe(3600);
});

it("no table is read through for it", async () => {
  const plan = await asSystem("health", async (tx) => {
    await tx.$executeRaw`set local enable_seqscan = off`;
    return tx.$queryRaw<Record<string, string>[]>(Prisma.sql`explain ${oldestDue(now)}`);
  });
  const lines = plan.flatMap((line) => Object.values(line));
  expect(lines.filter((line) => /Seq Scan/.test(line))).toEqual([]);
  expect(lines.filter((line) => /Index Cond: .*(next_at|due_at) <=/.test(line))).toHaveLength(
    dueColumns.length,
  );
});
