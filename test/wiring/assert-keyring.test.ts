import { randomBytes } from "node:crypto";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { findKey } from "../../app/connection/connection-store.server.ts";
import { env } from "../../app/lib/env.server.ts";
import { log } from "../../app/lib/telemetry/log.server.ts";
import { seal } from "../../app/lib/seal.ts";
import { freshSession } from "../../app/shop/session.server.ts";
import { sessionStorage } from "../../app/shop/auth/shopify.server.ts";
import { assertKeyring } from "../../app/wiring/sealed-secrets.server.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { databaseUrl } from "../support/world.ts";

const keyring = env.STOCKBRIDGE_KEYRING;
const newKey = () => new Uint8Array(randomBytes(32));
const useKeyring = (next: typeof keyring) => {
  env.STOCKBRIDGE_KEYRING = next;
  // This process's caches are out of date, as after a restart.
  sessionStorage.written += 1;
};

beforeEach(() => {
  useKeyring(keyring);
});
afterEach(() => {
  useKeyring(keyring);
});

/** Seals a wholesale key for the shop, and a salt for the installation. */
async function plant(shop: string): Promise<void> {
  await query(
    databaseUrl,
    `insert into connection (shop, key_name, sealed_key, key_start, key_end, generation, connected_at, key_check,
       check_since, checked_at) values ($1, 'a key', $2, '', '', 1, now(), 'verified', now(), now())`,
    [shop, await seal("rk_of_the_shop", { shop, purpose: "wholesale-key" }, keyring)],
  );
  await query(databaseUrl, "delete from account_salt");
  const salt = await seal("the salt", { shop: "*", purpose: "account-salt" }, keyring);
  await query(databaseUrl, "insert into account_salt (sealed) values ($1)", [salt]);
}

/** Everything of a shop that a lost key could touch. */
function stateOf(shop: string): Promise<unknown[]> {
  return query(
    databaseUrl,
    `select (select to_jsonb(a) - 'renew_at' from shop_access a where a.shop = $1) as access,
       (select to_jsonb(c) from connection c where c.shop = $1) as connection,
       (select jsonb_agg(s order by s.id) from session s where s.shop = $1) as sessions,
       (select jsonb_agg(e order by e.id) from activity e where e.shop = $1) as activity`,
    [shop],
  );
}

describe("assertKeyring", () => {
  it("accepts a keyring with the keys of all secrets and further keys", async () => {
    const shop = await installedShop();
    await plant(shop);
    await assertKeyring({ ...keyring, keys: { ...keyring.keys, next: newKey() }, current: "next" });
  });

  it.each([
    ["connection", "sealed_key"],
    ["session", '"accessToken"'],
    ["session", '"refreshToken"'],
    ["account_salt", "sealed"],
  ])("names the key that %s.%s needs and the keyring lacks", async (table, column) => {
    const shop = await installedShop();
    await plant(shop);
    // The other secrets name the new key.
    for (const [other, its] of [
      ["connection", "sealed_key"],
      ["session", '"accessToken"'],
      ["session", '"refreshToken"'],
      ["account_salt", "sealed"],
    ])
      if (other !== table || its !== column) await query(databaseUrl, `update ${other!} set ${its!} = ''`);
    const without = { current: "next", keys: { next: newKey() } };
    await expect(assertKeyring(without)).rejects.toThrow(
      /^STOCKBRIDGE_KEYRING lacks: “test”, under which secrets in the database are sealed\. Put those keys back; /,
    );
    await assertKeyring({ ...without, lost: ["test"] });
    // The next test begins with secrets that open.
    await query(databaseUrl, "delete from account_salt; delete from session; delete from connection");
  });

  it("notices a different key under the same name", async () => {
    await installedShop();
    await expect(assertKeyring({ current: "test", keys: { test: newKey() } })).rejects.toThrow(
      "STOCKBRIDGE_KEYRING has other bytes for: “test”",
    );
  });
});

describe("a running process whose keyring lacks a key", () => {
  it("leaves the shop unchanged, logs that once a minute, and continues once the keyring is right", async () => {
    const shop = await installedShop();
    await plant(shop);
    const before = await stateOf(shop);
    const logged = vi.spyOn(log, "error");
    useKeyring({ current: "next", keys: { next: newKey() } });
    for (let n = 0; n < 5; n += 1) {
      await expect(freshSession(shop)).rejects.toMatchObject({ code: "unreachable", side: "ours" });
      await expect(findKey(shop)).rejects.toMatchObject({ code: "unreachable", side: "ours" });
    }
    const events = logged.mock.calls.map(([, event]) => event);
    logged.mockRestore();
    expect(events).toEqual([...new Set(events)]);
    expect(await stateOf(shop)).toEqual(before);
    useKeyring(keyring);
    expect((await freshSession(shop)).accessToken).toMatch(/^shpat_/);
    expect((await findKey(shop))?.apiKey).toMatch(/^rk_/);
  });
});
