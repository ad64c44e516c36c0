import { randomBytes } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { isAccountShared, recognizeAccount } from "../../app/connection/account.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { findKey } from "../../app/connection/connection-store.server.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import { asSystem, inShop } from "../../app/lib/database/db.server.ts";
import { env } from "../../app/lib/env.server.ts";
import { startQueue, stopQueue } from "../../app/queue/boss.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

const keyring = env.STOCKBRIDGE_KEYRING;
afterEach(() => {
  env.STOCKBRIDGE_KEYRING = keyring;
});

function newKey(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32));
}

// One test's salt may be sealed under a key that the next one's keyring lacks.
beforeEach(async () => {
  await query(databaseUrl, "delete from account_salt");
  env.STOCKBRIDGE_KEYRING = { ...keyring };
});

describe("a wholesale account", () => {
  it("is recognized in every spelling of its email, and distinguished from other accounts", async () => {
    const account = await recognizeAccount("merchant@example.com");
    for (const email of [" merchant@example.com ", "Merchant@Example.COM", "ｍerchant@example.com"])
      expect(await recognizeAccount(email)).toBe(account);
    expect(await recognizeAccount("merchant@example.org")).not.toBe(account);
  });

  it("is recognized after a rotation of the keyring, and equally by processes that start together", async () => {
    const account = await recognizeAccount("merchant@example.com");
    env.STOCKBRIDGE_KEYRING = { current: "next", keys: { ...keyring.keys, next: newKey() } };
    expect(await recognizeAccount("merchant@example.com")).toBe(account);
    await query(databaseUrl, "delete from account_salt");
    // A process's caches depend on its keyring object.
    env.STOCKBRIDGE_KEYRING = { ...env.STOCKBRIDGE_KEYRING };
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => recognizeAccount("merchant@example.com")));
    expect(new Set(made).size).toBe(1);
    expect(made[0]).not.toBe(account);
  });

  it("counts as new once the keyring's former key is declared lost, and is recognized from then on", async () => {
    const account = await recognizeAccount("merchant@example.com");
    env.STOCKBRIDGE_KEYRING = { current: "new", keys: { new: newKey() } };
    // A key that is only missing changes nothing.
    await expect(recognizeAccount("merchant@example.com")).rejects.toMatchObject({ side: "ours" });
    env.STOCKBRIDGE_KEYRING = { ...env.STOCKBRIDGE_KEYRING, lost: [keyring.current, "next"] };
    const anew = await recognizeAccount("merchant@example.com");
    expect(anew).not.toBe(account);
    expect(await recognizeAccount("merchant@example.com")).toBe(anew);
  });

  it("cannot be read in the database, nor found there by its email", async () => {
    const shop = newShop();
    await connect(shop, wholesale.account);
    const dump = JSON.stringify([
      await query(databaseUrl, "select * from connection"),
      await query(databaseUrl, "select * from account_salt"),
    ]);
    expect(dump).toContain((await findKey(shop))?.account);
    expect(dump).not.toContain(wholesale.account.email);
    expect(dump).not.toContain("merchant");
  });

  it("has its salt visible only in the system scope", async () => {
    await recognizeAccount("merchant@example.com");
    expect(await inShop(newShop(), (tx) => tx.accountSalt.count())).toBe(0);
    expect(await asSystem("accounts", (tx) => tx.accountSalt.count())).toBe(1);
  });
});

describe("an account that two shops share", () => {
  it("is reported to both until one disconnects, without naming the other shop", async () => {
    const [one, two, stranger] = [newShop(), newShop(), newShop()];
    await query(databaseUrl, "delete from connection");
    await connect(one, wholesale.account);
    expect(await isAccountShared(one)).toBe(false);
    await connect(two, wholesale.account);
    expect([await isAccountShared(one), await isAccountShared(two)]).toEqual([true, true]);
    expect(await isAccountShared(stranger)).toBe(false);
    await disconnect(two, { why: "disconnected" });
    expect(await isAccountShared(one)).toBe(false);
  });

  it("is not assumed for two shops whose accounts are unknown", async () => {
    const [one, two] = [newShop(), newShop()];
    await connect(one, wholesale.account);
    await connect(two, wholesale.account);
    await query(databaseUrl, "update connection set account = null");
    expect(await isAccountShared(one)).toBe(false);
  });
});
