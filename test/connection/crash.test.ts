import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { connect } from "../../app/connection/connect.server.ts";
import { connectionState } from "../../app/connection/connection-state.ts";
import { findKey, findConnectionFacts } from "../../app/connection/connection-store.server.ts";
import { listOrphanedKeys } from "../../app/connection/key-attempt-store.server.ts";
import { replaceKey } from "../../app/connection/replace-key.server.ts";
import { readInShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { killedAt } from "../support/killed.ts";
import { holdLock, someoneWaits } from "../support/locks.ts";
import { timePasses } from "../support/time-passes.ts";
import { changeSettings, newShop } from "../support/world.ts";
import { type Call, startStandIn } from "./stand-in.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

const account = { email: "merchant@example.com", password: "mirobel-tavuno-kesira" };
/** Seconds until an attempt counts as lost. */
const ATTEMPT_SECONDS = 60;

function factsOf(shop: ShopDomain) {
  return readInShop(shop, (tx, now) => findConnectionFacts(tx, { shop, now }));
}

/** A moment to kill a process at: how to hold it there, and how to know that it is there. */
type Point = (shop: ShopDomain) => Promise<{ isThere: () => Promise<unknown>; letGo: () => Promise<void> }>;

const atCall =
  (call: Call, when: "before" | "after"): Point =>
  () => {
    const { arrived, release } = supplier.hold(call, when);
    const letGo = () => {
      release();
      return Promise.resolve();
    };
    return Promise.resolve({ isThere: () => arrived, letGo });
  };

/** The commit after a reply: its row is locked while the reply is held back. */
const atRow =
  (call: Call, sql: string): Point =>
  (shop) => {
    const { arrived, release } = supplier.hold(call, "after");
    let lock: { release: () => Promise<void> };
    return Promise.resolve({
      isThere: async () => {
        await arrived;
        lock = await holdLock(sql, [shop]);
        release();
        await someoneWaits();
      },
      letGo: () => lock.release(),
    });
  };

const atTable =
  (sql: string): Point =>
  async () => {
    const lock = await holdLock(sql);
    return { isThere: someoneWaits, letGo: lock.release };
  };

const THE_ATTEMPT = "select from key_attempt where shop = $1 and outcome = 'pending' for update";
const THE_CONNECTION = "select from connection where shop = $1 for update";

async function killed(shop: ShopDomain, name: "connect" | "replaceKey" | "disconnect", point: Point) {
  const module = {
    connect: "app/connection/connect.server.ts",
    replaceKey: "app/connection/replace-key.server.ts",
    disconnect: "app/connection/disconnect.server.ts",
  }[name];
  const args =
    name === "disconnect" ? [shop, { why: "disconnected", products: "zero-stock" }] : [shop, account];
  const { isThere, letGo } = await point(shop);
  await killedAt({ module, name, args }, isThere);
  await letGo();
}

/** Returns the page's view of a shop. */
async function page(shop: ShopDomain) {
  const facts = await factsOf(shop);
  return {
    state: connectionState(facts, 0),
    underWay: facts.underWay?.purpose ?? null,
    left: (await listOrphanedKeys(shop)).map(({ keyName, why }) => ({ keyName, why })),
  };
}

function keysOf(shop: ShopDomain): string[] {
  return supplier.keys.filter((name) => name.includes(shop));
}

describe("a process that dies while it connects a shop", () => {
  it("leaves nothing if its attempt is not written yet", async () => {
    const shop = newShop();
    await killed(shop, "connect", atTable("lock table key_attempt in share row exclusive mode"));
    expect(await page(shop)).toEqual({ state: { kind: "not-connected" }, underWay: null, left: [] });
    expect(await connect(shop, account)).toEqual({ kind: "connected" });
  });

  it.each<[string, Point, number]>([
    ["while it signs in", atCall("logIn", "before"), 0],
    ["before it hears of the sign-in", atCall("logIn", "after"), 0],
    ["while the supplier makes the key", atCall("createKey", "before"), 1],
    ["before it hears of the key", atCall("createKey", "after"), 1],
    ["before the key is stored", atRow("createKey", THE_ATTEMPT), 1],
  ])("leaves a shop that is connecting, then an orphaned key, if it dies %s", async (_, point, made) => {
    const shop = newShop();
    await killed(shop, "connect", point);
    expect(await page(shop)).toEqual({ state: { kind: "connecting" }, underWay: "connect", left: [] });
    expect(await connect(shop, account)).toEqual({ kind: "running" });

    await timePasses(shop, ATTEMPT_SECONDS);
    const afterwards = await page(shop);
    expect(afterwards).toMatchObject({ state: { kind: "not-connected" }, underWay: null });
    expect(afterwards.left).toEqual([{ keyName: expect.stringContaining(shop) as string, why: "lost" }]);
    expect(keysOf(shop)).toEqual(made === 0 ? [] : [afterwards.left[0]?.keyName]);
    expect(await connect(shop, account)).toEqual({ kind: "connected" });
    expect((await page(shop)).left).toEqual(afterwards.left);
  });

  it.each<[string, Point]>([
    ["before the key is tried", atCall("listProducts", "before")],
    ["before it stores the result", atRow("listProducts", THE_CONNECTION)],
  ])("leaves a connected shop if it dies %s", async (_, point) => {
    const shop = newShop();
    await killed(shop, "connect", point);
    expect(await page(shop)).toEqual({
      state: { kind: "unverified", message: { code: "connection.check.not-tried" } },
      underWay: null,
      left: [],
    });
    expect((await findKey(shop))?.generation).toBe(1);
  });
});

describe("a process that dies while it replaces a key", () => {
  it.each<[string, Point, number]>([
    ["while it signs in", atCall("logIn", "after"), 1],
    ["while the supplier makes the key", atCall("createKey", "before"), 2],
    ["before it hears of the key", atCall("createKey", "after"), 2],
    ["while it tries the key", atCall("listProducts", "after"), 2],
    ["before the keys are swapped", atRow("listProducts", THE_CONNECTION), 2],
    ["in the middle of the swap", atRow("listProducts", THE_ATTEMPT), 2],
  ])("leaves the shop unchanged, and then an orphaned key, if it dies %s", async (_, point, made) => {
    const shop = newShop();
    await connect(shop, account);
    const before = await findKey(shop);
    await killed(shop, "replaceKey", point);
    const connected = { state: { kind: "connected" }, underWay: "replace", left: [] };
    expect(await page(shop)).toEqual(connected);
    expect(await findKey(shop)).toEqual(before);

    await timePasses(shop, ATTEMPT_SECONDS);
    const afterwards = await page(shop);
    expect(afterwards.left).toEqual([{ keyName: expect.stringContaining(shop) as string, why: "lost" }]);
    expect(afterwards).toMatchObject({ state: { kind: "connected" }, underWay: null });
    expect(keysOf(shop)).toHaveLength(made);
    if (made === 2) expect(keysOf(shop)[1]).toBe(afterwards.left[0]?.keyName);
    expect(await replaceKey(shop, account)).toEqual({ kind: "replaced" });
    expect((await findKey(shop))?.generation).toBe(2);
  });
});

describe("a process that dies while it disconnects a shop", () => {
  it.each<[string, Point]>([
    ["before the key is forgotten", atTable("lock table connection in share row exclusive mode")],
    [
      "before it stores the merchant's choice for the products",
      atTable("lock table disconnection in share row exclusive mode"),
    ],
    [
      "before it announces and records the disconnection",
      atTable("lock table activity in share row exclusive mode"),
    ],
  ])("leaves the shop fully connected if it dies %s", async (_, point) => {
    const shop = newShop();
    await connect(shop, account);
    const before = await findKey(shop);
    await killed(shop, "disconnect", point);
    expect(await page(shop)).toEqual({ state: { kind: "connected" }, underWay: null, left: [] });
    expect((await factsOf(shop)).disconnection).toBeNull();
    expect(await findKey(shop)).toEqual(before);
  });
});
