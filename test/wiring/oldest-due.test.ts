import { randomUUID } from "node:crypto";

import { Prisma } from "@prisma/client";
import { expect, it } from "vitest";

import { asSystem } from "../../app/lib/database/db.server.ts";
import { allDueColumns } from "../../app/queue/lease.server.ts";
import { oldestDue, oldestDueSeconds } from "../../app/wiring/watch/health.server.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";

/** A service that has been due for so many seconds; null when it is not due. */
async function serviceDueSince(seconds: number | null): Promise<void> {
  const sql = `insert into fulfillment_service (shop, state, due_at)
    values ($1, 'due', now() - make_interval(secs => $2))`;
  await query(databaseUrl, sql, [newShop(), seconds]);
}

async function webhookDueSince(seconds: number): Promise<void> {
  const sql = `insert into inbox_entry (id, shop, topic, webhook_id, received_at, due_at)
    values (gen_random_uuid(), $1, 'orders/paid', $2, now(), now() - make_interval(secs => $3))`;
  await query(databaseUrl, sql, [newShop(), randomUUID(), seconds]);
}

/** Returns the age in whole minutes, since the test itself takes seconds. */
async function oldestDueMinutes(): Promise<number | null> {
  const seconds = await oldestDueSeconds();
  return seconds && Math.round(seconds / 60);
}

it("allDueColumns lists every due column of the database", async () => {
  const columns = await query<{ table_name: string; column_name: string }>(
    databaseUrl,
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_name like '%due_at'`,
  );
  const found = columns.map(({ table_name: table, column_name: column }) => `${table}.${column}`);
  expect(allDueColumns.map(({ name }) => name).toSorted()).toEqual(found.toSorted());
});

it("oldestDueSeconds finds the oldest due row of all shops and tables, and ignores rows due later", async () => {
  await serviceDueSince(null);
  await webhookDueSince(-600);
  expect(await oldestDueSeconds()).toBeNull();
  await serviceDueSince(600);
  await webhookDueSince(60);
  expect(await oldestDueMinutes()).toBe(10);
  await webhookDueSince(3600);
  expect(await oldestDueMinutes()).toBe(60);
});

it("oldestDueSeconds scans no table: each due column has an index that begins with the shop", async () => {
  const leading = await query<{ table: string; column: string }>(
    databaseUrl,
    `select distinct index.indrelid::regclass::text as "table", attribute.attname as "column"
     from pg_index index
     join pg_attribute shop on shop.attrelid = index.indrelid and shop.attnum = index.indkey[0] and shop.attname = 'shop'
     join pg_attribute attribute on attribute.attrelid = index.indrelid and attribute.attnum = index.indkey[1]
     where index.indisvalid
       and (index.indpred is null or pg_get_expr(index.indpred, index.indrelid) = format('(%s IS NOT NULL)', attribute.attname))`,
  );
  expect(leading.map(({ table, column }) => `${table}.${column}`)).toEqual(
    expect.arrayContaining(allDueColumns.map(({ name }) => name)),
  );

  const plan = await asSystem("health", async (tx) => {
    await tx.$executeRaw`set local enable_seqscan = off`;
    return tx.$queryRaw<Record<string, string>[]>(Prisma.sql`explain ${oldestDue}`);
  });
  expect(plan.flatMap((line) => Object.values(line)).filter((line) => /Seq Scan/.test(line))).toEqual([]);
});
