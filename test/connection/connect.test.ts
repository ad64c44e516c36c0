import { afterEach, describe, expect, it, vi } from "vitest";

import { checkKey } from "../../app/connection/check-key.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { connectedJob, disconnectedJob } from "../../app/connection/jobs.ts";
import { sayProblem } from "../../app/connection/connect-problem.ts";
import { replaceKey } from "../../app/connection/replace-key.server.ts";
import { findConnection, findKey, forgetKey } from "../../app/connection/connection-store.server.ts";
import { listOrphanedKeys, acknowledgeOrphanedKey } from "../../app/connection/key-attempt-store.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { FaultName } from "../sandbox/wholesale/faults.ts";
import type { Operation } from "../sandbox/wholesale/endpoint.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";

openQueue([connectedJob, disconnectedJob]);

const now = new Date("2026-11-21T10:00:00Z");
const later = new Date("2026-11-21T10:02:00Z");

afterEach(() => {
  for (const operation of ["logIn", "createKey", "listProducts"] as const)
    wholesale.setFault(operation, "500", 0);
});

function keysOf(shop: ShopDomain) {
  return wholesale.supplier.accounts.keys().filter(({ name }) => name.includes(shop));
}

describe("connecting", () => {
  it("logs in, has one key made under a name that says which shop, and keeps it sealed", async () => {
    const shop = newShop();
    const before = wholesale.requests.length;
    expect(await connect(shop, wholesale.account, now)).toEqual({ kind: "connected" });

    const [key, ...others] = keysOf(shop);
    expect(others).toEqual([]);
    expect(await findKey(shop)).toMatchObject({ apiKey: key?.key, generation: 1 });
    const connection = await findConnection(shop);
    expect(connection).toMatchObject({ keyName: key?.name, check: { kind: "verified" }, connectedAt: now });
    expect(connection?.keyName).toContain(shop);
    expect(key?.key.startsWith(connection?.keyHint.start ?? "?")).toBe(true);
    expect(key?.key.endsWith(connection?.keyHint.end ?? "?")).toBe(true);
    expect(wholesale.requests.slice(before).map(({ operation }) => operation)).toEqual([
      "logIn",
      "createKey",
      "listProducts",
    ]);

    // The tables' owner is a superuser here, so this sees the row as a dump would.
    const dump = JSON.stringify(await query(databaseUrl, "select * from connection where shop = $1", [shop]));
    expect(dump).toContain(connection?.keyName);
    expect(dump).not.toContain(key?.key);
  });

  it("twenty times at once makes one key", async () => {
    const shop = newShop();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => connect(shop, wholesale.account, now)),
    );
    expect(keysOf(shop)).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === "problem")).toEqual([]);
    expect((await findKey(shop))?.apiKey).toBe(keysOf(shop)[0]?.key);
  });

  it("again, when connected, asks the supplier nothing", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account, now);
    const before = wholesale.requests.length;
    expect(await connect(shop, wholesale.account, later)).toEqual({ kind: "already" });
    expect(wholesale.requests.length).toBe(before);
    expect(await listOrphanedKeys(shop, later)).toEqual([]);
  });
});

