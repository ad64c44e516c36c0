import { expect, it, onTestFinished } from "vitest";

import { DatabaseClient } from "../../app/lib/database-client.ts";
import { databaseProxy } from "../support/database-proxy.ts";
import { databaseUrl } from "../support/world.ts";

/** A connection of the app's, and how many packets have come from it since it was made. */
async function openClient(): Promise<{ client: DatabaseClient; packets: () => number }> {
  const proxy = await databaseProxy(databaseUrl);
  const client = new DatabaseClient({ connectionString: proxy.url });
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  const before = proxy.packets;
  return { client, packets: () => proxy.packets - before };
}

const begin = { text: "BEGIN", values: [] };
const rollback = { text: "ROLLBACK", values: [] };

it("BEGIN is sent together with the first statement", async () => {
  const { client, packets } = await openClient();
  await client.query(begin);
  expect(packets()).toBe(0);
  const { rows } = await client.query({ text: "select $1::int as one", values: [1] });
  expect(rows).toEqual([{ one: 1 }]);
  expect(packets()).toBe(1);
  await client.query(rollback);
  expect(packets()).toBe(2);
});

it("what follows is one transaction, the first statement included", async () => {
  const { client } = await openClient();
  await client.query("create temporary table kept (id int)");
  await client.query(begin);
  await client.query({ text: "insert into kept values ($1)", values: [1] });
  await client.query({ text: "insert into kept values ($1)", values: [2] });
  await client.query(rollback);
  expect((await client.query("select from kept")).rowCount).toBe(0);
});

it("a transaction of no statement ends as well", async () => {
  const { client } = await openClient();
  await client.query("create temporary table kept (id int)");
  await client.query(begin);
  await client.query({ text: "COMMIT", values: [] });
  await client.query({ text: "insert into kept values ($1)", values: [1] });
  await client.query(rollback);
  expect((await client.query("select from kept")).rowCount).toBe(1);
});

it("where BEGIN fails, the connection ends, for what follows would be no transaction", async () => {
  const { client } = await openClient();
  await client.query(begin);
  await expect(client.query("select 1 / 0")).rejects.toThrow("division by zero");
  const ended = new Promise((resolve) => client.once("end", resolve));
  await client.query(begin);
  await expect(client.query({ text: "select $1::int", values: [1] })).rejects.toThrow();
  await ended;
  await expect(client.query("select 1")).rejects.toThrow();
});
