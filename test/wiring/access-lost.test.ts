import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { importProducts } from "../../app/catalog/import/runs/import-products.server.ts";
import { ensureServiceIfDue } from "../../app/catalog/location/ensure-service.server.ts";
import { requestImport } from "../../app/catalog/import/runs/start-import.server.ts";
import { startCatalog } from "../../app/catalog/wake-catalog.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { openOrder } from "../../app/orders/ingest/open-order.server.ts";
import { processOrder } from "../../app/orders/placing/process-order.server.ts";
import { receive } from "../../app/queue/inbox.server.ts";
import { freshSession } from "../../app/shop/session.server.ts";
import { authenticate } from "../../app/shop/auth/shopify.server.ts";
import { inbox } from "../../app/wiring/webhooks/webhook-topics.server.ts";
import { sweepAccess, restoreAccess } from "../../app/installation/restore-access.server.ts";
import { mirroredShop } from "../catalog/testing.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { query } from "../support/database.ts";
import { installedShop, issueToken, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, shopify } from "../support/world.ts";

openQueue();

const HOUR = 3600;

/** Ends every token of the shop without an uninstall. */
function loseTokens(shop: ShopDomain): void {
  shopify.tokens.revokeAll(simulated(shop));
}

/** Returns a shop whose lost access a call has noticed. */
async function lostShop(): Promise<ShopDomain> {
  const shop = await installedShop();
  await loseAccess(shop);
  return shop;
}

async function loseAccess(shop: ShopDomain): Promise<void> {
  loseTokens(shop);
  await timePasses(shop, HOUR);
  await expect(freshSession(shop)).rejects.toMatchObject({ code: "access-lost" });
}

/** Opens a page of the app in the shop's admin. */
async function openApp(shop: ShopDomain): Promise<void> {
  const token = await shopify.sessionToken({ shop });
  const headers = { authorization: `Bearer ${token}` };
  await authenticate.admin(new Request("http://127.0.0.1:1/app", { headers }));
}

/** Returns the shop's rows, each with a flag if it is due. */
function rowsOf(table: string, shop: ShopDomain): Promise<Record<string, unknown>[]> {
  const due = table === "shop_access" ? "" : ", coalesce(due_at <= now(), false) as due";
  return query(databaseUrl, `select *${due} from ${table} where shop = $1`, [shop]);
}

async function recorded(shop: ShopDomain): Promise<unknown[]> {
  const rows = await query(databaseUrl, "select kind, tone from activity where shop = $1 order by at, id", [
    shop,
  ]);
  return rows.filter(({ kind }) => String(kind).startsWith("shop.")).map(({ kind, tone }) => [kind, tone]);
}

describe("lost access to a shop", () => {
  it("keeps a webhook in the inbox, however often it is tried, until the app is opened", async () => {
    const shop = await installedShop();
    loseTokens(shop);
    const webhookId = randomUUID();
    const topic = "fulfillment_orders/fulfillment_request_submitted";
    await receive({ shop, topic, webhookId, eventId: null, subjectId: "7", triggeredAt: null });
    for (const seconds of [0, 100, 1000]) {
      await timePasses(shop, seconds);
      await inbox.drain();
      expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ failure: "access-lost", handled_at: null }]);
    }
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ due: false }]);
    await openApp(shop);
    await restoreAccess({ shop });
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ due: true }]);
    // The shop does not show the request: its failures have used up none of the looks.
    await inbox.drain();
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ failure: null, looks: 1 }]);
  });

  it("makes an order wait until the app is opened", async () => {
    const shop = await installedShop();
    await openOrder(shop, {
      fulfillmentOrderId: "gid://shopify/FulfillmentOrder/7",
      shopOrderId: "gid://shopify/Order/7",
      orderName: "#7",
    });
    loseTokens(shop);
    const [{ id } = {}] = await rowsOf("supplier_order", shop);
    await processOrder({ shop, orderId: String(id) });
    const [waiting] = await rowsOf("supplier_order", shop);
    expect(waiting).toMatchObject({
      state: "ready",
      reason: "access-lost",
    });
    expect(waiting).toMatchObject({ due: false, due_at: expect.any(Date) as Date });
    await openApp(shop);
    await restoreAccess({ shop });
    expect(await rowsOf("supplier_order", shop)).toMatchObject([{ state: "ready", due: true }]);
  });

  it("makes imports wait until the app is opened", async () => {
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
    expect(waiting.map(({ state, retry_count }) => [state, retry_count])).toEqual(
      ids.map(() => ["importing", 1]),
    );
    expect(waiting.filter(({ due }) => due)).toEqual([]);
    await openApp(shop);
    await restoreAccess({ shop });
    await importProducts(shop);
    for (const product of await rowsOf("product_link", shop)) {
      expect(product).toMatchObject({ state: "imported", problem: null });
    }
  });

  it("makes the creation of the fulfillment service wait until the app is opened", async () => {
    const shop = await installedShop();
    await startCatalog(shop);
    loseTokens(shop);
    await ensureServiceIfDue(shop);
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "due", retry_count: 1 }]);
    await openApp(shop);
    await restoreAccess({ shop });
    await ensureServiceIfDue(shop);
    expect(await rowsOf("fulfillment_service", shop)).toMatchObject([{ state: "ready" }]);
  });
});