describe("a sign-in that fails", () => {
  it("with a wrong password says so, and leaves nothing", async () => {
    const shop = newShop();
    const result = await connect(shop, { ...wholesale.account, password: "wrong" }, now);
    expect(result).toEqual({ kind: "problem", problem: { kind: "wrong-account" } });
    expect(await findConnection(shop)).toBeNull();
    expect(keysOf(shop)).toEqual([]);
    expect(await listOrphanedKeys(shop, later)).toEqual([]);
    // And the next attempt is not held up by it.
    expect(await connect(shop, wholesale.account, now)).toEqual({ kind: "connected" });
  });

  const faults: [Operation, FaultName, { problem: string; left: number }][] = [
    ["logIn", "html", { problem: "supplier", left: 0 }],
    ["logIn", "without-field", { problem: "no-token", left: 0 }],
    ["logIn", "wrong-type", { problem: "no-token", left: 0 }],
    ["logIn", "redirect", { problem: "supplier", left: 0 }],
    ["logIn", "500", { problem: "supplier", left: 0 }],
    ["logIn", "429", { problem: "supplier", left: 0 }],
    ["logIn", "reset", { problem: "supplier", left: 0 }],
    ["logIn", "truncated", { problem: "supplier", left: 0 }],
    ["createKey", "unauthorized", { problem: "token-refused", left: 0 }],
    ["createKey", "429", { problem: "key-later", left: 0 }],
    ["createKey", "html", { problem: "key-unknown", left: 1 }],
    ["createKey", "without-field", { problem: "key-unknown", left: 1 }],
    ["createKey", "wrong-type", { problem: "key-unknown", left: 1 }],
    ["createKey", "wrong-prefix", { problem: "key-unknown", left: 1 }],
    ["createKey", "redirect", { problem: "key-unknown", left: 1 }],
    ["createKey", "500-after-commit", { problem: "key-unknown", left: 1 }],
    ["createKey", "reset", { problem: "key-unknown", left: 1 }],
    ["createKey", "truncated", { problem: "key-unknown", left: 1 }],
    ["createKey", "changed-name", { problem: "changed-name", left: 1 }],
  ];
  it.each(faults)(
    "at %s with %s gets a sentence and leaves nothing half connected",
    async (operation, fault, want) => {
      const shop = newShop();
      wholesale.setFault(operation, fault, 1);
      const result = await connect(shop, wholesale.account, now);
      if (result.kind !== "problem") throw new Error(`It went well: ${result.kind}`);
      expect(result.problem.kind).toBe(want.problem);
      expect(await findConnection(shop)).toBeNull();
      // A key that may exist on the supplier is named, exactly as it would be found there.
      const left = await listOrphanedKeys(shop, now);
      expect(left).toHaveLength(want.left);
      const { title, text } = sayProblem(result.problem, "connect");
      for (const { keyName } of left) expect(text).toContain(keyName);
      expect(`${title}. ${text}`).not.toMatch(/undefined|\[object|Error:/);

      wholesale.setFault(operation, fault, 0);
      expect(await connect(shop, wholesale.account, now)).toEqual({ kind: "connected" });
    },
  );
});

describe("a key that the supplier made under another name", () => {
  it("is listed under the name it can be found by there, which has an end", async () => {
    const shop = newShop();
    wholesale.setFault("createKey", "changed-name", 1);
    const result = await connect(shop, wholesale.account, now);
    if (result.kind !== "problem" || result.problem.kind !== "changed-name") throw new Error("It went well.");
    const [left] = await listOrphanedKeys(shop, now);
    expect(left?.keyName).toBe(result.problem.cameBackAs);
    expect(left?.keyName).not.toBe(result.problem.keyName);
    expect(left?.keyName.length).toBeLessThanOrEqual(200);
  });
});

describe("an uninstall while a shop connects", () => {
  it("leaves no key behind that nobody uses, and names the one that was made", async () => {
    const shop = newShop();
    wholesale.setFault("createKey", "slow", 1, 500);
    const connecting = connect(shop, wholesale.account, now);
    await vi.waitFor(() => {
      expect(keysOf(shop)).toHaveLength(1);
    });
    await forgetKey(shop, { why: "uninstalled", now });
    expect(await connecting).toMatchObject({ kind: "problem", problem: { kind: "not-stored" } });
    expect(await findConnection(shop)).toBeNull();
    expect((await listOrphanedKeys(shop, now)).map(({ keyName }) => keyName)).toEqual([
      keysOf(shop)[0]?.name,
    ]);
  });
});

describe("a key that the keyring can no longer open", () => {
  it("shows on its page all the same, and says what to do when it is used", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account, now);
    await query(databaseUrl, "update connection set sealed_key = 'not.a.jwe.at.all' where shop = $1", [shop]);
    expect(await findConnection(shop)).toMatchObject({ keyHint: { start: expect.stringMatching(/^rk_/) } });
    await expect(findKey(shop)).rejects.toMatchObject({ name: "Failure", code: "unauthorized" });
    expect(await checkKey(shop, now)).toMatchObject({
      kind: "unauthorized",
      said: expect.stringContaining("Replace the key"),
    });
    // The page says so from then on, and what it asks for helps.
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "unauthorized" } });
    expect(await replaceKey(shop, wholesale.account, now)).toEqual({ kind: "replaced" });
    expect(await findKey(shop)).toMatchObject({ apiKey: keysOf(shop)[1]?.key });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
  });
});

