/** Rows that remain of a shop that leaves: after `app/uninstalled`, and after `shop/redact`. */

import { describe, expect, it, onTestFinished } from "vitest";

import { connect } from "../../app/connection/connect.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { query } from "../support/database.ts";
import { liftChecks, plant, relate, tablesOfShops } from "../support/every-table.ts";
import { installedShop, issueToken, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, newShop, shopify, wholesale } from "../support/world.ts";

openQueue();

const tables = await tablesOfShops(databaseUrl);

async function connectedShop(): Promise<ShopDomain> {
  const shop = await installedShop();
  expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
  return shop;
}

/** Returns the number of the shop's rows per table, without empty tables. */
async function rowsOf(shop: ShopDomain): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const rows = await query(databaseUrl, `select from ${table} where shop = $1`, [shop]);
    if (rows.length > 0) counts[table] = rows.length;
  }
  return counts;
}

describe("a shop that uninstalls", () => {
  it.each([
    ["its token just revoked", () => undefined],
    [
      "its token over, and nothing to renew it with",
      (shop: ShopDomain) =>
        query(databaseUrl, `update session set expires = now(), "refreshToken" = null where shop = $1`, [
          shop,
        ]),
    ],
    [
      "its token known to be lost",
      (shop: ShopDomain) =>
        query(
          databaseUrl,
          "insert into shop_access (shop, renew_at, lost_at) values ($1, now() + interval '1 hour', now())",
          [shop],
        ),
    ],
  ])("loses key and tokens with %s, and a second webhook changes nothing", async (_, before) => {
    const shop = await connectedShop();
    shopify.uninstall(shop);
    await before(shop);
    await handleWebhook("app/uninstalled", { shop });
    const left = await rowsOf(shop);
    for (const table of ["connection", "session", "shop_access"]) expect(left).not.toHaveProperty(table);
    // The key lives on at the supplier, so its name stays until the shop is redacted.
    expect(left).toHaveProperty("key_attempt");
    await handleWebhook("app/uninstalled", { shop });
    expect(await rowsOf(shop)).toEqual(left);
  });

  it("keeps everything if it installs again before a late webhook", async () => {
    const shop = await connectedShop();
    shopify.uninstall(shop);
    await handleWebhook("app/uninstalled", { shop });
    await issueToken(shop);
    expect(await connect(shop, wholesale.account)).toEqual({ kind: "connected" });
    const before = await rowsOf(shop);
    expect(before).toHaveProperty("connection");
    for (const topic of ["app/uninstalled", "shop/redact"] as const) await handleWebhook(topic, { shop });
    expect(await rowsOf(shop)).toEqual(before);
  });
});

describe("a shop that is redacted", () => {
  it("leaves no row in any table, and no other shop loses a row", async () => {
    const [shop, other] = [newShop(), newShop()];
    onTestFinished(await liftChecks(databaseUrl));
    for (const table of tables) for (const each of [shop, other]) await plant(databaseUrl, table, each);
    await relate(databaseUrl);
    const all = Object.fromEntries(tables.map((table) => [table, 1]));
    expect(await rowsOf(shop)).toEqual(all);
    for (const time of ["once", "twice"]) {
      await handleWebhook("shop/redact", { shop });
      expect(await rowsOf(shop), time).toEqual({});
      expect(await rowsOf(other), time).toEqual(all);
    }
  });

  it("may never have installed the app", async () => {
    const shop = newShop();
    simulated(shop).installed = false;
    await handleWebhook("shop/redact", { shop });
    expect(await rowsOf(shop)).toEqual({});
  });
});

describe("a customer", () => {
  it.each(["customers/data_request", "customers/redact"] as const)(
    "is stored nowhere, so that the webhook %s without an order changes nothing",
    async (topic) => {
      const shop = await connectedShop();
      const before = await rowsOf(shop);
      await handleWebhook(topic, { shop });
      expect(await rowsOf(shop)).toEqual(before);
    },
  );
});

describe("jobs in the queue", () => {
  it.each(Object.values(jobs))("carry only ids: $name", ({ data }) => {
    const { shape } = data;
    for (const name of Object.keys(shape)) expect(name).toMatch(/^shop$|Id$/);
  });

  it("contain nothing of a shop except its name and ids of rows", async () => {
    const shop = await connectedShop();
    const jobs = await query<{ data: Record<string, unknown>; output: unknown }>(
      databaseUrl,
      "select data, output from pgboss.job where data->>'shop' = $1",
      [shop],
    );
    expect(jobs).not.toEqual([]);
    for (const { data, output } of jobs) expect({ data, output }).toEqual({ data: { shop }, output: null });
  });
});
