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
const isolation = { text: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", values: [] };
const door = { text: "select set_config('stockbridge.shop', $1, true) as shop", values: ["one"] };
const rollback = { text: "ROLLBACK", values: [] };

it("BEGIN is sent together with the first statement", async () => {
  const { client, packets } = await openClient();
  await client.query(begin);
  expect(packets()).toBe(0);
  const { rows } = await client.query(door);
  expect(rows).toEqual([{ shop: "one" }]);
  expect(packets()).toBe(1);
  await client.query(rollback);
  expect(packets()).toBe(2);
});

it("what follows is one transaction, the first statement included", async () => {
  const { client } = await openClient();
  await client.query("create temporary table kept (id int)");
  await client.query(begin);
  await client.query({ ...door, text: `insert into kept select 1 from (${door.text}) opened` });
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
  const failing = { ...door, text: `select 1 / 0 from (${door.text}) opened` };
  await expect(client.query(failing)).rejects.toThrow("division by zero");
  const ended = new Promise((resolve) => client.once("end", resolve));
  await client.query(begin);
  await expect(client.query(door)).rejects.toThrow();
  await ended;
  await expect(client.query("select 1")).rejects.toThrow();
});

it.each([
  ["begin", [begin]],
  ["begin at a level of isolation", [begin, isolation]],
])("what would %s before its door is open is not sent, and ends the connection", async (_how, beginning) => {
  const { client, packets } = await openClient();
  const ended = new Promise((resolve) => client.once("end", resolve));
  for (const statement of beginning) await client.query(statement);
  const before = packets();
  const [early, late] = await Promise.allSettled([client.query("select 1"), client.query(door)]);
  expect(early).toMatchObject({
    reason: { message: "A transaction began with another statement than its door." },
  });
  expect(late.status).toBe("rejected");
  await ended;
  expect(packets()).toBe(before);
});

it("a transaction at a level of isolation begins with its door as well", async () => {
  const { client } = await openClient();
  await client.query(begin);
  await client.query(isolation);
  await client.query(door);
  const { rows } = await client.query("show transaction_isolation");
  expect(rows).toEqual([{ transaction_isolation: "repeatable read" }]);
  await client.query(rollback);
});
