import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { importProducts } from "../../app/catalog/import/import-products.server.ts";
import { ensureServiceIfDue } from "../../app/catalog/location/ensure-service.server.ts";
import { requestImport } from "../../app/catalog/import/request-import.server.ts";
import { startCatalog } from "../../app/catalog/start-catalog.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { openOrder } from "../../app/orders/ingest/open-order.server.ts";
import { readOrderFacts } from "../../app/orders/placing/read-order-facts.server.ts";
import { processOrder } from "../../app/orders/process-order.server.ts";
import { handleEntry, receive } from "../../app/queue/inbox.server.ts";
import { freshSession } from "../../app/shop/auth/session.server.ts";
import { authenticate } from "../../app/shopify.server.ts";
import { jobHandlers, topicHandlers } from "../../app/wiring/handlers.server.ts";
import { sweepAccess } from "../../app/wiring/sweep-access.server.ts";
import { restoreAccess } from "../../app/wiring/restore-access.server.ts";
import { mirroredShop } from "../catalog/testing.ts";
import { query } from "../support/database.ts";
import { installedShop, issueToken, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, shopify } from "../support/world.ts";

openQueue(jobHandlers.map(({ job }) => job));

const now = new Date();

function after(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** Ends every token of the shop, as time or Shopify may, without an uninstall. */
function loseTokens(shop: ShopDomain): void {
  shopify.tokens.revokeAll(simulated(shop));
}

/** A shop whose tokens are lost, as some call has found out. */
async function shutOut(at = now): Promise<ShopDomain> {
  const shop = await installedShop({ expires: at });
  loseTokens(shop);
  await expect(freshSession(shop, { now: at })).rejects.toMatchObject({ code: "access-lost" });
  return shop;
}

/** Somebody opens a page of the app in the shop's admin. */
async function openApp(shop: ShopDomain): Promise<void> {
  const token = await shopify.sessionToken({ shop });
  const headers = { authorization: `Bearer ${token}` };
  await authenticate.admin(new Request("http://127.0.0.1:1/app", { headers }));
}

function rowsOf(table: string, shop: ShopDomain): Promise<Record<string, unknown>[]> {
  return query(databaseUrl, `select * from ${table} where shop = $1`, [shop]);
}

async function told(shop: ShopDomain): Promise<unknown[]> {
  const rows = await query(databaseUrl, "select kind, tone from activity where shop = $1 order by at, id", [
    shop,
  ]);
  return rows.filter(({ kind }) => String(kind).startsWith("shop.")).map(({ kind, tone }) => [kind, tone]);
}

describe("while a shop lets us in no more", () => {
  it("a webhook waits in the inbox, however often it is tried, and is handled once the app is opened", async () => {
    const shop = await installedShop();
    loseTokens(shop);
    const webhookId = randomUUID();
    const topic = "fulfillment_orders/fulfillment_request_submitted";
    await receive({ shop, topic, webhookId, eventId: null, subjectId: "7", triggeredAt: null }, now);
    const [entry] = await rowsOf("inbox_entry", shop);
    const entryId = String(entry?.["id"]);
    for (const seconds of [0, 100, 1000]) {
      await handleEntry(topicHandlers, { entryId, now: after(seconds) });
      expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ failure: "access-lost", handled_at: null }]);
    }
    await openApp(shop);
    await restoreAccess(shop, after(1001));
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ next_at: after(1001) }]);
    await handleEntry(topicHandlers, { entryId, now: after(1001) });
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ failure: null, handled_at: after(1001) }]);
  });

  it("an order waits, and goes on once the app is opened", async () => {
    const shop = await installedShop();
    await openOrder(
      shop,
      {
        fulfillmentOrderId: "gid://shopify/FulfillmentOrder/7",
        shopOrderId: "gid://shopify/Order/7",
        orderName: "#7",
      },
      now,
    );
    loseTokens(shop);
    const [{ id } = {}] = await rowsOf("supplier_order", shop);
    const work = { clock: () => now, read: readOrderFacts };
    await processOrder({ shop, orderId: String(id) }, work);
    const [waiting] = await rowsOf("supplier_order", shop);
    expect(waiting).toMatchObject({
      state: "ready",
      reason: "access-lost",
      said: expect.stringContaining("Open Stockbridge in your Shopify admin once") as string,
    });
    expect(waiting?.["next_at"]).not.toBeNull();
    await openApp(shop);
    await restoreAccess(shop, after(1));
    expect(await rowsOf("supplier_order", shop)).toMatchObject([{ state: "ready", next_at: after(1) }]);
  });

  it("products that are to be imported wait, and one of them is tried, not all", async () => {
    const shop = await mirroredShop();
    const products = await query<{ id: string }>(
      databaseUrl,
      "select id from supplier_product where shop = $1 and not discontinued order by id limit 3",
      [shop],
    );
    const ids = products.map((product) => product.id);
    await requestImport(shop, ids);
    loseTokens(shop);
    await importProducts(shop);
    const waiting = await rowsOf("product_link", shop);
    expect(waiting.map(({ state, retry_count }) => [state, retry_count]).toSorted()).toEqual([
      ["importing", 0],
      ["importing", 0],
      ["importing", 1],
    ]);
    const due = "select from product_link where shop = $1 and next_at <= now()";
    expect(await query(databaseUrl, due, [shop])).toEqual([]);
    await openApp(shop);
    await restoreAccess(shop, after(1));
    await importProducts(shop);
    for (const product of await rowsOf("product_link", shop)) {
      expect(product).toMatchObject({ state: "imported", next_at: null });
    }
  });

  it("the fulfillment service stays due", async () => {
    const shop = await installedShop();
    await startCatalog(shop);
    loseTokens(shop);
    await ensureServiceIfDue(shop);
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "due", retry_count: 1 }]);
    await openApp(shop);
    await restoreAccess(shop, after(1));
    await ensureServiceIfDue(shop);
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "ready" }]);
  });
});

