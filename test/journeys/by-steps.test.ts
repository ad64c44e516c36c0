import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Message } from "../../app/messages/message.ts";
import { translator } from "../../app/messages/translate.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import type { OrderView, ProductView } from "../sandbox/shop/merchant-views.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { control } from "../sandbox/tour-support.ts";
import { freshDatabase } from "../support/database.ts";
import { openStepsSupplier, type StepsSupplier } from "../wholesale/by-steps-supplier.ts";

/** The order path against a supplier of quite another kind: numbers for replies, jobs, DELETE, sentences of its own. */

const t = translator("en");

let supplier: StepsSupplier;
let sandbox: Sandbox;
let sku: string;

beforeAll(async () => {
  supplier = await openStepsSupplier();
  sandbox = await startSandbox({
    foreign: supplier,
    contract: "by-steps",
    database: await freshDatabase(),
  });
  const account = { intent: "connect", ...supplier.account };
  await sandbox.merchant().submit("/app/settings", "routes/app.settings", account);
  await importProduct(sandbox);
  const { products } = await control<{ products: ProductView[] }>(sandbox, "/_shop/products");
  sku = products[0]?.variants[0]?.sku ?? "";
});
afterAll(async () => {
  await sandbox.stop();
  await supplier.close();
});
beforeEach(() => supplier.refuseOrders(null));

async function step(name: string, what: string): Promise<OrderView> {
  return control(sandbox, `/_shop/orders/${encodeURIComponent(name)}/${what}`, {});
}

/** A customer pays, and the merchant requests fulfillment. */
async function order(quantity: number): Promise<string> {
  const { name } = await control<OrderView>(sandbox, "/_shop/orders", { lines: [{ sku, quantity }] });
  await step(name, "request-fulfillment");
  return name;
}

type ShownRow = { id: string; orderName: string; label: Message };

async function row(name: string) {
  const page = `/app/orders?query=${encodeURIComponent(name)}`;
  const { rows } = await sandbox.merchant().read<{ rows: ShownRow[] }>(page, "routes/app.orders._index");
  const found = rows.find(({ orderName }) => orderName === name);
  return found && { id: found.id, label: t(found.label) };
}

async function becomes(name: string, label: string): Promise<string> {
  await expect.poll(() => row(name)).toMatchObject({ label });
  return (await row(name))?.id ?? "";
}

async function isAccepted(name: string): Promise<void> {
  await expect
    .poll(async () => {
      const path = `/_shop/orders/${encodeURIComponent(name)}`;
      return (await control<OrderView>(sandbox, path)).fulfillmentOrders;
    })
    .toMatchObject([{ requestStatus: "ACCEPTED" }]);
}

async function pageOf(id: string): Promise<string> {
  return (await sandbox.merchant().open(`/app/orders/${id}`)).html.replaceAll("&quot;", '"');
}

describe("a supplier whose operations take several requests", () => {
  it.each([
    ["with nothing but a number", 1],
    ["as a job", 2],
  ])("gets an order once if it answers %s, and the order is never in doubt", async (_, quantity) => {
    const known = supplier.orders.length;
    const sent = supplier.requests.length;
    const name = await order(quantity);
    const id = await becomes(name, "Ordered");
    await isAccepted(name);
    expect(supplier.orders.slice(known)).toMatchObject([{ rows: [{ count: quantity }] }]);
    const posts = supplier.requests.slice(sent).filter(({ method }) => method === "POST");
    expect(posts).toHaveLength(1);
    // The order's outcome was known without a lookup.
    expect(await pageOf(id)).not.toMatch(/didn.{1,6}t say clearly|checking with your supplier/i);
  });

  it.each([
    ["at once", 1],
    ["by its job", 2],
  ])("rejects an order %s, and the order is held with the supplier's own sentence", async (_, quantity) => {
    const known = supplier.orders.length;
    supplier.refuseOrders("Lamps need a <i>dealer's</i> licence.");
    const id = await becomes(await order(quantity), "Needs attention");
    const page = await pageOf(id);
    expect(page).toMatch(
      /Your supplier rejected the request and says: .{1,8}Lamps need a dealer.{1,6}s licence/,
    );
    expect(supplier.orders).toHaveLength(known);
    supplier.refuseOrders(null);
    await sandbox.merchant().press(id, "retry");
    await expect.poll(() => supplier.orders.length).toBe(known + 1);
  });

  it("gets a DELETE for an order that the shop cancels", async () => {
    const name = await order(1);
    await becomes(name, "Ordered");
    await isAccepted(name);
    await step(name, "cancel");
    await becomes(name, "Canceled");
    expect(supplier.orders.at(-1)?.phase).toBe("void");
    expect(supplier.requests.filter(({ method }) => method === "DELETE")).toMatchObject([{ status: 204 }]);
  });

  it("rejects a wrong password, and the page says so without showing the password", async () => {
    const browser = sandbox.merchant();
    const answer = await browser.submit("/app/settings", "routes/app.settings", {
      intent: "replace",
      email: supplier.account.email,
      password: "sorvelin-maduke",
    });
    expect(JSON.stringify(answer)).not.toContain("sorvelin-maduke");
    expect(JSON.stringify(answer)).toContain("sign-in-rejected");
  });
});
