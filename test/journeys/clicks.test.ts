/**
 * Things that a merchant does with an order, a price or a product in the first week, each within two clicks of Home.
 * first-week.test.ts has the other things. Clicks count up to the press of the button that does the thing. The answer to the
 * button's question does not count.
 */
import { beforeEach, expect, it } from "vitest";

import { control } from "../sandbox/tour-support.ts";
import { query } from "../support/database.ts";
import { countClicks } from "./clicks.ts";
import { LISTED_WITHIN_MS, startSelling } from "./journey.ts";

const { sandbox, sku, page, frame, open, screenshot } = await startSelling("clicks");

const { click, find, count, restart } = countClicks(frame);

function variant() {
  const products = sandbox.shop.shops.flatMap(({ catalog }) => [...catalog.products.values()]);
  const found = products.flatMap(({ variants }) => variants).find(({ item }) => item.sku === sku);
  if (!found) throw new Error(`The shop does not sell ${sku}.`);
  return found;
}

function states(): Promise<{ name: string; state: string }[]> {
  return query(
    sandbox.databaseUrl,
    "select order_name as name, state from supplier_order order by requested_at",
  );
}

function stateOf(name: string): () => Promise<string | undefined> {
  return async () => (await states()).find((order) => order.name === name)?.state;
}

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

/** Places an order, requests its fulfillment, and waits until the order has this state. @returns its name. */
async function requested(state: string): Promise<string> {
  const { name } = sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity: 1 }] });
  sandbox.shop.merchant.requestFulfillment(name);
  await expect.poll(stateOf(name)).toBe(state);
  return name;
}

beforeEach(async () => {
  await open("/app");
  await frame.getByLabel("Find an order or a product").waitFor();
  restart();
});

it("cancels an order within two clicks of Home", async () => {
  const name = await requested("placed");
  await find(name.replace("#", ""));
  await click(frame.getByRole("button", { name: "Cancel fulfillment" }));
  expect(count()).toBe(2);
  await frame.getByRole("dialog").getByRole("button", { name: "Cancel fulfillment" }).click();
  await expect.poll(stateOf(name)).toBe("canceled");
});

it("offers to correct the supplier's number of an order within two clicks of Home", async () => {
  const faults = (operation: string, fault: string, times: number) =>
    control(sandbox, "/_wholesale/faults", { operation, fault, times });
  await faults("placeOrder", "500-after-commit", 1);
  await faults("findOrders", "500", 100);
  const name = await requested("in_doubt");
  await find(name);
  await frame.getByRole("button", { name: "Mark as ordered" }).click();
  const dialog = frame.getByRole("dialog");
  await dialog.getByLabel("Your supplier's number").fill(bought().at(-1)!.id);
  await dialog.getByRole("button", { name: "Mark as ordered" }).click();
  await expect.poll(stateOf(name)).toBe("placed");
  await faults("findOrders", "500", 0);

  await open("/app");
  restart();
  await find(name);
  await click(frame.getByRole("button", { name: "Correct number" }));
  expect(count()).toBe(2);
  await dialog.getByRole("button", { name: "Keep the number" }).click();
});

it("shows an order's version of the branding within two clicks of Home", async () => {
  await query(
    sandbox.databaseUrl,
    `insert into branding_version (id, shop, number, account, brand_name, packing_slip_message, begun_at, deadline, published_at)
     select gen_random_uuid(), shop, 1, account, 'Sorvelin & Co.', 'Thank you!', now(), now(), now() from connection`,
  );
  const name = await requested("placed");
  await find(name);
  await click(frame.getByRole("link", { name: "Your branding, version 1" }));
  expect(count()).toBe(2);
  await frame.getByText("Sorvelin & Co.").waitFor();
  await frame.getByText("Thank you!").waitFor();
  await screenshot("branding-version");
});

it("saves a product's prices within two clicks of Home, and asks before a price goes below cost", async () => {
  await find(sku);
  await frame
    .getByLabel(/^Price of /)
    .first()
    .waitFor();
  await screenshot("found-product");
  const fields = await frame.getByLabel(/^Price of /).all();
  for (const field of fields) await field.fill("1.00");
  await click(frame.getByRole("button", { name: "Save prices" }));
  expect(count()).toBe(2);
  const dialog = frame.getByRole("dialog", { name: "Sell at a loss?" });
  await dialog.waitFor();
  await screenshot("below-cost");
  await dialog.getByRole("button", { name: /^Sell .+ at a loss$/ }).click();
  await expect.poll(() => variant().price).toBe("1.00");
});

it("sends a losing order within two clicks of Home if the merchant accepts the loss", async () => {
  const before = bought().length;
  const { name } = sandbox.shop.merchant.placeOrder({
    lines: [{ sku, quantity: 1 }],
    money: { shipping: 0 },
  });
  const link = frame.getByRole("link", { name: "1 paid order waits to be sent" });
  await expect
    .poll(
      async () => {
        await open("/app");
        await frame.getByLabel("Find an order or a product").waitFor();
        return link.count();
      },
      { timeout: LISTED_WITHIN_MS, interval: 1000 },
    )
    .toBe(1);
  await click(link);
  await frame.getByLabel(`Select ${name}`).check();
  await frame.getByRole("button", { name: "Send what can be sent" }).click();
  const part = frame.getByRole("dialog", { name: "Send what can be sent of 1 order?" });
  await part.getByText(`${name}: this order loses money as a whole, so it isn't in the totals.`).waitFor();
  expect(await part.getByText("Expected profit").count()).toBe(0);
  await screenshot("part-of-loss");
  await part.getByRole("button", { name: "Don't send" }).click();
  await click(frame.getByRole("button", { name: `Send: ${name}` }));
  expect(count()).toBe(2);
  const dialog = frame.getByRole("dialog", { name: "Send 1 order to your supplier?" });
  const send = dialog.getByRole("button", { name: "Send to supplier" });
  await dialog.getByText(`${name}: this order costs you`).waitFor();
  expect(await send.isDisabled()).toBe(true);
  await screenshot("loss");
  await dialog.getByLabel("Send it although it loses money").check();
  await send.click();
  const question = page.getByRole("dialog", { name: "Stockbridge needs more permissions" });
  await question.getByRole("button", { name: "Update" }).click();
  await frame.getByText("Sent. Open the order to see its progress.").waitFor();
  await expect.poll(() => bought().length).toBe(before + 1);
  await expect.poll(stateOf(name)).toBe("placed");
});

it("takes a product off sale within two clicks of Home", async () => {
  await find(sku);
  await click(frame.getByRole("button", { name: "Stop selling…" }));
  expect(count()).toBe(2);
  await frame.getByRole("dialog").getByRole("button", { name: "Stop selling" }).click();
  await frame.getByRole("button", { name: "Resume selling" }).waitFor();
});

it("empties the field for a notification address once the address is in the list", async () => {
  await open("/app/notifications");
  const field = frame.getByLabel("New email address");
  await field.fill("not-an-address");
  await frame.getByRole("button", { name: "Add address" }).click();
  await frame.getByText("Enter an email address such as orders@example.com").waitFor();
  expect(await field.inputValue()).toBe("not-an-address");
  await field.fill("morning@example.com");
  await frame.getByRole("button", { name: "Add address" }).click();
  await frame.getByText("morning@example.com").waitFor();
  await expect.poll(() => field.inputValue()).toBe("");
});
