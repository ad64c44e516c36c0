/** A merchant compares shop, Stockbridge and supplier, and settles differences; sorts and searches orders. */
import { expect, it } from "vitest";

import { query } from "../support/database.ts";
import { LISTED_WITHIN_MS, startSelling } from "./journey.ts";

const { sandbox, sku, page, frame, open, screenshot } = await startSelling("reconciliation");
const { ledger } = sandbox.wholesale!.supplier;

it("lists an unknown supplier order, a changed address and a canceled fulfillment, each until it is settled", async () => {
  const { name } = sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity: 1 }] });
  sandbox.shop.merchant.requestFulfillment(name);
  await expect
    .poll(() => query(sandbox.databaseUrl, "select from supplier_order where acceptance = 'accepted'"), {
      timeout: 180_000,
    })
    .toHaveLength(1);
  await open("/app/orders");
  await open("/app/reconciliation");
  const compare = frame.getByRole("button", { name: "Compare now" });
  await compare.click();
  await frame.getByText("No differences").waitFor();
  await screenshot("none");

  const [ours] = ledger.orders();
  const stray = ledger.place({ ...ours!, reference: ours!.reference.replace(/-\d+-1$/, "-999-1") });
  await compare.click();
  await frame.getByText(stray.id).first().waitFor();
  await frame.getByRole("link", { name: "Open orders" }).waitFor();
  await screenshot("one");

  ledger.cancel(stray.id);
  await compare.click();
  await frame.getByText("No differences").waitFor();

  // A difference that one press settles, on this page.
  sandbox.shop.merchant.changeAddress(name, { address1: "Neue Straße 1" });
  await compare.click();
  await frame.getByText("the shipping address has changed").waitFor();
  await frame.getByRole("button", { name: "Cancel fulfillment" }).click();
  const question = frame.getByRole("dialog");
  await question.getByText(ours!.id).waitFor();
  // The dialog stays open when the window becomes as narrow as a phone, and wide again.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await question.getByText(ours!.id).waitFor();
    await question.getByRole("button", { name: "Keep it" }).hover();
  }
  await question.getByRole("button", { name: "Keep it" }).click();
  await frame.getByRole("button", { name: "Mark as resolved" }).click();
  await frame.getByText("No differences").waitFor();
  await screenshot("resolved");
  expect(ledger.get(ours!.id).status).not.toBe("cancelled");

  // Shopify no longer shows the package, until one press has it fulfilled again.
  ledger.ship(ours!.id, { carrier: "DHL", trackingNumber: "JD014600" });
  const shown = () => query(sandbox.databaseUrl, "select from shipment where state = 'shown'");
  await expect.poll(async () => (await shown()).length).toBe(1);
  sandbox.shop.merchant.cancelParcels(name);
  await compare.click();
  const again = frame.getByRole("button", { name: "Show it again" });
  await again.waitFor();
  await screenshot("canceled-fulfillment");
  await again.click();
  await expect.poll(async () => (await shown()).length).toBe(1);
  await compare.click();
  await frame.getByText("No differences").waitFor();
}, 400_000);

it("sorts orders by profit, and searches sent orders and orders that wait to be sent", async () => {
  const { name } = sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity: 1 }] });
  await open("/app/orders");
  await frame.getByLabel("Sort by").selectOption("profit-high");
  await frame.getByText("come last").waitFor();
  await frame.getByText("#1001", { exact: true }).waitFor();
  await screenshot("sorted");
  const search = frame.getByPlaceholder("Order or tracking number, SKU, or product");
  // Searches first for what nothing has: orders that the list shows after that prove that it was read again.
  await search.fill("nothing has this");
  await search.press("Enter");
  await frame.getByText("No orders found").waitFor();
  await search.fill(sku.slice(1, -1).toLowerCase());
  await search.press("Enter");
  await frame.getByText("#1001", { exact: true }).waitFor();

  await open("/app/orders?show=to-send");
  await frame.getByText(name, { exact: true }).waitFor({ timeout: LISTED_WITHIN_MS });
  const waiting = frame.getByPlaceholder("Order, SKU, or product");
  await waiting.fill("nothing has this");
  await waiting.press("Enter");
  await frame.getByText("No orders found").waitFor();
  await waiting.fill(sku.slice(1));
  await waiting.press("Enter");
  await frame.getByText(name, { exact: true }).waitFor();
  await screenshot("to-send-found");
});
