/** An operator pauses every shop while the app runs, a customer orders, and the operator resumes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { en } from "../../app/messages/en.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import type { OrderView, ProductView } from "../sandbox/shop/merchant-views.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { control, escapeHtml } from "../sandbox/tour-support.ts";
import { admin } from "../scripts/admin/run-admin.ts";
import { freshDatabase, query } from "../support/database.ts";

let sandbox: Sandbox;
let sku: string;

beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase() });
  const account = { intent: "connect", ...sandbox.supplier.account };
  await sandbox.merchant().submit("/app/settings", "routes/app.settings", account);
  await importProduct(sandbox);
  const { products } = await control<{ products: ProductView[] }>(sandbox, "/_shop/products");
  sku = products[0]?.variants[0]?.sku ?? "";
});
afterAll(() => sandbox.stop());

const bare = {
  SHOPIFY_API_KEY: undefined,
  SHOPIFY_API_SECRET: undefined,
  SHOPIFY_APP_URL: undefined,
  WHOLESALE_BASE_URL: undefined,
  STOCKBRIDGE_KEYRING: undefined,
};

/** On a machine that has the database's address and nothing else. */
async function operator(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await admin(args, { ...bare, DATABASE_URL: sandbox.databaseUrl });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

async function rowOf(orderName: string) {
  const [row] = await query<{ state: string; reason: string | null }>(
    sandbox.databaseUrl,
    "select state, reason from supplier_order where order_name = $1",
    [orderName],
  );
  return row;
}

const bought = () => control<{ orders: unknown[] }>(sandbox, "/_wholesale/orders");

describe("an operator's pause of every shop", () => {
  it("holds an order without a restart, tells the merchant that support paused it, and places it once after the resume", async () => {
    await operator("pause", "--all", "--why=The supplier's stock is wrong.", "--by=ada", "--yes");
    const { name } = await control<OrderView>(sandbox, "/_shop/orders", { lines: [{ sku, quantity: 1 }] });
    await control(sandbox, `/_shop/orders/${encodeURIComponent(name)}/request-fulfillment`, {});
    const waiting = { state: "held", reason: "ordering-paused-for-all" };
    await expect.poll(() => rowOf(name)).toEqual(waiting);
    const before = await bought();
    const { html } = await sandbox.merchant().open("/app/orders");
    expect(html).toContain(escapeHtml(en["ordering.paused-for-all.title"]));
    expect(html).not.toContain("stock is wrong");
    const explained = await operator("order", sandbox.shop.shops[0]?.domain ?? "", name);
    expect(explained).toMatch(/in the way +ada paused every shop on .*stock is wrong\./);

    await operator("resume", "--all", "--by=ada", "--yes");
    await expect.poll(async () => (await rowOf(name))?.state).toBe("placed");
    const after = await bought();
    expect(after.orders.length - before.orders.length).toBe(1);
    expect((await sandbox.merchant().open("/app/orders")).html).not.toContain(
      escapeHtml(en["ordering.paused-for-all.title"]),
    );
    expect(await operator("log")).toMatch(/ada {2}resume {2}every shop[^]*ada {2}pause {2}every shop/);
  });
});
