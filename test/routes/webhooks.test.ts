import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as open } from "node:http";
import type { Socket } from "node:net";

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { topics } from "../../app/wiring/webhooks/webhook-topics.server.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase, query } from "../support/database.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase() });
});
afterAll(() => sandbox.stop());

/** A webhook of Shopify with changed headers or body. A header that is null is left out. */
type Webhook = {
  topic?: string;
  shop?: string;
  webhookId?: string;
  body?: string;
  headers?: Record<string, string | null>;
};

async function send(webhook: Webhook): Promise<number> {
  const { topic = "customers/data_request", shop = "a-shop.myshopify.com" } = webhook;
  const { body = JSON.stringify({ id: 1001, shop_domain: shop }) } = webhook;
  const given: Record<string, string | null> = {
    "content-type": "application/json",
    "x-shopify-topic": topic,
    "x-shopify-shop-domain": shop,
    "x-shopify-api-version": "2026-10",
    "x-shopify-webhook-id": webhook.webhookId ?? randomUUID(),
    "x-shopify-hmac-sha256": sign(body),
    ...webhook.headers,
  };
  const headers = Object.entries(given).filter((header): header is [string, string] => header[1] !== null);
  const response = await fetch(`${sandbox.addresses.app}/webhooks`, { method: "POST", headers, body });
  await response.body?.cancel();
  return response.status;
}

function sign(body: string, secret = sandbox.shop.app.apiSecret): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

type Row = {
  shop: string;
  subject_id: string | null;
  retry_count: number;
  due_at: Date | null;
  leased_until: Date | null;
  handled_at: Date | null;
};

function rowsOf(webhookId: string): Promise<Row[]> {
  return query<Row>(sandbox.databaseUrl, "select * from inbox_entry where webhook_id = $1", [webhookId]);
}

/** The row once its handler is done. */
async function handled(webhookId: string): Promise<Row> {
  return vi.waitFor(
    async () => {
      const [row] = await rowsOf(webhookId);
      if (!row?.handled_at) throw new Error(`${webhookId} is not handled yet.`);
      return row;
    },
    { timeout: 180_000 },
  );
}

type Line = { msg: string } & Record<string, unknown>;

function logged(msg: string, fields: Record<string, unknown> = {}): Line[] {
  const lines = sandbox.appOutput().split("\n");
  return lines
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line) as Line)
    .filter(
      (line) => line.msg === msg && Object.entries(fields).every(([name, value]) => line[name] === value),
    );
}

/** A line that sums up a minute may have the next one right behind it. */
function expectOncePerMinute(event: string): void {
  const lines = logged(event);
  const timeOf = ({ time }: Line) => new Date(String(time)).getTime();
  for (const [index, line] of lines.slice(1).entries()) {
    const before = lines[index]!;
    if (before.repeated === undefined) expect(timeOf(line) - timeOf(before)).toBeGreaterThanOrEqual(59_000);
  }
}

async function connected(socket: Socket): Promise<void> {
  if (socket.connecting) await once(socket, "connect");
}

/** Waits until the log holds everything from before this call. */
async function logIsComplete(): Promise<void> {
  const webhookId = randomUUID();
  await send({ webhookId });
  await expect.poll(() => logged("webhook.received", { webhookId })).toHaveLength(1);
}

/** A shop of its own for each topic. */
function shopOf(topic: string): string {
  return `${topic.replace(/[/_]/g, "-")}.myshopify.com`;
}

