/** Express stays Express: a merchant assigns a shipping method that held an order, and decides about an engraving. */
import { expect, it } from "vitest";

import { startSelling } from "./journey.ts";

const { sandbox, sku, page, frame, open, screenshot } = await startSelling("choices");

async function save(): Promise<void> {
  await page
    .getByRole("region", { name: "Unsaved changes" })
    .getByRole("button", { name: "Save", exact: true })
    .click();
  await frame.getByText("Orders that waited for this continue.").waitFor();
}

/** A customer's order, whose fulfillment the merchant requests. */
function request(
  wish: { shippingLine: string; note?: string; engraving?: string },
  message?: string,
): string {
  const { engraving, ...more } = wish;
  const customAttributes = engraving === undefined ? [] : [{ key: "Engraving", value: engraving }];
  const { name } = sandbox.shop.merchant.placeOrder({
    lines: [{ sku, quantity: 1, customAttributes }],
    ...more,
  });
  sandbox.shop.merchant.requestFulfillment(name, undefined, message ?? null);
  return name;
}

/** The supplier's own ledger. */
function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

it("sends an Express order as Express, with its note and its engraving", async () => {
  await open("/app/settings");
  await frame.getByRole("link", { name: "Manage shipping methods and notes" }).click();
  await frame.getByLabel("Hold orders whose method isn't assigned").check();
  await frame.getByLabel("Also send your customer's note").check();
  await save();
  await screenshot("first");

  const name = request({ shippingLine: "Express", note: "Ring twice", engraving: "For Ada" }, "Pack well");
  await open("/app/orders");
  await frame.getByRole("link", { name, exact: true }).click();
  await frame.getByText("Your customer chose the shipping method “Express”.").first().waitFor();
  await screenshot("held");
  expect(bought()).toEqual([]);

  await frame.getByRole("link", { name: "Assign shipping methods" }).click();
  await frame.getByLabel("Express", { exact: true }).selectOption({ label: "A method of your supplier…" });
  await frame.getByLabel("Your supplier's name for “Express”").fill("EXPRESS-24");
  await save();
  await screenshot("assigned");
  await expect.poll(() => bought().length).toBe(1);
  expect(bought()).toMatchObject([
    {
      shippingMethod: "EXPRESS-24",
      note: "Pack well\n\nRing twice",
      lines: [{ note: "Engraving: For Ada" }],
    },
  ]);
});

it("asks only once what to do with an engraving that is too long for its item", async () => {
  const engraving = "For Ada, ".repeat(40).trim();
  const name = request({ shippingLine: "EXPRESS", engraving });
  await open("/app/orders");
  await frame.getByRole("link", { name, exact: true }).click();
  await frame.getByRole("heading", { name: "Your customer's text in Shopify" }).waitFor();
  await screenshot("texts");
  await frame.getByRole("button", { name: "Send it in the order's note" }).click();
  await frame.getByText("Saved for this product").waitFor();
  await expect.poll(() => bought().length).toBe(2);
  request({ shippingLine: "Express", engraving });
  await expect.poll(() => bought().length).toBe(3);
  for (const order of bought().slice(1))
    expect(order).toMatchObject({
      shippingMethod: "EXPRESS-24",
      note: expect.stringContaining(`Engraving: ${engraving}`),
      lines: [{ note: null }],
    });
  await open("/app/methods");
  await frame.getByRole("button", { name: /^Ask me again: “Engraving” – / }).click();
  await frame.getByText("The next order with this text waits for your decision").waitFor();
});
