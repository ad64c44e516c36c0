import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { listActivity } from "../../app/lib/activity/list-activity.server.ts";
import { checkKey } from "../../app/connection/check-key.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { explainProblem } from "../../app/connection/connect-problem.ts";
import { findConnection, findKey } from "../../app/connection/connection-store.server.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import { listOrphanedKeys } from "../../app/connection/key-attempt-store.server.ts";
import { replaceKey } from "../../app/connection/replace-key.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { callWholesale } from "../../app/wholesale/call-wholesale.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import type { Operation } from "../sandbox/wholesale/endpoint.ts";
import type { FaultName } from "../sandbox/wholesale/faults.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

const t = translator("en");

afterEach(() => {
  for (const operation of ["logIn", "createKey", "listProducts"] as const)
    wholesale.setFault(operation, "500", 0);
});

function keysOf(shop: ShopDomain) {
  return wholesale.supplier.accounts.keys().filter(({ name }) => name.includes(shop));
}

async function connectedShop(): Promise<ShopDomain> {
  const shop = newShop();
  await connect(shop, wholesale.account);
  return shop;
}

/** Returns the number of jobs that announce a working key of the shop. */
async function announced(shop: ShopDomain): Promise<number> {
  const sql =
    "select count(*)::int as count from pgboss.job where name = 'connection.connected' and data->>'shop' = $1";
  return (await query<{ count: number }>(databaseUrl, sql, [shop]))[0]!.count;
}

describe("replaceKey", () => {
  it("creates and tries a new key, uses it from then on, and names the old one to be deleted", async () => {
    const shop = await connectedShop();
    const before = await findConnection(shop);
    const asked = wholesale.requests.length;
    expect(await replaceKey(shop, wholesale.account)).toEqual({ kind: "replaced" });

    const [old, made] = keysOf(shop);
    expect(await findKey(shop)).toMatchObject({ apiKey: made?.key, generation: 2 });
    expect(wholesale.requests.slice(asked).map(({ operation }) => operation)).toEqual([
      "logIn",
      "createKey",
      "listProducts",
    ]);
    expect(wholesale.requests.at(-1)?.headers["x-reseller-api-key"]).toBe(made?.key);
    expect(await findConnection(shop)).toMatchObject({
      keyName: made?.name,
      connectedAt: before?.connectedAt,
      check: { kind: "verified" },
    });
    expect(await listOrphanedKeys(shop)).toMatchObject([{ keyName: old?.name, why: "replaced" }]);
    const { entries } = await listActivity(shop, { place: null });
    expect(entries[0]?.message).toEqual({
      code: "connection.activity.replaced",
      keyName: made?.name,
      oldKeyName: old?.name,
    });
    // Nothing was paused, so nothing is woken.
    expect(await announced(shop)).toBe(1);
  });

  it("resumes waiting work if the old key was unauthorized", async () => {
    const shop = await connectedShop();
    wholesale.supplier.accounts.revoke(keysOf(shop)[0]!.name);
    await checkKey(shop);
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "unauthorized" } });
    await replaceKey(shop, wholesale.account);
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
    expect(await announced(shop)).toBe(2);
  });

  it("creates one key if it is called twenty times at once", async () => {
    const shop = await connectedShop();
    const results = await Promise.all(Array.from({ length: 20 }, () => replaceKey(shop, wholesale.account)));
    expect(results.filter(({ kind }) => kind === "problem")).toEqual([]);
    expect(keysOf(shop).length).toBe(1 + results.filter(({ kind }) => kind === "replaced").length);
    expect((await findKey(shop))?.apiKey).toBe(keysOf(shop).at(-1)?.key);
  });

  it("sends nothing for a shop that is not connected", async () => {
    const asked = wholesale.requests.length;
    expect(await replaceKey(newShop(), wholesale.account)).toEqual({ kind: "not-connected" });
    expect(wholesale.requests).toHaveLength(asked);
  });

  it("rejects another account before anything is sent", async () => {
    const shop = await connectedShop();
    const asked = wholesale.requests.length;
    const other = { ...wholesale.account, email: "somebody-else@example.com" };
    expect(await replaceKey(shop, other)).toEqual({
      kind: "problem",
      problem: { kind: "other-account" },
    });
    expect(wholesale.requests).toHaveLength(asked);
    expect(await findKey(shop)).toMatchObject({ generation: 1 });
  });

  it("increments the key generation, as a later connection does", async () => {
    const shop = await connectedShop();
    await replaceKey(shop, wholesale.account);
    await disconnect(shop, { why: "disconnected" });
    await connect(shop, wholesale.account);
    expect(await findKey(shop)).toMatchObject({ generation: 3 });
  });
});

