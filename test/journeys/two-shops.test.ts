import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { setBranding } from "../sandbox/tour-branding.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { control } from "../sandbox/tour-support.ts";
import { freshDatabase, query } from "../support/database.ts";
import { tablesOfShops } from "../support/every-table.ts";

const FIRST = "first.myshopify.com";
const SECOND = "second.myshopify.com";
const SETTINGS = ["/app/settings", "routes/app.settings"] as const;
const ORDER = "routes/app.orders.$id";

let sandbox: Sandbox;
/** Data of the first shop that the second must never see. */
let secrets: string[];
let orderId: string;
let fulfillmentOrderId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase(), shops: [FIRST, SECOND] });
  const first = sandbox.merchant(FIRST);
  await first.submit(...SETTINGS, { intent: "connect", ...sandbox.supplier.account });
  await importProduct(sandbox);
  await setBranding(sandbox);
  const { merchant } = sandbox.shop;
  const product = merchant
    .products(FIRST)
    .find(({ variants }) => variants.some(({ available }) => available > 0));
  const variant = product?.variants.find(({ available }) => available > 0);
  const { name } = merchant.placeOrder(
    { lines: [{ sku: variant?.sku ?? "", quantity: 1 }], paid: false },
    FIRST,
  );
  fulfillmentOrderId = merchant.requestFulfillment(name, FIRST).fulfillmentOrders[0]?.id ?? "";
  let row: { id: string } | undefined;
  await untilTrue(async () => {
    [row] = await query<{ id: string }>(
      sandbox.databaseUrl,
      "select id from supplier_order where state = 'held'",
    );
    return row !== undefined;
  });
  orderId = row?.id ?? "";
  await untilHandled(FIRST);
  await untilTrue(async () => (await query(sandbox.databaseUrl, UNDER_WAY, [FIRST])).length === 0);
  // Does now what sweeps would do later, while a test compares the first shop's rows.
  await query(sandbox.databaseUrl, "update outbox_entry set due_at = now() where due_at is not null");
  await sendJobs(["orders.sweep-comparisons", "orders.sweep-reconciliations", "notifications.sweep"], {});
  await untilTrue(async () => (await query(sandbox.databaseUrl, SWEPT, [FIRST])).length === 2);
  const { connection } = await first.read<{ connection: { keyName: string } }>(...SETTINGS);
  secrets = [connection.keyName, "Harbour Goods", orderId, product?.title ?? "", name];
});
afterAll(() => sandbox.stop());

async function untilTrue(look: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 180_000;
  while (!(await look())) if (Date.now() > until) throw new Error("It does not come to that.");
}

/**
 * Waits until the inbox has handled each webhook of the shop, or has tried it once. It tries again later if the shop
 * does not show the subject.
 */
async function untilHandled(shop: string): Promise<void> {
  const left = "select from inbox_entry where shop = $1 and handled_at is null and looks = 0";
  await untilTrue(async () => (await query(sandbox.databaseUrl, left, [shop])).length === 0);
}

/** A shop's jobs, and its reading of the catalog, which goes on after the first import. */
const UNDER_WAY = `select 1 from pgboss.job where data->>'shop' = $1 and state < 'completed'
  union all select 1 from catalog_mirror where shop = $1 and state <> 'resting'`;

/** Returns two rows once the sweeps of a minute have done their work in a shop. */
const SWEPT = `select shop from comparison where shop = $1
  union all select shop from order_reconciliation r where shop = $1
    and compared_until is not null and began_at is null and leased_until is null
    and not exists (select from outbox_entry o where o.shop = r.shop and o.due_at is not null)`;

/** Tables that the sweeps of every minute write, whatever shops do: lists of changes, checks of the setup, claims. */
const OF_SWEEPS = ["order_update_run", "setup_check", "request_poll", "shop_reconciliation"];

async function sendJobs(names: string[], data: object): Promise<void> {
  const queue = new PgBoss({
    connectionString: sandbox.databaseUrl,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await queue.start();
  for (const name of names) await queue.send(name, data);
  await queue.stop();
}

/** Returns every row of the first shop, without due times. */
async function rowsOfFirst(): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const table of await tablesOfShops(sandbox.databaseUrl)) {
    if (OF_SWEEPS.includes(table)) continue;
    found[table] = await query(
      sandbox.databaseUrl,
      `select to_jsonb(t) - 'due_at' - 'leased_until' as row from ${table} t where shop = $1 order by 1`,
      [FIRST],
    );
  }
  return found;
}

describe("a second shop", () => {
  it("sees nothing of the first shop on the main pages or under the address of the first shop's order", async () => {
    const pages = ["", "/catalog", "/orders", "/branding", "/activity", "/settings", `/orders/${orderId}`];
    for (const path of pages) {
      const page = `/app${path}`;
      const mine = await sandbox.merchant(SECOND).open(page);
      for (const secret of secrets) {
        // The page repeats the address that the second shop itself has sent.
        if (page.includes(secret)) continue;
        expect(mine.html.includes(secret), `${secret} on ${page}`).toBe(false);
      }
    }
    // Proves that the search would find the secrets: the first shop sees each of them on one of these pages.
    const theirs: string[] = [];
    for (const path of pages) theirs.push((await sandbox.merchant(FIRST).open(`/app${path}`)).html);
    for (const secret of secrets) expect(theirs.join("\n")).toContain(secret);
  });

  it("changes nothing in the first shop through the forms of its pages", async () => {
    const before = await rowsOfFirst();
    const second = sandbox.merchant(SECOND);
    for (const intent of ["retry", "cancel", "update"]) {
      const fields = { intent, version: "0" };
      await expect(second.submit(`/app/orders/${orderId}`, ORDER, fields)).rejects.toThrow("404");
    }
    await second.submit(...SETTINGS, { intent: "pause-ordering" });
    await second.submit(...SETTINGS, { intent: "disconnect", products: "draft" });
    expect(await rowsOfFirst()).toEqual(before);
  });

  it("changes nothing in the first shop through a webhook that names the first shop's data", async () => {
    const before = await rowsOfFirst();
    const topics = [
      "fulfillment_orders/fulfillment_request_submitted",
      "fulfillment_orders/cancellation_request_submitted",
      "orders/cancelled",
      "orders/edited",
      "orders/paid",
      "refunds/create",
    ];
    for (const topic of topics) {
      const { answers } = await control<{ answers: number[] }>(sandbox, "/_shop/webhooks", {
        topic,
        subjectId: fulfillmentOrderId,
        shop: SECOND,
      });
      expect(answers).toEqual([200]);
    }
    await untilHandled(SECOND);
    expect(await rowsOfFirst()).toEqual(before);
  });

  it("changes nothing in the first shop through a job that names the first shop's data", async () => {
    const before = await rowsOfFirst();
    await sendJobs(["orders.process", "tracking.read-update", "tracking.push-shipments"], {
      shop: SECOND,
      orderId,
    });
    const left = `select from pgboss.job where data->>'shop' = $1 and state < 'completed'`;
    await untilTrue(async () => (await query(sandbox.databaseUrl, left, [SECOND])).length === 0);
    expect(await rowsOfFirst()).toEqual(before);
  });
});
