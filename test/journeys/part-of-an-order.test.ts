/** An order of three products, of which one is sold out, is sent in two parts. */
import { expect, it } from "vitest";

import { poll } from "../sandbox/tour-support.ts";
import { query } from "../support/database.ts";
import { startJourney } from "./journey.ts";

const { sandbox, tab } = await startJourney("part", { products: 12 });
const { products } = sandbox.wholesale!.supplier.catalogue.page({ from: 0, limit: 12 });
const goods = products
  .filter(({ discontinued }) => !discontinued)
  .flatMap(({ id: productId, variants }) => {
    const variant = variants.find(({ sku, stock }) => sku && stock >= 20);
    return variant ? [{ sku: variant.sku!, productId, variantId: variant.id }] : [];
  })
  .slice(0, 3);
/** Waits until all three products have a row that the statement selects. */
async function untilAll(sql: string): Promise<void> {
  const ids = goods.map(({ productId }) => productId);
  const found = await poll(180_000, async () => {
    const rows = await query(sandbox.databaseUrl, sql, [ids]);
    return rows.length === goods.length ? true : null;
  });
  if (found === null) throw new Error("The shop does not sell all three products.");
}
await untilAll("select from supplier_product where id = any($1)");
await sandbox.merchant().importProducts(goods.map(({ productId }) => productId));
await untilAll("select from product_link where supplier_product_id = any($1) and state = 'imported'");
const { page, frame, open, screenshot } = await tab("/app");

function setStock(stock: number): void {
  const [{ productId, variantId: id }] = goods as [(typeof goods)[number]];
  sandbox.wholesale!.supplier.catalogue.change(productId, { variants: [{ id, stock }] }, new Date());
}

/** The supplier's ledger: the number of lines of each order. */
function bought(): number[] {
  return sandbox.wholesale!.supplier.ledger.orders().map(({ lines }) => lines.length);
}

function rows(): Promise<{ id: string; state: string }[]> {
  return query(sandbox.databaseUrl, "select id, state from supplier_order order by requested_at, id");
}

async function requestedAndHeld(): Promise<{ id: string; name: string }> {
  const before = (await rows()).length;
  setStock(0);
  const { name } = sandbox.shop.merchant.placeOrder({
    lines: goods.map(({ sku }) => ({ sku, quantity: 1 })),
  });
  sandbox.shop.merchant.requestFulfillment(name);
  const states = async () => (await rows()).slice(before).map(({ state }) => state);
  await expect.poll(states).toEqual(["held"]);
  return { name, id: (await rows())[before]!.id };
}

it("sends an order in two parts: the items in stock when a button is pressed, the sold-out item once it is back", async () => {
  const { id, name } = await requestedAndHeld();
  await open(`/app/orders/${id}`);
  await frame.getByRole("button", { name: "Send what can be sent" }).click();
  const dialog = frame.getByRole("dialog", { name: `Send what can be sent of order ${name}?` });
  await dialog.getByText("The rest waits as an order of its own").waitFor();
  await screenshot("question");
  await dialog.getByRole("button", { name: "Send what can be sent" }).dblclick();
  const question = page.getByRole("dialog", { name: "Stockbridge needs more permissions" });
  await question.getByRole("button", { name: "Update" }).click();
  await expect.poll(bought).toEqual([2]);
  await frame.getByText("Ordered", { exact: false }).first().waitFor();
  await expect.poll(async () => (await rows()).length).toBe(2);
  await screenshot("sent");

  const rest = (await rows())[1]!;
  await open(`/app/orders/${rest.id}`);
  await frame.getByText("your supplier doesn't have enough in stock", { exact: false }).waitFor();
  await screenshot("rest");
  setStock(50);
  await frame.getByRole("button", { name: "Try again" }).click();
  await expect.poll(bought).toEqual([2, 1]);
  const parts = sandbox.shop.merchant.order(name).fulfillmentOrders;
  await expect
    .poll(() => sandbox.shop.merchant.order(name).fulfillmentOrders.map(({ requestStatus }) => requestStatus))
    .toEqual(["ACCEPTED", "ACCEPTED"]);
  expect(parts).toHaveLength(2);
});

it("sends an order in two parts without a press once the setting is on", async () => {
  await open("/app/settings");
  await frame.getByLabel("Send what can be sent, and let the rest wait").click();
  const setting = "select from ordering_settings where sends_parts";
  await expect.poll(async () => (await query(sandbox.databaseUrl, setting)).length).toBe(1);
  await screenshot("setting");
  setStock(0);
  const { name } = sandbox.shop.merchant.placeOrder({
    lines: goods.map(({ sku }) => ({ sku, quantity: 1 })),
  });
  sandbox.shop.merchant.requestFulfillment(name);
  await expect.poll(bought).toEqual([2, 1, 2]);
  const states = async () => (await rows()).slice(2).map(({ state }) => state);
  await expect.poll(states).toEqual(["placed", "held"]);
});
