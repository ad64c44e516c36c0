import { afterEach, describe, expect, it } from "vitest";

import { checkKey } from "../../app/connection/check-key.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { explainProblem } from "../../app/connection/connect-problem.ts";
import { replaceKey } from "../../app/connection/replace-key.server.ts";
import { findConnection, findKey } from "../../app/connection/connection-store.server.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import { listOrphanedKeys, acknowledgeOrphanedKey } from "../../app/connection/key-attempt-store.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { translator } from "../../app/messages/translate.ts";
import type { FaultName } from "../sandbox/wholesale/faults.ts";
import type { Operation } from "../sandbox/wholesale/endpoint.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";

openQueue();

const t = translator("en");

afterEach(() => {
  for (const operation of ["logIn", "createKey", "listProducts"] as const)
    wholesale.setFault(operation, "500", 0);
});

function keysOf(shop: ShopDomain) {
  return wholesale.supplier.accounts.keys().filter(({ name }) => name.includes(shop));
}

describe("connect", () => {
  it("logs in, creates one key whose name contains the shop, and stores the key sealed", async () => {
    const shop = newShop();
    const before = wholesale.requests.length;
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });

    const [key, ...others] = keysOf(shop);
    expect(others).toEqual([]);
    expect(await findKey(shop)).toMatchObject({ apiKey: key?.key, generation: 1 });
    const connection = await findConnection(shop);
    expect(connection).toMatchObject({ keyName: key?.name, check: { kind: "verified" } });
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

  it("creates one key if it is called twenty times at once", async () => {
    const shop = newShop();
    const results = await Promise.all(Array.from({ length: 20 }, () => connect(shop, wholesale.account)));
    expect(keysOf(shop)).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === "problem")).toEqual([]);
    expect((await findKey(shop))?.apiKey).toBe(keysOf(shop)[0]?.key);
  });

  it("does not call the supplier again once the shop is connected", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account);
    const before = wholesale.requests.length;
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "already" });
    expect(wholesale.requests.length).toBe(before);
    expect(await listOrphanedKeys(shop)).toEqual([]);
  });
});

describe("an attempt to connect that fails", () => {
  it("reports a wrong password, and leaves nothing behind", async () => {
    const shop = newShop();
    const result = await connect(shop, { ...wholesale.account, password: "wrong" });
    expect(result).toEqual({ kind: "problem", problem: { kind: "sign-in-rejected" } });
    expect(await findConnection(shop)).toBeNull();
    expect(keysOf(shop)).toEqual([]);
    expect(await listOrphanedKeys(shop)).toEqual([]);
    // The next attempt does not wait for it.
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
  });

  const faults: [Operation, FaultName, { problem: string; left: number }][] = [
    ["logIn", "html", { problem: "sign-in-failed", left: 0 }],
    ["logIn", "without-field", { problem: "no-token", left: 0 }],
    ["logIn", "wrong-type", { problem: "no-token", left: 0 }],
    ["logIn", "redirect", { problem: "sign-in-failed", left: 0 }],
    ["logIn", "500", { problem: "sign-in-failed", left: 0 }],
    ["logIn", "429", { problem: "sign-in-failed", left: 0 }],
    ["logIn", "reset", { problem: "sign-in-failed", left: 0 }],
    ["logIn", "truncated", { problem: "sign-in-failed", left: 0 }],
    ["createKey", "unauthorized", { problem: "not-allowed", left: 0 }],
    ["createKey", "429", { problem: "key-later", left: 0 }],
    ["createKey", "html", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "without-field", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "wrong-type", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "wrong-prefix", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "redirect", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "500-after-commit", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "reset", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "truncated", { problem: "key-in-doubt", left: 1 }],
    ["createKey", "changed-name", { problem: "changed-name", left: 1 }],
  ];
  it.each(faults)(
    "is explained and leaves nothing half connected if %s gives %s",
    async (operation, fault, want) => {
      const shop = newShop();
      wholesale.setFault(operation, fault, 1);
      const result = await connect(shop, wholesale.account);
      if (result.kind !== "problem") throw new Error(`It went well: ${result.kind}`);
      expect(result.problem.kind).toBe(want.problem);
      expect(await findConnection(shop)).toBeNull();
      // A key that may exist on the supplier is named, exactly as it would be found there.
      const left = await listOrphanedKeys(shop);
      expect(left).toHaveLength(want.left);
      const { title, text } = explainProblem(result.problem, "connect");
      for (const { keyName } of left) expect(t(text)).toContain(keyName);
      expect(`${t(title)}. ${t(text)}`).not.toMatch(/undefined|\[object|Error:/);

      wholesale.setFault(operation, fault, 0);
      expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    },
  );
});

describe("a key that the supplier creates under another name", () => {
  it("is listed as orphaned under the supplier's name, cut to 200 characters", async () => {
    const shop = newShop();
    wholesale.setFault("createKey", "changed-name", 1);
    const result = await connect(shop, wholesale.account);
    if (result.kind !== "problem" || result.problem.kind !== "changed-name") throw new Error("It went well.");
    const [left] = await listOrphanedKeys(shop);
    expect(left?.keyName).toBe(result.problem.cameBackAs);
    expect(left?.keyName).not.toBe(result.problem.keyName);
    expect(left?.keyName.length).toBeLessThanOrEqual(200);
  });
});

describe("an uninstall while a shop connects", () => {
  it("leads to an orphaned key in the merchant's list, and to no connection", async () => {
    const shop = newShop();
    const reply = wholesale.holdReplies("createKey");
    const connecting = connect(shop, wholesale.account);
    await expect.poll(() => keysOf(shop)).toHaveLength(1);
    await disconnect(shop, { why: "uninstalled" });
    reply();
    expect(await connecting).toMatchObject({ kind: "problem", problem: { kind: "not-stored" } });
    expect(await findConnection(shop)).toBeNull();
    expect((await listOrphanedKeys(shop)).map(({ keyName }) => keyName)).toEqual([keysOf(shop)[0]?.name]);
  });
});

describe("a key that the keyring can no longer open", () => {
  it("is still shown on the connection page, and its use reports that the key must be replaced", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account);
    await query(databaseUrl, "update connection set sealed_key = 'not.a.jwe.at.all' where shop = $1", [shop]);
    expect(await findConnection(shop)).toMatchObject({ keyHint: { start: expect.stringMatching(/^rk_/) } });
    await expect(findKey(shop)).rejects.toMatchObject({ name: "Failure", code: "unauthorized" });
    expect(await checkKey(shop)).toMatchObject({
      kind: "unauthorized",
      message: { code: "failure.ours.key-not-opened" },
    });
    // The page says so from then on, and replacing the key, as it says, helps.
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "unauthorized" } });
    expect(await replaceKey(shop, wholesale.account)).toEqual({ kind: "replaced" });
    expect(await findKey(shop)).toMatchObject({ apiKey: keysOf(shop)[1]?.key });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "verified" } });
  });
});