describe("the merchant", () => {
  it("reads of it once, and once more when it is over", async () => {
    // Two hours ago, as a page that is opened has no other clock than the real one.
    const shop = await shutOut(after(-7200));
    expect(await told(shop)).toEqual([]);
    await sweepAccess(after(-7140));
    await sweepAccess(after(-7080));
    await expect(freshSession(shop, { now: after(-3600) })).rejects.toMatchObject({ code: "access-lost" });
    await sweepAccess(after(-3540));
    expect(await told(shop)).toEqual([["shop.access-lost", "warning"]]);

    await openApp(shop);
    await Promise.all([1, 2, 3].map(() => restoreAccess(shop, now)));
    await sweepAccess(after(60));
    const both = [
      ["shop.access-lost", "warning"],
      ["shop.token-restored", "success"],
    ];
    expect(await told(shop)).toEqual(both);

    // The next time it is news again.
    loseTokens(shop);
    await expect(freshSession(shop, { now: after(7200) })).rejects.toMatchObject({ code: "access-lost" });
    await sweepAccess(after(7260));
    expect(await told(shop)).toEqual([...both, ["shop.access-lost", "warning"]]);
  });

  it("who was quicker than the sweep reads nothing: there is nothing to do", async () => {
    const shop = await shutOut();
    await openApp(shop);
    await restoreAccess(shop, now);
    await sweepAccess(now);
    expect(await told(shop)).toEqual([]);
  });

  it("reads nothing of a shop that has uninstalled the app and is forgotten", async () => {
    const shop = await shutOut();
    shopify.uninstall(shop);
    const event = { shop, topic: "app/uninstalled" as const, webhookId: randomUUID() };
    await topicHandlers["app/uninstalled"](
      { ...event, eventId: null, subjectId: null, triggeredAt: null },
      now,
    );
    await sweepAccess(now);
    expect(await told(shop)).toEqual([]);
    expect(await rowsOf("shop_access", shop)).toEqual([]);
    await expect(freshSession(shop, { now })).rejects.toMatchObject({ code: "shop-gone" });
  });
});

describe("the sweep", () => {
  it("wakes what waits where a page was opened and the process ended before it could", async () => {
    const shop = await shutOut();
    const entry = { shop, topic: "orders/cancelled", webhookId: randomUUID(), eventId: null };
    await receive({ ...entry, subjectId: null, triggeredAt: null }, now);
    await query(databaseUrl, "update inbox_entry set failure = 'access-lost', next_at = $2 where shop = $1", [
      shop,
      after(3600),
    ]);
    await sweepAccess(now);
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ next_at: after(3600) }]);
    await openApp(shop);
    await sweepAccess(after(60));
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ next_at: after(60) }]);
    expect(await rowsOf("shop_access", shop)).toMatchObject([{ lost_at: null, notified_at: null }]);
  });

  it("does not take a shop for restored because somebody stored a token that is over", async () => {
    const shop = await shutOut();
    await issueToken(shop, { expires: after(-1) });
    await sweepAccess(now);
    expect(await rowsOf("shop_access", shop)).toMatchObject([{ lost_at: now }]);
  });
});

describe("a page of a shop that was never shut out", () => {
  it("wakes nothing", async () => {
    const shop = await installedShop();
    await receive(
      {
        ...{ shop, topic: "orders/cancelled", webhookId: randomUUID(), eventId: null },
        ...{ subjectId: null, triggeredAt: null },
      },
      after(500),
    );
    await openApp(shop);
    await restoreAccess(shop, now);
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ next_at: after(500) }]);
    expect(await rowsOf("shop_access", shop)).toEqual([]);
  });
});
