import { afterAll, expect, it } from "vitest";

import { startSandbox } from "../sandbox/sandbox.ts";
import { freshDatabase, query } from "../support/database.ts";

const sandbox = await startSandbox({ database: await freshDatabase() });
afterAll(() => sandbox.stop());

function inbox(): Promise<Record<string, unknown>[]> {
  return query(sandbox.databaseUrl, "select failure, handled_at is not null as handled from inbox_entry");
}

it("retries a webhook that failed for a lost access token once the merchant opens the app", async () => {
  const [shop] = sandbox.shop.shops;
  if (!shop) throw new Error("The sandbox has a shop.");
  const merchant = sandbox.merchant();
  expect((await merchant.open("/app")).status).toBe(200);
  sandbox.shop.tokens.revokeAll(shop);

  const topic = "fulfillment_orders/fulfillment_request_submitted";
  expect(await sandbox.shop.webhooks.deliver({ topic })).toEqual([200]);
  await expect.poll(inbox).toEqual([{ failure: "access-lost", handled: false }]);

  expect((await merchant.open("/app/activity")).status).toBe(200);
  // The webhook is handled, or will be tried again, because the shop has no such request.
  await expect.poll(inbox).toMatchObject([{ failure: null }]);
  const lost = "select from shop_access where lost_at is not null";
  expect(await query(sandbox.databaseUrl, lost)).toEqual([]);
});