describe("the merchant of a shop with lost access", () => {
  it("gets one message, and another when access is restored", async () => {
    const shop = await lostShop();
    expect(await recorded(shop)).toEqual([]);
    await sweepAccess();
    await timePasses(shop, HOUR);
    await expect(freshSession(shop)).rejects.toMatchObject({ code: "access-lost" });
    await sweepAccess();
    expect(await recorded(shop)).toEqual([["shop.access-lost", "warning"]]);

    await openApp(shop);
    await Promise.all([1, 2, 3].map(() => restoreAccess({ shop })));
    await sweepAccess();
    const both = [
      ["shop.access-lost", "warning"],
      ["shop.access-restored", "success"],
    ];
    expect(await recorded(shop)).toEqual(both);

    // The next time it is recorded again.
    await loseAccess(shop);
    await sweepAccess();
    expect(await recorded(shop)).toEqual([...both, ["shop.access-lost", "warning"]]);
  });

  it("gets no message if the app is opened again before the sweep", async () => {
    const shop = await lostShop();
    await openApp(shop);
    await restoreAccess({ shop });
    await sweepAccess();
    expect(await recorded(shop)).toEqual([]);
  });

  it("gets no message about an uninstalled and forgotten shop", async () => {
    const shop = await lostShop();
    shopify.uninstall(shop);
    await handleWebhook("app/uninstalled", { shop });
    await sweepAccess();
    expect(await recorded(shop)).toEqual([]);
    expect(await rowsOf("shop_access", shop)).toEqual([]);
    await expect(freshSession(shop)).rejects.toMatchObject({ code: "shop-gone" });
  });
});

describe("the sweep of lost access", () => {
  it("resumes waiting work if the process of the opened page ended too early", async () => {
    const shop = await lostShop();
    const entry = { shop, topic: "orders/cancelled", webhookId: randomUUID(), eventId: null };
    await receive({ ...entry, subjectId: null, triggeredAt: null });
    await query(
      databaseUrl,
      "update inbox_entry set failure = 'access-lost', leased_until = null, due_at = now() + interval '1 hour' where shop = $1",
      [shop],
    );
    await sweepAccess();
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ due: false }]);
    await openApp(shop);
    await sweepAccess();
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ due: true }]);
    expect(await rowsOf("shop_access", shop)).toMatchObject([{ lost_at: null, notified_at: null }]);
  });

  it("does not take an expired token in the database for restored access", async () => {
    const shop = await lostShop();
    await issueToken(shop, { expires: new Date(Date.now() - 1000) });
    await sweepAccess();
    expect(await rowsOf("shop_access", shop)).toMatchObject([{ lost_at: expect.any(Date) as Date }]);
  });

  it("serves every shop, even if one of them fails", async () => {
    const shops = [await lostShop(), await lostShop(), await lostShop()];
    const [failing] = shops;
    // Its activity cannot be recorded.
    await query(
      databaseUrl,
      `create function fail() returns trigger language plpgsql as $$ begin raise 'on purpose'; end $$;
       create trigger fail before insert on activity for each row when (new.shop = '${String(failing)}')
         execute function fail()`,
    );
    await sweepAccess();
    await query(databaseUrl, "drop trigger fail on activity");
    expect(await Promise.all(shops.map(recorded))).toEqual([
      [],
      [["shop.access-lost", "warning"]],
      [["shop.access-lost", "warning"]],
    ]);
    await sweepAccess();
    expect(await recorded(failing!)).toEqual([["shop.access-lost", "warning"]]);
  });
});

describe("a page of a shop with access", () => {
  it("makes no waiting work due", async () => {
    const shop = await installedShop();
    await receive({
      shop,
      topic: "orders/cancelled",
      webhookId: randomUUID(),
      eventId: null,
      subjectId: null,
      triggeredAt: null,
    });
    await timePasses(shop, -500);
    await openApp(shop);
    await restoreAccess({ shop });
    expect(await rowsOf("inbox_entry", shop)).toMatchObject([{ due: false }]);
    expect(await rowsOf("shop_access", shop)).toEqual([]);
  });
});
