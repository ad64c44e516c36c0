import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { recognizeAccount } from "../../app/connection/account.server.ts";
import { checkKey } from "../../app/connection/check-key.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { explainProblem } from "../../app/connection/connect-problem.ts";
import { findConnection, findKey } from "../../app/connection/connection-store.server.ts";
import { listOrphanedKeys, acknowledgeOrphanedKey } from "../../app/connection/key-attempt-store.server.ts";
import { replaceKey } from "../../app/connection/replace-key.server.ts";
import { env } from "../../app/lib/env.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { query } from "../support/database.ts";
import { connectionsThat, holdLock, someoneWaits } from "../support/locks.ts";
import { timePasses } from "../support/time-passes.ts";
import { changeSettings, databaseUrl, newShop } from "../support/world.ts";
import { type Call, json, startStandIn } from "./stand-in.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

beforeAll(async () => {
  await startQueue(jobs);
  // The salt of accounts is sealed as well, when the first account is recognized.
  await recognizeAccount(account.email);
});
afterAll(stopQueue);

const account = { email: "merchant@example.com", password: "mirobel-tavuno-kesira" };

const keyring = env.STOCKBRIDGE_KEYRING;
afterEach(() => {
  env.STOCKBRIDGE_KEYRING = keyring;
  supplier.instead = {};
});

async function outcomesOf(shop: ShopDomain): Promise<string[]> {
  const sql = "select outcome from key_attempt where shop = $1 order by started_at, id";
  return (await query<{ outcome: string }>(databaseUrl, sql, [shop])).map(({ outcome }) => outcome);
}

/** Makes the database reject a change from now on, as with a full disk. */
async function reject(change: string, table: string): Promise<() => Promise<unknown>> {
  await query(
    databaseUrl,
    `create function no_more() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`,
  );
  await query(databaseUrl, `create trigger no_more before ${change} on ${table} execute function no_more()`);
  return () => query(databaseUrl, "drop function no_more cascade");
}

describe("preparations for creating a key", () => {
  it.each(["connect", "replace"] as const)(
    "send the supplier nothing on %s if the keyring cannot seal",
    async (purpose) => {
      const shop = newShop();
      if (purpose === "replace") await connect(shop, account);
      const sent = supplier.calls.length;
      env.STOCKBRIDGE_KEYRING = { ...keyring, current: "a key that is not there" };
      const result = purpose === "connect" ? await connect(shop, account) : await replaceKey(shop, account);
      expect(result).toEqual({ kind: "problem", problem: { kind: "cannot-store" } });
      expect(supplier.calls).toHaveLength(sent);
      expect(await outcomesOf(shop)).toEqual(purpose === "connect" ? [] : ["stored"]);
      expect(explainProblem({ kind: "cannot-store" }, purpose).text).toMatchObject({
        code: "connection.problem.cannot-store",
      });
    },
  );

  it("send the supplier nothing if the keyring seals but cannot open again", async () => {
    const shop = newShop();
    await connect(shop, account);
    const sent = supplier.calls.length;
    env.STOCKBRIDGE_KEYRING = {
      current: "next",
      keys: {
        ...keyring.keys,
        // A different keyring at each access.
        get next() {
          return crypto.getRandomValues(new Uint8Array(32));
        },
      },
    };
    expect(await replaceKey(shop, account)).toMatchObject({ problem: { kind: "cannot-store" } });
    expect(supplier.calls).toHaveLength(sent);
  });

  it("send the supplier nothing if the database accepts no row", async () => {
    const shop = newShop();
    const sent = supplier.calls.length;
    const restore = await reject("insert", "key_attempt");
    expect(await connect(shop, account)).toMatchObject({ problem: { kind: "cannot-store" } });
    await restore();
    expect(supplier.calls).toHaveLength(sent);
  });

  it("commit the key's name to the database before the supplier gets it", async () => {
    const shop = newShop();
    const { arrived, release } = supplier.hold("createKey", "before");
    const connecting = connect(shop, account);
    await arrived;
    const rows = await query(databaseUrl, "select key_name, outcome from key_attempt where shop = $1", [
      shop,
    ]);
    release();
    await connecting;
    expect(rows).toEqual([{ key_name: supplier.keys.at(-1), outcome: "pending" }]);
  });
});

describe("a call to the supplier while connecting", () => {
  it.each<[Call, "connect" | "replace"]>([
    ["logIn", "connect"],
    ["createKey", "connect"],
    ["listProducts", "connect"],
    ["logIn", "replace"],
    ["createKey", "replace"],
    ["listProducts", "replace"],
  ])("is made outside any transaction (%s, %s)", async (call, purpose) => {
    const shop = newShop();
    if (purpose === "replace") await connect(shop, account);
    const { arrived, release } = supplier.hold(call, "after");
    const asking = purpose === "connect" ? connect(shop, account) : replaceKey(shop, account);
    await arrived;
    // The queue has short transactions of its own. A transaction around the call would end with the call, after five seconds.
    await expect.poll(() => connectionsThat("xact_start is not null"), { timeout: 3000 }).toBe(0);
    release();
    await asking;
  });
});