describe("a key replacement that fails", () => {
  const faults: [Operation, FaultName, { problem: string; left: number }][] = [
    ["logIn", "unauthorized", { problem: "sign-in-rejected", left: 0 }],
    ["logIn", "html", { problem: "sign-in-failed", left: 0 }],
    ["logIn", "reset", { problem: "sign-in-failed", left: 0 }],
    ["createKey", "unauthorized", { problem: "not-allowed", left: 0 }],
    ["createKey", "429", { problem: "key-later", left: 0 }],
    ["createKey", "500-after-commit", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "truncated", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "changed-name", { problem: "changed-name", left: 1 }],
  ];
  it.each(faults)("changes nothing and says so if %s gives %s", async (operation, fault, want) => {
    const shop = await connectedShop();
    const before = [await findConnection(shop), await findKey(shop)];
    wholesale.setFault(operation, fault, 1);
    const result = await replaceKey(shop, wholesale.account);
    if (result.kind !== "problem") throw new Error(`It went well: ${result.kind}`);
    expect(result.problem.kind).toBe(want.problem);
    expect([await findConnection(shop), await findKey(shop)]).toEqual(before);
    const left = await listOrphanedKeys(shop);
    expect(left).toHaveLength(want.left);
    const text = t(explainProblem(result.problem, "replace").text);
    expect(text).toContain("Nothing was changed.");
    for (const { keyName } of left) expect(text).toContain(keyName);
  });

  it("leaves the old key in use after a mistyped password", async () => {
    const shop = await connectedShop();
    const result = await replaceKey(shop, { ...wholesale.account, password: "mistyped" });
    expect(result).toEqual({ kind: "problem", problem: { kind: "sign-in-rejected" } });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
    expect(await checkKey(shop)).toEqual({ kind: "verified" });
  });
});

describe("a shop that is disconnected while its key is being replaced", () => {
  it("stays disconnected, and both keys are named to be deleted", async () => {
    const shop = await connectedShop();
    const reply = wholesale.holdReplies("createKey");
    const replacing = replaceKey(shop, wholesale.account);
    await expect.poll(() => keysOf(shop).length).toBe(2);
    await disconnect(shop, { why: "disconnected" });
    reply();
    expect(await replacing).toMatchObject({ kind: "problem", problem: { kind: "not-stored" } });
    expect(await findConnection(shop)).toBeNull();
    const left = await listOrphanedKeys(shop);
    expect(left.map(({ keyName }) => keyName).toSorted()).toEqual(
      keysOf(shop)
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});

describe("a new key that the supplier rejects", () => {
  it("is not used after two rejections, and is named to be deleted", async () => {
    const shop = await connectedShop();
    const before = await findKey(shop);
    wholesale.setFault("listProducts", "unauthorized", 2);
    const keyName = () => keysOf(shop)[1]!.name;
    const result = await replaceKey(shop, wholesale.account);
    expect(result).toEqual({ kind: "problem", problem: { kind: "key-unusable", keyName: keyName() } });
    expect(await findKey(shop)).toEqual(before);
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
    expect(await listOrphanedKeys(shop)).toMatchObject([{ keyName: keyName(), why: "unusable" }]);
    expect(await checkKey(shop)).toEqual({ kind: "verified" });
  });

  it("is used after a single rejection, since it may not be known everywhere yet", async () => {
    const shop = await connectedShop();
    wholesale.setFault("listProducts", "unauthorized", 1);
    expect(await replaceKey(shop, wholesale.account)).toEqual({ kind: "replaced" });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
  });

  it("is used if the supplier merely has no product list", async () => {
    const shop = await connectedShop();
    wholesale.setFault("listProducts", "html", 5);
    expect(await replaceKey(shop, wholesale.account)).toEqual({ kind: "replaced" });
    expect(await findConnection(shop)).toMatchObject({ generation: 2, check: { kind: "unverified" } });
  });
});

describe("calls during a key replacement", () => {
  it("all succeed, with the old or the new key", async () => {
    const shop = await connectedShop();
    const { ledger } = wholesale.supplier;
    const order = ledger.place({
      reference: "seen-1-1",
      lines: [],
      shipTo: HOME,
      whiteLabel: false,
    } as never);
    const used = new Set<number>();
    let [made, left] = [0, Infinity];
    onTestFinished(() => {
      left = 0;
    });
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        made += 1;
        const isRead = made % 2 === 0;
        const key = await findKey(shop);
        used.add(key!.generation);
        if (isRead) {
          await callWholesale("getOrder", {
            input: { id: order.id as SupplierOrderId },
            credential: key!.apiKey,
          });
        } else {
          await callWholesale("listProducts", {
            input: { pageSize: 1, cursor: null },
            credential: key!.apiKey,
          });
        }
      }
    };
    const calls = Promise.all(Array.from({ length: 20 }, worker));
    // The replacement happens in the middle of the calls.
    await expect.poll(() => made).toBeGreaterThan(60);
    expect(await replaceKey(shop, wholesale.account)).toEqual({ kind: "replaced" });
    left = 140;
    await calls;
    expect([...used]).toEqual([1, 2]);
  });

  it("leave the new key verified after a late 401 for the old key", async () => {
    const shop = await connectedShop();
    const old = await findKey(shop);
    await replaceKey(shop, wholesale.account);
    wholesale.supplier.accounts.revoke(keysOf(shop)[0]!.name);
    const late = callWholesale("listProducts", {
      input: { pageSize: 1, cursor: null },
      credential: old!.apiKey,
    });
    await expect(late).rejects.toMatchObject({ code: "unauthorized" });
    // The caller then has the key checked, and the check is the new key's.
    expect(await checkKey(shop)).toEqual({ kind: "verified" });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
  });
});

const HOME = { name: "Jürgen Groß", address1: "Königstraße 12a", city: "Köln", countryCode: "DE" };
