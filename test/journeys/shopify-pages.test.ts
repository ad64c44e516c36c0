/** A merchant presses the extensions' buttons on Shopify's own pages: an order, the list of orders, and a product. */
import { createHmac, randomUUID } from "node:crypto";

import { expect, it } from "vitest";

import { query } from "../support/database.ts";
import { gid } from "../sandbox/shop/ids.ts";
import { startSelling } from "./journey.ts";

const { sandbox, sku, tab } = await startSelling("shopify-pages");
const [shop] = sandbox.shop.shops;
if (!shop) throw new Error("There is no shop.");

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

/** Opens a stand-in for a page of Shopify's. */
async function shopifyPage(path: string) {
  const opened = await tab("/app");
  await opened.page.goto(`${sandbox.addresses.admin}/store/demo-shop${path}`);
  return { ...opened, extension: opened.page.frameLocator("iframe") };
}

function numberOf(id: string): string {
  return id.split("/").at(-1) ?? "";
}

/** Flow calls the action that sends an order. */
async function flowSends(orderId: string): Promise<number> {
  const body = JSON.stringify({
    shop_id: 1,
    shopify_domain: shop!.domain,
    action_run_id: randomUUID(),
    action_definition_id: "Send",
    handle: "send-order-to-supplier",
    step_reference: "1",
    properties: { order_id: orderId },
  });
  const signature = createHmac("sha256", sandbox.shop.app.apiSecret).update(body).digest("base64");
  const response = await fetch(`${sandbox.addresses.app}/flow/actions`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-shopify-hmac-sha256": signature },
    body,
  });
  await response.body?.cancel();
  return response.status;
}

it("buys once if the order block, the order list and a workflow send the same order twice at once", async () => {
  sandbox.shop.grantScopes({ scopes: ["write_third_party_fulfillment_orders"] });
  const { id, name } = sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity: 2 }] });
  const [block, list] = await Promise.all([shopifyPage(`/orders/${numberOf(id)}`), shopifyPage("/orders")]);
  await list.page.getByLabel(`Select ${name}`).check();
  await list.page.getByRole("button", { name: "Send to supplier" }).click();
  const confirm = list.extension.getByRole("button", { name: "Send to supplier (1)" });
  await confirm.waitFor();
  await list.screenshot("bulk-preview");
  const send = block.extension.getByRole("button", { name: "Send to supplier" });
  await send.waitFor();
  await block.screenshot("order-unsent");
  await Promise.all([send.dblclick(), confirm.dblclick(), flowSends(id), flowSends(id)]);
  await expect.poll(() => bought().length).toBe(1);
  await block.extension.getByText("Profit:").waitFor();
  await block.screenshot("order-sent");
  await list.extension
    .getByText(`${name}: `)
    .filter({ hasText: /supplier/ })
    .first()
    .waitFor();
  await list.screenshot("bulk-results");
  const rows = await query(sandbox.databaseUrl, "select from supplier_order where order_name = $1", [name]);
  expect(rows).toHaveLength(1);
  expect(bought()).toHaveLength(1);
  await Promise.all([block.page.close(), list.page.close()]);
});

it("sends an unpaid order anyway, once the merchant has read what it costs", async () => {
  const before = bought().length;
  const { id, name } = sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity: 1 }], paid: false });
  sandbox.shop.merchant.requestFulfillment(name);
  const held = () =>
    query(sandbox.databaseUrl, "select from supplier_order where order_name = $1 and state = 'held'", [name]);
  await expect.poll(async () => (await held()).length).toBe(1);
  const { extension, screenshot, page } = await shopifyPage(`/orders/${numberOf(id)}`);
  await extension.getByRole("button", { name: "Send anyway" }).click();
  await extension.getByText(/of this order isn't paid/).waitFor();
  await screenshot("send-anyway");
  expect(bought()).toHaveLength(before);
  await extension.getByRole("button", { name: "Send anyway" }).click();
  await expect.poll(() => bought().length).toBe(before + 1);
  await page.close();
});

it("shows a product's cost and stock with the supplier, and takes the product off sale and back", async () => {
  const product = [...shop.catalog.products.values()].find(({ variants }) =>
    variants.some(({ item }) => item.sku === sku),
  );
  const id = numberOf(gid("Product", product!.id));
  const { extension, screenshot, page } = await shopifyPage(`/products/${id}`);
  await extension
    .getByText(/Your cost: .* Stock: /)
    .first()
    .waitFor();
  await screenshot("product");
  await extension.getByRole("button", { name: "Sync now" }).click();
  await extension.getByText("Stockbridge is reading your supplier's cost and stock").waitFor();
  await extension.getByRole("button", { name: "Stop selling: draft" }).click();
  await extension.getByText("Customers don't see the product any more").waitFor();
  await extension.getByRole("button", { name: "Stop selling: draft" }).click();
  await extension.getByText("Off sale: draft").waitFor();
  await screenshot("product-stopped");
  await expect.poll(() => product!.status).toBe("DRAFT");
  await extension.getByRole("button", { name: "Resume selling" }).click();
  await expect.poll(() => product!.status).toBe("ACTIVE");
  await page.goto(`${sandbox.addresses.admin}/store/demo-shop/products/${id}?locale=de`);
  await extension.getByRole("button", { name: "Jetzt abgleichen" }).waitFor();
  await screenshot("product-german");
  await page.close();
});
