/** A merchant delays automatic ordering, cancels one order in time, and finds on the other's page why it was bought. */
import { expect, it } from "vitest";

import { query } from "../support/database.ts";
import { timePasses } from "../support/time-passes.ts";
import { startSelling } from "./journey.ts";

const { sandbox, sku, page, frame, open, screenshot } = await startSelling("rules");

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

it("delays orders by the merchant's rules, and buys only the one that is not canceled meanwhile", async () => {
  await open("/app/settings");
  await frame.getByLabel("Request fulfillment for every paid order").click();
  const question = page.getByRole("dialog", { name: "Stockbridge needs more permissions" });
  await question.getByRole("button", { name: "Update" }).click();
  await frame.getByText(/^On since /).waitFor();

  await frame.getByRole("link", { name: "Rules: delays, limits, and orders that wait for you" }).click();
  await frame.getByText("There are no orders with your supplier's products").waitFor();
  await frame.getByLabel("Delay", { exact: true }).selectOption("15 minutes");
  await page.getByRole("button", { name: "Save" }).click();
  await frame.getByText("Rules saved").waitFor();

  const place = (quantity: number) => sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity }] });
  const [kept, canceled] = [place(1), place(2)];
  const delayed = () =>
    query(
      sandbox.databaseUrl,
      "select from unrequested_order where kept_because is not null and left_at is null",
    );
  await expect.poll(delayed).toHaveLength(2);
  await open("/app/orders?show=to-send");
  await frame.getByText("Waits because of your delay of 15 minutes.").first().waitFor();
  await frame.getByText("Send anyway").first().waitFor();
  await screenshot("to-send");

  await open("/app/rules");
  await frame
    .getByText("2 orders: 0 sent automatically and ordered, 2 held, waiting, or canceled.")
    .waitFor();
  await frame.getByLabel("Delay", { exact: true }).selectOption("No delay");
  await frame
    .getByText("2 orders: 2 sent automatically and ordered, 0 held, waiting, or canceled.")
    .waitFor();
  await screenshot("preview");
  await page.getByRole("button", { name: "Discard" }).click();

  sandbox.shop.merchant.cancelOrder(canceled.name);
  for (const { domain } of sandbox.shop.shops) await timePasses(domain, 16 * 60, sandbox.databaseUrl);
  await expect.poll(() => bought().length).toBe(1);
  await expect.poll(delayed).toHaveLength(0);
  expect(bought().map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1]]);

  await open("/app/orders");
  await frame.getByRole("link", { name: kept.name, exact: true }).click();
  await frame.getByText("by version 1 of your rules:").waitFor();
  await frame.getByText("Your delay of 15 minutes had ended.").waitFor();
  await screenshot("order");
});