describe("the first read with a new key", () => {
  it("leaves the shop connected if it finds no catalog, and reports that", async () => {
    const shop = newShop();
    wholesale.setFault("listProducts", "html", 5);
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "unverified" } });
  });

  it("marks the key as unauthorized after a 401, and keeps it", async () => {
    const shop = newShop();
    wholesale.setFault("listProducts", "unauthorized", 1);
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    expect(await findConnection(shop)).toMatchObject({ check: { kind: "unauthorized" } });
    expect(await findKey(shop)).not.toBeNull();
  });
});

describe("an attempt that a power cut ended", () => {
  it("blocks other attempts for a minute, and then its key is listed as orphaned", async () => {
    const shop = newShop();
    const reply = wholesale.holdReplies("createKey");
    const hanging = connect(shop, wholesale.account);
    await expect.poll(() => keysOf(shop)).toHaveLength(1);
    // Another process cannot know if this one is alive.
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "running" });
    expect(await listOrphanedKeys(shop)).toEqual([]);
    await timePasses(shop, 60);
    const left = await listOrphanedKeys(shop);
    expect(left.map(({ keyName }) => keyName)).toEqual([keysOf(shop)[0]?.name]);
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    const lost = (await listOrphanedKeys(shop))[0];
    if (!lost) throw new Error("The lost key is no longer shown.");
    await acknowledgeOrphanedKey(shop, lost.id);
    expect(await listOrphanedKeys(shop)).toEqual([]);
    // The late reply brings a key that the shop no longer wants: it is named, not kept.
    reply();
    expect(await hanging).toMatchObject({ kind: "problem", problem: { kind: "not-stored" } });
    expect((await findKey(shop))?.apiKey).toBe(keysOf(shop)[1]?.key);
  });
});

describe("disconnect", () => {
  it("forgets the key, and lists its name so that the merchant can delete it", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account);
    const name = (await findConnection(shop))?.keyName;
    await disconnect(shop, { why: "disconnected" });
    await disconnect(shop, { why: "disconnected" });
    expect(await findConnection(shop)).toBeNull();
    expect(await listOrphanedKeys(shop)).toEqual([
      expect.objectContaining({ keyName: name, why: "disconnected" }) as unknown,
    ]);
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    expect((await findKey(shop))?.generation).toBe(2);
  });

  it("does not let another shop acknowledge the orphaned keys", async () => {
    const [shop, stranger] = [newShop(), newShop()];
    await connect(shop, wholesale.account);
    await disconnect(shop, { why: "disconnected" });
    const [left] = await listOrphanedKeys(shop);
    if (!left) throw new Error("Nothing was left.");
    await acknowledgeOrphanedKey(stranger, left.id);
    expect(await listOrphanedKeys(shop)).toHaveLength(1);
  });
});
