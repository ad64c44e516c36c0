import { createHmac, randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { freshDatabase, query } from "../support/database.ts";

let sandbox: Sandbox;
/** A variant that the supplier has, in a connected shop. */
let sku: string;
beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase() });
  const merchant = sandbox.merchant();
  await merchant.open("/app/settings");
  const account = { intent: "connect", ...sandbox.supplier.account };
  await merchant.submit("/app/settings", "routes/app.settings", account);
  await importProduct(sandbox);
  const sold = sandbox.shop.merchant.products().flatMap(({ variants }) => variants);
  sku = sold.find(({ available }) => available > 0)?.sku ?? "";
});
afterAll(() => sandbox.stop());

const TOPIC = "fulfillment_order_notification";
const BODY = '{"kind":"FULFILLMENT_REQUEST"}';

/** Calls with the headers that Shopify promises: the signature and the shop. A header that is null is left out. */
async function call({
  shop = "a-shop.myshopify.com",
  body = BODY,
  headers = {},
}: {
  shop?: string | null;
  body?: string;
  headers?: Record<string, string | null>;
}): Promise<number> {
  const given: Record<string, string | null> = {
    "content-type": "application/json",
    "x-shopify-shop-domain": shop,
    "x-shopify-hmac-sha256": sign(body),
    ...headers,
  };
  const response = await fetch(`${sandbox.addresses.app}/fulfillment-service/${TOPIC}`, {
    method: "POST",
    headers: Object.entries(given).filter((header): header is [string, string] => header[1] !== null),
    body,
  });
  await response.body?.cancel();
  return response.status;
}

function sign(body: string, secret = sandbox.shop.app.apiSecret): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

type Row = { webhook_id: string; retry_count: number; handled_at: Date | null };

function rowsOf(shop: string): Promise<Row[]> {
  const sql = "select * from inbox_entry where topic = $1 and shop = $2";
  return query<Row>(sandbox.databaseUrl, sql, [TOPIC, shop]);
}

async function handled(shop: string): Promise<Row[]> {
  return vi.waitFor(
    async () => {
      const rows = await rowsOf(shop);
      if (rows.length === 0 || rows.some((row) => row.handled_at === null))
        throw new Error("It is not handled yet.");
      return rows;
    },
    { timeout: 180_000 },
  );
}

function minute(): string {
  return new Date().toISOString().slice(0, 16);
}

describe("Shopify's call to the fulfillment service", () => {
  it("follows the merchant's request, and the app accepts the request", async () => {
    const [shop] = sandbox.shop.shops;
    const { name } = sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity: 1 }] });
    sandbox.shop.merchant.requestFulfillment(name);

    expect(await handled(shop!.domain)).toMatchObject([{ retry_count: 0 }]);
    await expect
      .poll(() => sandbox.shop.webhooks.deliveries.filter(({ topic }) => topic === TOPIC))
      .toMatchObject([{ shop: shop!.domain, status: 200 }]);
    await expect
      .poll(() => sandbox.shop.merchant.order(name).fulfillmentOrders)
      .toMatchObject([{ requestStatus: "ACCEPTED" }]);
  });

  it("is handled once, even if Shopify repeats it within a minute", async () => {
    const shop = "repeated.myshopify.com";
    const minutes = new Set([minute()]);
    const statuses = await Promise.all([1, 2, 3].map(() => call({ shop })));
    minutes.add(minute());
    expect(statuses).toEqual([200, 200, 200]);
    const rows = await handled(shop);
    expect([...minutes].map((each) => `${TOPIC} ${shop} FULFILLMENT_REQUEST ${each}`)).toEqual(
      expect.arrayContaining(rows.map((row) => row.webhook_id)),
    );
    expect(rows.every(({ retry_count: count }) => count === 0)).toBe(true);
  });

  it("is handled separately for another kind of request and for another webhook id", async () => {
    const shop = "several.myshopify.com";
    const webhookId = randomUUID();
    await call({ shop });
    await call({ shop, body: '{"kind":"CANCELLATION_REQUEST"}' });
    for (const id of [webhookId, webhookId]) await call({ shop, headers: { "x-shopify-webhook-id": id } });
    const rows = await rowsOf(shop);
    expect(rows.filter(({ webhook_id: id }) => id.includes("CANCELLATION_REQUEST"))).toHaveLength(1);
    expect(rows.filter(({ webhook_id: id }) => id === webhookId)).toHaveLength(1);
    expect(rows).toHaveLength(3);
  });

  it.each<[string, () => Record<string, string | null>]>([
    ["another secret's", () => ({ "x-shopify-hmac-sha256": sign(BODY, "another secret") })],
    ["of another body", () => ({ "x-shopify-hmac-sha256": sign(`${BODY} `) })],
    ["cut off", () => ({ "x-shopify-hmac-sha256": sign(BODY).slice(0, -4) })],
    ["empty", () => ({ "x-shopify-hmac-sha256": "" })],
    ["missing", () => ({ "x-shopify-hmac-sha256": null })],
  ])("gets 401 if its signature is %s, and leaves no row", async (_, headers) => {
    const shop = "forged.myshopify.com";
    expect(await call({ shop, headers: headers() })).toBe(401);
    expect(await rowsOf(shop)).toEqual([]);
  });

  it.each([null, "evil.example.com", "a.myshopify.com, b.myshopify.com"])(
    "gets 200 for the invalid shop %j, so that Shopify does not repeat it, and leaves no row",
    async (shop) => {
      expect(await call({ shop })).toBe(200);
      expect(await rowsOf(shop ?? "")).toEqual([]);
    },
  );

  it("gets 401 without a body, and 413 if the body is too long", async () => {
    expect(await call({ body: "" })).toBe(401);
    expect(await call({ body: "x".repeat(64 * 1024 + 1) })).toBe(413);
  });

  it("is accepted only as a POST, and only at its own address", async () => {
    const address = `${sandbox.addresses.app}/fulfillment-service`;
    for (const [path, status] of [
      [TOPIC, 405],
      ["fetch_stock", 404],
      ["fetch_tracking_numbers", 404],
    ] as const) {
      const answer = await fetch(`${address}/${path}`);
      await answer.body?.cancel();
      expect(answer.status).toBe(status);
    }
  });
});

