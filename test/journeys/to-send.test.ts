/** A merchant sends paid orders to the supplier that were never requested, from the tab "To send". */
import { expect, it } from "vitest";

import { query } from "../support/database.ts";
import { LISTED_WITHIN_MS, startSelling } from "./journey.ts";

const { sandbox, sku, page, frame, open, screenshot } = await startSelling("to-send");

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

it("shows paid orders whose fulfillment was not requested, and sends each to the supplier once", async () => {
  const orders = [1, 2, 3].map((quantity) =>
    sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity }] }),
  );
  const waiting = () => query(sandbox.databaseUrl, "select from unrequested_order");
  await expect.poll(waiting, { timeout: LISTED_WITHIN_MS }).toHaveLength(3);
  await open("/app");
  await frame.getByRole("link", { name: "3 paid orders wait to be sent" }).waitFor();
  await screenshot("home");
  await frame.getByRole("link", { name: "3 paid orders wait to be sent" }).click();
  await frame.getByText(orders[0]!.name, { exact: true }).waitFor();
  await screenshot("list");

  await frame.getByRole("button", { name: `Send: ${orders[0]!.name}` }).click();
  const dialog = frame.getByRole("dialog", { name: "Send 1 order to your supplier?" });
  await dialog.getByText("Expected profit").waitFor();
  await dialog.getByText("Shopify asks next whether").waitFor();
  await screenshot("preview-one");
  await dialog.getByRole("button", { name: "Send to supplier" }).click();
  const question = page.getByRole("dialog", { name: "Stockbridge needs more permissions" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await frame.getByText("Nothing was sent").waitFor();
  await screenshot("declined");
  expect(bought()).toEqual([]);

  await frame.getByRole("button", { name: `Send: ${orders[0]!.name}` }).click();
  await dialog.getByRole("button", { name: "Send to supplier" }).dblclick();
  await question.getByRole("button", { name: "Update" }).click();
  await frame.getByText("Sent. Open the order to see its progress.").waitFor();
  await expect.poll(() => bought().length).toBe(1);
  await screenshot("sent");

  await frame.getByLabel("Select all on this page").check();
  await frame.getByRole("button", { name: "Send 2 orders to supplier" }).click();
  const both = frame.getByRole("dialog", { name: "Send 2 orders to your supplier?" });
  await both.getByText("Expected profit").waitFor();
  await expect.poll(() => both.getByText("Shopify asks next whether").count()).toBe(0);
  await screenshot("preview");
  sandbox.shop.merchant.cancelOrder(orders[1]!.name);
  await both.getByRole("button", { name: "Send to supplier" }).click();
  await frame.getByText("Not sent. Changed meanwhile: the order is canceled.").waitFor();
  await frame.getByText("Sent. Open the order to see its progress.").waitFor();
  await frame.getByText("Nothing to send").waitFor();
  await screenshot("results");
  await expect.poll(() => bought().length).toBe(2);
  expect(bought().map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1], [3]]);

  await frame.getByRole("tab", { name: "All", exact: true }).click();
  await frame.getByRole("tab", { name: "All", exact: true, selected: true }).waitFor();
  await frame.getByRole("tab", { name: "To send" }).click();
  // The results stay until the merchant dismisses them.
  await frame.getByText("Sent. Open the order to see its progress.").waitFor();
  await frame.getByText("Dismiss", { exact: true }).click();
  await expect.poll(() => frame.locator("[data-results]").count()).toBe(0);
  await page.reload();
  await frame.getByText("Nothing to send").waitFor();
  expect(await frame.locator("[data-results]").count()).toBe(0);
});
