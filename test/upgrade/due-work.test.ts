import { expect, it } from "vitest";

import { requestImport } from "../../app/catalog/import/runs/start-import.server.ts";
import { markForSync } from "../../app/catalog/links/mark-for-sync.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import { addRecipient } from "../../app/notifications/recipients.server.ts";
import { productsIn } from "../catalog/selling-shop.ts";
import { startMailServer } from "../notifications/mail-server.ts";
import { storeEntry } from "../operator/stored-entry.ts";
import { requestedOrder, sellingShop } from "../orders/shop-world.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { runJob } from "../support/run-job.ts";
import { timePasses } from "../support/time-passes.ts";
import { changeSettings, databaseUrl } from "../support/world.ts";
import { upgradeRows } from "./previous-rows.ts";

openQueue();

/** Jobs that process due webhooks, orders, e-mails, imports and syncs. */
const JOBS = [
  "webhooks.sweep",
  "orders.sweep",
  "notifications.sweep",
  "catalog.import",
  "catalog.sync",
] as const;

/** Two workers run each job at the same time, in two rounds: the second one finds the work that the first one made due. */
async function processAll(shop: string): Promise<void> {
  for (let round = 0; round < 2; round += 1)
    await Promise.all([...JOBS, ...JOBS].map((name) => runJob(name, { shop })));
}

async function lease(orderId: string, seconds: number): Promise<void> {
  const sql = "update supplier_order set leased_until = now() + make_interval(secs => $2) where id = $1";
  await query(databaseUrl, sql, [orderId, seconds]);
}

it("an upgrade has due work done exactly once, and claimed work once its lease expires", async () => {
  const mails = await startMailServer();
  await changeSettings({ SMTP_URL: mails.url, MAIL_FROM: "Stockbridge <app@example.com>" });
  const world = await sellingShop();
  const { shop } = world;
  const states = async () => (await world.rows()).map(({ state, acceptance }) => [state, acceptance]);

  const due = await requestedOrder(world);
  const expired = await requestedOrder(world);
  await lease(expired.id, -1);
  const claimed = await requestedOrder(world);
  await lease(claimed.id, 300);
  const [part] = world.request(world.order().name).fulfillmentOrders;
  const topic = "fulfillment_orders/fulfillment_request_submitted";
  await storeEntry({ shop, topic, subjectId: part!.id, nextIn: 0 });
  await addRecipient(shop, "ada@example.com");
  await requestImport(shop, ["prd_000002"]);
  await query(databaseUrl, "update supplier_variant set stock = 77 where shop = $1", [shop]);
  await inShop(shop, (tx) => markForSync(tx, shop, ["prd_000000"]));

  await upgradeRows();
  await processAll(shop);
  const placed = ["placed", "accepted"];
  expect(await states()).toEqual([placed, placed, ["ready", null], placed]);
  expect(due.bought().length + expired.bought().length).toBe(2);
  expect(mails.inbox.map(({ to }) => to)).toEqual(["ada@example.com"]);
  expect(productsIn(shop)).toHaveLength(3);
  const runs = await query(databaseUrl, "select products, changed from sync_run where shop = $1", [shop]);
  expect(runs).toEqual([{ products: 1, changed: 1 }]);

  await timePasses(shop, 300);
  await processAll(shop);
  expect(await states()).toEqual([placed, placed, placed, placed]);
  expect(await world.bought()).toHaveLength(4);
  expect(mails.inbox).toHaveLength(1);
  const left = `select 1 from inbox_entry where shop = $1 and due_at is not null
    union all select 1 from product_link where shop = $1 and (state = 'importing' or sync_due_at is not null)`;
  expect(await query(databaseUrl, left, [shop])).toEqual([]);
});