/** Turns automatic ordering on since this many minutes ago; null turns it off. */
async function setAutomaticOrdering(minutesAgo: number | null): Promise<void> {
  await query(
    sandbox.databaseUrl,
    `insert into ordering_settings (shop, reference_prefix, automatic_ordering_since)
     values ($1, 'SBTEST', now() - make_interval(mins => $2))
     on conflict (shop) do update set automatic_ordering_since = excluded.automatic_ordering_since`,
    [sandbox.shop.shops[0]!.domain, minutesAgo],
  );
}

describe("automatic ordering", () => {
  beforeAll(() => sandbox.shop.grantScopes({ scopes: ["write_third_party_fulfillment_orders"] }));

  it("sends a paid order to the supplier", async () => {
    await setAutomaticOrdering(0);
    const { name } = sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity: 1 }], paid: false });
    expect(sandbox.shop.merchant.order(name).fulfillmentOrders).toMatchObject([
      { requestStatus: "UNSUBMITTED" },
    ]);
    sandbox.shop.merchant.payOrder(name);
    await expect
      .poll(() => sandbox.shop.merchant.order(name).fulfillmentOrders)
      .toMatchObject([{ requestStatus: "ACCEPTED" }]);
  });

  it.each(["split", "merged"] as const)(
    "requests each part of a fulfillment order that was %s",
    async (event) => {
      const { merchant } = sandbox.shop;
      // Automatic ordering is off at first.
      await setAutomaticOrdering(null);
      const { id, name, fulfillmentOrders } = merchant.placeOrder({ lines: [{ sku, quantity: 2 }] });
      const part = fulfillmentOrders[0]?.id ?? "";
      if (event === "merged") merchant.splitFulfillment(name);
      await heard("orders/paid", id);
      await heard("fulfillment_orders/order_routing_complete", part);
      if (event === "merged") await heard("fulfillment_orders/split", part);
      await setAutomaticOrdering(5);
      if (event === "split") merchant.splitFulfillment(name);
      else merchant.mergeFulfillment(name);
      const accepted = { status: "IN_PROGRESS", requestStatus: "ACCEPTED" };
      await expect
        .poll(() => merchant.order(name).fulfillmentOrders.filter(({ status }) => status !== "CLOSED"))
        .toMatchObject(event === "split" ? [accepted, accepted] : [accepted]);
      const pieces = (sandbox.wholesale?.supplier.ledger.orders() ?? [])
        .slice(event === "split" ? -2 : -1)
        .map(({ lines }) => lines[0]?.quantity);
      expect(pieces).toEqual(event === "split" ? [1, 1] : [2]);
    },
  );
});

/** Waits until the app has handled the webhook. */
async function heard(topic: string, subjectId: string): Promise<void> {
  const sql = `select 1 from inbox_entry where topic = $1 and subject_id = $2 and handled_at is not null`;
  await expect.poll(() => query(sandbox.databaseUrl, sql, [topic, subjectId])).toHaveLength(1);
}