describe("a first read with the new key", () => {
  it("that finds no catalogue leaves the shop connected, and says what is missing", async () => {
    const shop = newShop();
    wholesale.setFault("listProducts", "html", 5);
    expect(await connect(shop, wholesale.account, now)).toEqual({ kind: "connected" });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "unverified" } });
  });

  it("that is answered with 401 says that the key is refused, and keeps it", async () => {
    const shop = newShop();
    wholesale.setFault("listProducts", "unauthorized", 1);
    expect(await connect(shop, wholesale.account, now)).toEqual({ kind: "connected" });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "unauthorized" } });
    expect(await findKey(shop)).not.toBeNull();
  });
});

describe("an attempt that a power cut ended", () => {
  it("holds the place for a minute, then shows its key's name and makes way", async () => {
    const shop = newShop();
    wholesale.setFault("createKey", "slow", 1, 3000);
    const hanging = connect(shop, wholesale.account, now);
    await vi.waitFor(() => {
      expect(keysOf(shop)).toHaveLength(1);
    });
    // As seen from another process, which cannot know whether this one lives.
    expect(await connect(shop, wholesale.account, now)).toEqual({ kind: "running" });
    expect(await listOrphanedKeys(shop, now)).toEqual([]);
    const left = await listOrphanedKeys(shop, later);
    expect(left.map(({ keyName }) => keyName)).toEqual([keysOf(shop)[0]?.name]);
    expect(await connect(shop, wholesale.account, later)).toEqual({ kind: "connected" });
    const settled = (await listOrphanedKeys(shop, later))[0];
    if (!settled) throw new Error("The lost key is no longer shown.");
    await acknowledgeOrphanedKey(shop, settled.id, later);
    expect(await listOrphanedKeys(shop, later)).toEqual([]);
    // The late reply brings a key that has no place any more: it is named, not kept.
    expect(await hanging).toMatchObject({ kind: "problem", problem: { kind: "not-stored" } });
    expect((await findKey(shop))?.apiKey).toBe(keysOf(shop)[1]?.key);
  });
});

describe("disconnecting", () => {
  it("forgets the key and keeps its name to be deleted", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account, now);
    const name = (await findConnection(shop))?.keyName;
    await forgetKey(shop, { why: "disconnected", now: later });
    await forgetKey(shop, { why: "disconnected", now: later });
    expect(await findConnection(shop)).toBeNull();
    expect(await listOrphanedKeys(shop, now)).toEqual([
      expect.objectContaining({ keyName: name, why: "disconnected" }) as unknown,
    ]);
    expect(await connect(shop, wholesale.account, later)).toEqual({ kind: "connected" });
    expect((await findKey(shop))?.generation).toBe(2);
  });

  it("settles nothing of another shop", async () => {
    const [shop, stranger] = [newShop(), newShop()];
    await connect(shop, wholesale.account, now);
    await forgetKey(shop, { why: "disconnected", now: later });
    const [left] = await listOrphanedKeys(shop, now);
    if (!left) throw new Error("Nothing was left.");
    await acknowledgeOrphanedKey(stranger, left.id, now);
    expect(await listOrphanedKeys(shop, now)).toHaveLength(1);
  });
});
