import { beforeAll, describe, expect, it } from "vitest";

import { callAsShop } from "../../app/connection/call-as-shop.server.ts";
import { checkKey, recheckKeys } from "../../app/connection/check-key.server.ts";
import { connect } from "../../app/connection/connect.server.ts";
import { findConnection, findKey, findUsableKey } from "../../app/connection/connection-store.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop, wholesale } from "../support/world.ts";

openQueue();

let shop: ShopDomain;
beforeAll(async () => {
  shop = newShop();
  await connect(shop, wholesale.account);
});

/** Checks the key this many times with a 401 each. */
async function unauthorized(checks: number): Promise<void> {
  wholesale.setFault("listProducts", "unauthorized", checks);
  for (let check = 0; check < checks; check += 1) await checkKey(shop);
  expect(await stands()).toBe("unauthorized");
}

async function stands() {
  return (await findConnection(shop))?.check.kind;
}

/** Returns the number of reads that have tried the key. */
function tries(): number {
  return wholesale.requests.filter(({ operation }) => operation === "listProducts").length;
}

async function waiting(): Promise<number> {
  const enqueued = await query(databaseUrl, "select from pgboss.job where name = $1 and data->>'shop' = $2", [
    jobs["connection.connected"].name,
    shop,
  ]);
  return enqueued.length;
}

describe("a key that the supplier rejected", () => {
  it("is checked again after 1, 5, 15 and 60 minutes, however often it was tried before", async () => {
    await unauthorized(5);
    wholesale.setFault("listProducts", "unauthorized", 100);
    for (const minutes of [1, 5, 15, 60, 60]) {
      const before = tries();
      await timePasses(shop, minutes * 60 - 5);
      await recheckKeys();
      expect(tries(), `before ${String(minutes)} minutes`).toBe(before);
      await timePasses(shop, 5);
      await Promise.all([recheckKeys(), recheckKeys()]);
      expect(tries(), `after ${String(minutes)} minutes`).toBe(before + 1);
    }
    wholesale.setFault("listProducts", "unauthorized", 0);
  });

  it("is verified if it works a minute later, and waiting work continues", async () => {
    await checkKey(shop);
    await unauthorized(2);
    expect(await findUsableKey(shop)).toBeNull();
    const before = await waiting();
    await timePasses(shop, 60);
    await recheckKeys();
    expect(await stands()).toBe("verified");
    expect(await findUsableKey(shop)).not.toBeNull();
    expect(await waiting()).toBe(before + 1);
    const knocks = tries();
    await timePasses(shop, 3600);
    await recheckKeys();
    expect(tries()).toBe(knocks);
  });

  it("is verified by any call that succeeds with it", async () => {
    await unauthorized(1);
    const key = await findKey(shop);
    await callAsShop({ shop, key: key! }, "readBranding", {});
    expect(await stands()).toBe("verified");
  });
});