describe("a webhook of any topic", () => {
  it("gets 401 for a bad signature, which is logged once per minute, and for a missing one, which is not", async () => {
    const body = JSON.stringify({ id: 1001, secret: randomUUID() });
    const unsigned: Record<string, string | null>[] = [
      { "x-shopify-hmac-sha256": "" },
      { "x-shopify-hmac-sha256": null },
    ];
    const spoiled: Record<string, string | null>[] = [
      { "x-shopify-hmac-sha256": sign(body, "another secret") },
      { "x-shopify-hmac-sha256": sign(`${body} `) },
      { "x-shopify-hmac-sha256": Buffer.from(sign(body), "base64").toString("hex") },
      { "x-shopify-hmac-sha256": sign(body).slice(0, -4) },
      { "x-shopify-hmac-sha256": null, "shopify-hmac-sha256": "guessed" },
      { "x-shopify-hmac-sha256": `${sign(body).slice(0, -2)}ü=` },
    ];
    const webhookId = randomUUID();
    for (const topic of topics) {
      const statuses = await Promise.all(
        [...unsigned, ...spoiled].map((headers) => send({ topic, body, webhookId, headers })),
      );
      expect({ topic, statuses: [...new Set(statuses)] }).toEqual({ topic, statuses: [401] });
    }

    await logIsComplete();
    // The very first rejection is logged at once. Later ones are only counted.
    expect(logged("webhook.rejected").length).toBeGreaterThan(0);
    expectOncePerMinute("webhook.rejected");
    expect(sandbox.appOutput()).not.toContain((JSON.parse(body) as { secret: string }).secret);
    expect(await rowsOf(webhookId)).toEqual([]);
  });

  it("gets 200 and is handled once, even if three copies arrive at once", async () => {
    const sent = topics.map((topic) => ({ topic, shop: shopOf(topic), webhookId: randomUUID() }));
    for (const webhook of sent)
      expect(await Promise.all([1, 2, 3].map(() => send(webhook)))).toEqual([200, 200, 200]);
    for (const { topic, shop, webhookId } of sent) {
      // The webhook erases its own entry, too.
      if (topic === "shop/redact") await expect.poll(() => rowsOf(webhookId)).toEqual([]);
      else expect(await handled(webhookId)).toMatchObject({ shop, retry_count: 0 });
    }
    await logIsComplete();
    for (const { topic, shop, webhookId } of sent.filter(({ topic: each }) => each !== "shop/redact")) {
      expect(await rowsOf(webhookId), topic).toHaveLength(1);
      expect(logged("webhook.received", { webhookId, isNew: true }), topic).toHaveLength(1);
      expect(logged("webhook.received", { webhookId, isNew: false }), topic).toHaveLength(2);
      expect(logged("inbox.handled", { shop }), topic).toHaveLength(1);
    }
  });
});

