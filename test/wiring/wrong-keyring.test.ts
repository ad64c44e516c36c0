import { randomBytes } from "node:crypto";

import { afterEach, describe, expect, it } from "vitest";

import { checkKey } from "../../app/connection/check-key.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { env } from "../../app/lib/env.server.ts";
import { seal } from "../../app/lib/seal.ts";
import { sessionStorage } from "../../app/shop/auth/shopify.server.ts";
import { eraseShop } from "../../app/installation/erase-shop.server.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, wholesale } from "../support/world.ts";

openQueue();

const keyring = env.STOCKBRIDGE_KEYRING;
function useKeyring(next: typeof keyring): void {
  env.STOCKBRIDGE_KEYRING = next;
  // Empties the cache of opened sessions.
  sessionStorage.written += 1;
}
function loseKeyring(): void {
  useKeyring({ current: "next", keys: { next: new Uint8Array(randomBytes(32)) } });
}
afterEach(() => {
  useKeyring(keyring);
});

describe("a process whose keyring lacks a key", () => {
  it("does not erase an installed shop, however often its shop/redact is retried", async () => {
    const shop = await installedShop();
    await query(databaseUrl, "insert into ordering_settings (shop, reference_prefix) values ($1, $2)", [
      shop,
      `SB${randomBytes(4).toString("hex").toUpperCase()}`,
    ]);
    loseKeyring();
    const event = { shop, topic: "shop/redact", webhookId: "w", eventId: null, subjectId: null };
    await expect(eraseShop({ ...event, triggeredAt: null, retryCount: 100 })).rejects.toMatchObject({
      side: "ours",
    });
    const left = await query(
      databaseUrl,
      `select (select count(*)::int from session where shop = $1) as sessions,
         (select count(*)::int from ordering_settings where shop = $1) as settings`,
      [shop],
    );
    expect(left).toEqual([{ sessions: 1, settings: 1 }]);
  });

  it("does not report the wholesale key as unauthorized", async () => {
    const shop = await installedShop();
    await connect(shop, wholesale.account);
    loseKeyring();
    // Sealed again, because this process has cached the key that it opened before.
    const sealed = await seal("rk_x", { shop, purpose: "wholesale-key" }, keyring);
    await query(databaseUrl, "update connection set sealed_key = $2 where shop = $1", [shop, sealed]);
    await expect(checkKey(shop)).rejects.toMatchObject({ side: "ours" });
    const rows = await query(databaseUrl, "select key_check from connection where shop = $1", [shop]);
    expect(rows).toEqual([{ key_check: "verified" }]);
  });
});