describe("a new key that cannot be stored", () => {
  it.each(["connect", "replace"] as const)(
    "is named to the merchant on %s, and listed as orphaned at once",
    async (purpose) => {
      const shop = newShop();
      if (purpose === "replace") await connect(shop, account);
      const restore = await reject("insert or update", "connection");
      const result = purpose === "connect" ? await connect(shop, account) : await replaceKey(shop, account);
      await restore();
      const keyName = supplier.keys.at(-1)!;
      expect(result).toEqual({ kind: "problem", problem: { kind: "not-stored", keyName } });
      expect(explainProblem({ kind: "not-stored", keyName }, purpose).text).toMatchObject({ keyName });
      expect(await listOrphanedKeys(shop)).toMatchObject([{ keyName, why: "lost" }]);
      expect((await findKey(shop))?.generation).toBe(purpose === "connect" ? undefined : 1);
    },
  );

  it("is named at once and listed a minute later, even if its attempt's row cannot be written", async () => {
    const shop = newShop();
    const restore = await reject("update", "key_attempt");
    // The first statement of an attempt updates nothing, but it is an update.
    await query(databaseUrl, "drop trigger no_more on key_attempt");
    const { arrived, release } = supplier.hold("createKey", "after");
    const connecting = connect(shop, account);
    await arrived;
    await query(
      databaseUrl,
      "create trigger no_more before update on key_attempt execute function no_more()",
    );
    release();
    const result = await connecting;
    await restore();
    const keyName = supplier.keys.at(-1)!;
    expect(result).toEqual({ kind: "problem", problem: { kind: "not-stored", keyName } });
    expect(await listOrphanedKeys(shop)).toEqual([]);
    await timePasses(shop, 60);
    expect(await listOrphanedKeys(shop)).toMatchObject([{ keyName, why: "lost" }]);
  });
});

describe("a stored key", () => {
  it("remains if the result of its first read cannot be stored", async () => {
    const shop = newShop();
    const restore = await reject("update", "connection");
    const connected = await connect(shop, account);
    await restore();
    expect(connected).toEqual({ kind: "connected" });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "unverified" } });
  });
});

describe("the result of a key check", () => {
  it("is dropped if the key was replaced meanwhile", async () => {
    const shop = newShop();
    await connect(shop, account);
    const { arrived, release } = supplier.hold("listProducts", "after");
    const checking = checkKey(shop);
    await arrived;
    expect(await replaceKey(shop, account)).toEqual({ kind: "replaced" });
    supplier.instead.listProducts = () => json({}, 401);
    release();
    expect(await checking).toMatchObject({ kind: "unauthorized" });
    expect(await findConnection(shop)).toMatchObject({ generation: 2, check: { kind: "verified" } });
  });

  it("keeps the time since when the key has been unauthorized", async () => {
    const shop = newShop();
    await connect(shop, account);
    supplier.instead.listProducts = () => json({}, 401);
    await checkKey(shop);
    await timePasses(shop, 3600);
    const before = await findConnection(shop);
    expect(before?.check.kind).toBe("unauthorized");
    await checkKey(shop);
    const after = await findConnection(shop);
    expect(after?.checkSince).toEqual(before?.checkSince);
    expect(after?.checkedAt.getTime()).toBeGreaterThan(before?.checkedAt.getTime() ?? Infinity);
  });
});

describe("the list of orphaned keys", () => {
  async function idOf(shop: ShopDomain, outcome: string): Promise<string> {
    const sql = "select id from key_attempt where shop = $1 and outcome = $2";
    return (await query<{ id: string }>(databaseUrl, sql, [shop, outcome]))[0]!.id;
  }

  it("never drops a key in use, whatever id a page sends", async () => {
    const shop = newShop();
    await connect(shop, account);
    await acknowledgeOrphanedKey(shop, await idOf(shop, "stored"));
    expect(await outcomesOf(shop)).toEqual(["stored"]);
  });

  it("never drops a key that is being created, which may still arrive or get lost", async () => {
    const shop = newShop();
    const { arrived, release } = supplier.hold("createKey", "before");
    const connecting = connect(shop, account);
    await arrived;
    await acknowledgeOrphanedKey(shop, await idOf(shop, "pending"));
    expect(await outcomesOf(shop)).toEqual(["pending"]);
    release();
    expect(await connecting).toEqual({ kind: "connected" });
  });

  it("drops a key that the merchant acknowledges, and never lists a key that was not created", async () => {
    const shop = newShop();
    supplier.instead.createKey = () => json({}, 403);
    await connect(shop, account);
    expect(await listOrphanedKeys(shop)).toEqual([]);
    await acknowledgeOrphanedKey(shop, await idOf(shop, "failed"));
    expect(await outcomesOf(shop)).toEqual(["failed"]);
    supplier.instead.createKey = () => json({}, 500);
    await connect(shop, account);
    await acknowledgeOrphanedKey(shop, await idOf(shop, "orphaned"));
    expect(await outcomesOf(shop)).toEqual(["failed", "acknowledged"]);
  });
});

it("delays no other shop while one shop's row is locked", async () => {
  const [shop, other] = [newShop(), newShop()];
  await connect(shop, account);
  const lock = await holdLock("select from connection where shop = $1 for update", [shop]);
  const replacing = replaceKey(shop, account);
  await someoneWaits();
  expect(await connect(other, account)).toEqual({ kind: "connected" });
  await Promise.all([lock.release(), replacing]);
  expect(await replacing).toEqual({ kind: "replaced" });
});