describe("a webhook", () => {
  it.each([
    ['{"id": 1001}', "1001"],
    ['{"id": 1001, "admin_graphql_api_id": "gid://shopify/Order/1001"}', "gid://shopify/Order/1001"],
    ['{"id": "zażółć"}', "zażółć"],
    [
      '{"submitted_fulfillment_order": {"id": "gid://shopify/FulfillmentOrder/7"}}',
      "gid://shopify/FulfillmentOrder/7",
    ],
    ['{"original_fulfillment_order": {"id": "6"}, "submitted_fulfillment_order": {"id": "7"}}', "7"],
    ['{"fulfillment_order": {"id": "gid://shopify/FulfillmentOrder/7"}}', "gid://shopify/FulfillmentOrder/7"],
    ['{"fulfillment_order": {"id": {"of": "something"}}}', null],
    ['{"fulfillment_order": "7"}', null],
    ['{"fulfillment_order": null}', null],
    ['{"id": {"of": "something"}}', null],
    ["{}", null],
    ["null", null],
    ["[]", null],
    ["no JSON at all", null],
  ])("is about the id in its signed body: %s gives %s", async (body, subject) => {
    const webhookId = randomUUID();
    expect(await send({ body, webhookId })).toBe(200);
    expect((await rowsOf(webhookId)).map((row) => row.subject_id)).toEqual([subject]);
  });

  it.each([
    ["fulfillment_orders/fulfillment_request_submitted", "gid://shopify/FulfillmentOrder/7001"],
    ["fulfillment_orders/cancellation_request_submitted", "gid://shopify/FulfillmentOrder/7001"],
    ["orders/cancelled", "gid://shopify/Order/7001"],
    ["orders/paid", "gid://shopify/Order/7001"],
    ["orders/edited", "7001"],
    ["refunds/create", "7001"],
  ])(
    "has the id that the app needs among the fields that shopify.app.toml requests (%s)",
    async (topic, subject) => {
      const webhookId = randomUUID();
      expect(await sandbox.shop.webhooks.deliver({ topic, subjectId: subject, webhookId })).toEqual([200]);
      expect((await rowsOf(webhookId)).map((row) => row.subject_id)).toEqual([subject]);
    },
  );

  it("is stored without its body, except for the id", async () => {
    const webhookId = randomUUID();
    const body = JSON.stringify({ id: 7, customer: { email: "john@example.com" } });
    expect(await send({ body, webhookId })).toBe(200);
    const rows = await query(sandbox.databaseUrl, "select inbox_entry::text from inbox_entry");
    expect(JSON.stringify(rows)).toContain(webhookId);
    expect(JSON.stringify(rows)).not.toContain("john@example.com");
  });

  it("gets 401 if it has no body", async () => {
    const webhookId = randomUUID();
    expect(await send({ body: "", webhookId })).toBe(401);
    expect(await rowsOf(webhookId)).toEqual([]);
  });

  it.each([
    ["signed", 64 * 1024 + 1],
    ["very long", 16 * 1024 * 1024],
  ])("gets 413 if its body is too long, and leaves no row (%s)", async (_, length) => {
    const webhookId = randomUUID();
    expect(await send({ body: "x".repeat(length), webhookId })).toBe(413);
    expect(await rowsOf(webhookId)).toEqual([]);
  });

  it.each(["x-shopify-topic", "x-shopify-shop-domain", "x-shopify-api-version", "x-shopify-webhook-id"])(
    "gets 400 if it is signed but lacks its %s, and leaves no row",
    async (header) => {
      const webhookId = randomUUID();
      expect(await send({ webhookId, headers: { [header]: null } })).toBe(400);
      expect(await rowsOf(webhookId)).toEqual([]);
    },
  );

  it.each([
    ["a topic that is not ours", { topic: "orders/create" }],
    ["a topic in another spelling", { topic: "CUSTOMERS_REDACT" }],
    ["an invalid shop", { shop: "evil.example.com" }],
    ["another shop than its body names", { body: '{"id": 7, "shop_domain": "other.myshopify.com"}' }],
    [
      "a shop other than the uninstalled one",
      { topic: "app/uninstalled", body: '{"id": 7, "myshopify_domain": "other.myshopify.com"}' },
    ],
    ["a shop that is to be erased, though its body names none", { topic: "shop/redact", body: '{"id": 7}' }],
    [
      "a customer who is to be forgotten, though its body names no shop",
      { topic: "customers/redact", body: '{"orders_to_redact": [7]}' },
    ],
    ["two shops at once", { shop: "a.myshopify.com, b.myshopify.com" }],
  ])("gets 200 if it is of %s, so that Shopify does not repeat it, and leaves no row", async (_, webhook) => {
    const webhookId = randomUUID();
    expect(await send({ ...webhook, webhookId })).toBe(200);
    expect(await rowsOf(webhookId)).toEqual([]);
  });

  it("is logged at most once per minute if it is signed, but of another topic or shop", async () => {
    for (let number = 0; number < 5; number += 1) {
      await send({ topic: "orders/create" });
      await send({ body: '{"id": 7, "shop_domain": "other.myshopify.com"}' });
    }
    await logIsComplete();
    for (const event of ["webhook.not-ours", "webhook.of-another-shop"]) {
      expect(logged(event)).not.toEqual([]);
      expectOncePerMinute(event);
    }
  });

  it("is accepted while 1,300 connections send no body", async () => {
    const { hostname, port } = new URL(sandbox.addresses.app);
    const headers = { "content-length": "100", "x-shopify-hmac-sha256": sign("another body") };
    const idle = Array.from({ length: 1300 }, () => {
      const request = open({ hostname, port, path: "/webhooks", method: "POST", headers, agent: false });
      request.on("error", () => undefined);
      request.write("{");
      return request;
    });
    await Promise.all(
      idle.map((request) => once(request, "socket").then(([socket]) => connected(socket as Socket))),
    );
    const webhookId = randomUUID();
    expect(await send({ webhookId })).toBe(200);
    expect(await rowsOf(webhookId)).toHaveLength(1);
    for (const request of idle) request.destroy();
  });

  it("is accepted by POST only", async () => {
    const answer = await fetch(`${sandbox.addresses.app}/webhooks`);
    expect(answer.status).toBe(405);
  });

  it("is handled after a power cut if it was answered before, and its duplicate is ignored", async () => {
    const [begun, waiting] = [randomUUID(), randomUUID()];
    const shop = "power-cut.myshopify.com";
    // Holds the handler of one webhook in the middle of its work: it reads the shop's session.
    const holder = new pg.Client({ connectionString: sandbox.databaseUrl });
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table session in access exclusive mode");
    expect(await send({ topic: "app/uninstalled", shop, webhookId: begun })).toBe(200);
    // Claimed: due again at the end of the lease.
    const isClaimed = ({ leased_until: leasedUntil }: Row) =>
      leasedUntil !== null && leasedUntil.getTime() > Date.now();
    await expect.poll(async () => (await rowsOf(begun)).some(isClaimed)).toBe(true);
    expect(await send({ topic: "customers/redact", shop, webhookId: waiting })).toBe(200);

    const restarted = sandbox.restartApp("SIGKILL");
    await holder.query("rollback");
    // The leases expire.
    await holder.query(
      "update inbox_entry set leased_until = null, due_at = now() - interval '1 second' where handled_at is null",
    );
    await holder.end();
    await restarted;

    const done = [await handled(begun), await handled(waiting)];
    for (const [topic, webhookId] of [
      ["app/uninstalled", begun],
      ["customers/redact", waiting],
    ] as const) {
      expect(await send({ topic, shop, webhookId })).toBe(200);
    }
    expect([...(await rowsOf(begun)), ...(await rowsOf(waiting))]).toEqual(done);
  });
});

describe("a connected shop", () => {
  /** The tables in which this shop has rows. */
  async function tablesWithRows(shop: string): Promise<string[]> {
    const tables = await query<{ name: string }>(
      sandbox.databaseUrl,
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'shop' order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await query(sandbox.databaseUrl, `select from ${name} where shop = $1 limit 1`, [shop]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  async function connect(): Promise<string> {
    const merchant = sandbox.merchant();
    expect((await merchant.open("/app/settings")).status).toBe(200);
    const answer = await merchant.submit("/app/settings", "routes/app.settings", {
      intent: "connect",
      ...sandbox.supplier.account,
    });
    expect(answer).toMatchObject({ notice: null });
    return sandbox.shop.shops[0]?.domain ?? "";
  }

  it.each(["app/uninstalled", "shop/redact"] as const)(
    "keeps its data after a forged %s, since the app verifies the event with Shopify",
    async (topic) => {
      const shop = await connect();
      const webhookId = randomUUID();
      expect(await send({ topic, shop, webhookId })).toBe(200);
      await handled(webhookId);
      expect(await tablesWithRows(shop)).toEqual(expect.arrayContaining(["connection", "session"]));
      await logIsComplete();
      const ignored = topic === "app/uninstalled" ? "uninstall-ignored" : "redact-ignored";
      expect(logged(`installation.${ignored}`, { shop })).toHaveLength(1);
      await sandbox.merchant().submit("/app/settings", "routes/app.settings", { intent: "disconnect" });
    },
  );

  it("is disconnected by an uninstall, can connect again, and is erased by shop/redact", async () => {
    const shop = await connect();
    const branding = { brandName: "Harbour Goods", logo: "", primaryColor: "", packingSlipMessage: "" };
    const contact = { returnAddress: "", supportEmail: "", supportPhone: "" };
    const page = ["/app/branding", "routes/app.branding"] as const;
    for (const intent of ["publish", "save"]) {
      const { stamp: seen } = await sandbox.merchant().read<{ stamp: string }>(...page);
      await sandbox.merchant().submit(...page, { intent, seen, ...branding, ...contact });
    }
    const erasable = ["activity", "branding_draft", "branding_version"];
    expect(await tablesWithRows(shop)).toEqual(expect.arrayContaining(erasable));
    for (const again of [true, false]) {
      sandbox.shop.uninstall(shop);
      await vi.waitFor(
        async () => {
          const tables = await tablesWithRows(shop);
          expect(tables).not.toContain("connection");
          expect(tables).not.toContain("session");
          // The names of its keys stay, because the keys live on at the supplier.
          expect(tables).toContain("key_attempt");
        },
        { timeout: 180_000 },
      );
      if (again) await connect();
    }

    expect(await send({ topic: "shop/redact", shop })).toBe(200);
    await expect.poll(() => tablesWithRows(shop)).toEqual([]);
  });

  it("can be redacted twice, and so can a shop that never installed the app", async () => {
    for (const shop of [sandbox.shop.shops[0]?.domain ?? "", "never-here.myshopify.com"]) {
      for (const webhookId of [randomUUID(), randomUUID()]) {
        expect(await send({ topic: "shop/redact", shop, webhookId })).toBe(200);
        await expect.poll(() => tablesWithRows(shop)).toEqual([]);
      }
    }
  });
});
