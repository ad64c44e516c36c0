/**
 * A merchant types a price on a product's page, sees it beside the price by the rules, and lets it follow the rules
 * again.
 */
import { expect, it } from "vitest";

import { gid } from "../sandbox/shop/ids.ts";
import { query } from "../support/database.ts";
import { startSelling } from "./journey.ts";

const { sandbox, sku, frame, open, screenshot } = await startSelling("own-prices");

function sold() {
  const products = sandbox.shop.shops.flatMap(({ catalog }) => [...catalog.products.values()]);
  const product = products.find(({ variants }) => variants.some(({ item }) => item.sku === sku));
  const variant = product?.variants.find(({ item }) => item.sku === sku);
  if (!product || !variant) throw new Error(`The shop does not sell ${sku}.`);
  return { product, variant };
}

/** The supplier's ids of the product and the variant. */
async function supplierIds(): Promise<{ id: string; variant: string }> {
  const [row] = await query<{ id: string; variant: string }>(
    sandbox.databaseUrl,
    "select supplier_product_id as id, supplier_variant_id as variant from variant_link where shop_variant_id = $1",
    [gid("ProductVariant", sold().variant.id)],
  );
  return row ?? { id: "", variant: "" };
}

it("sets a typed price, shows it beside the price by the rules with both margins, and lets the price follow the rules again", async () => {
  const { variant } = sold();
  const [first, own] = [variant.price, (Number(variant.price) + 10).toFixed(2)];
  await open(`/app/products/${encodeURIComponent((await supplierIds()).id)}`);
  const field = frame.getByLabel(/^Price of /).first();
  await field.fill(own);
  await frame.getByText(/^In your shop now: /).waitFor();
  await screenshot("typed");
  await frame.getByRole("button", { name: "Save prices" }).click();
  await frame.getByText(/It's your own from now on/).waitFor();
  await expect.poll(() => variant.price).toBe(own);
  await frame.getByText(/^Your own price\. Your price rules would set /).waitFor();
  await screenshot("product");

  await open("/app/catalog");
  await frame.getByRole("link", { name: "Your changes" }).click();
  await frame
    .getByText(/^Price of .+: yours .+ margin before tax\), by your price rules .+ margin before tax\)$/)
    .waitFor();
  await screenshot("yours");
  const take = frame.getByRole("button", { name: /^Change to .+: Price of / });
  await take.click();
  await screenshot("dialog");
  await frame.getByRole("button", { name: "Cancel" }).click();
  await frame.getByRole("button", { name: "Keep mine: Price" }).click();
  await frame.getByText("You keep your value").waitFor();
  await frame.getByRole("button", { name: "Show what you keep (1)" }).click();
  await frame.getByText("You chose to keep these values.").waitFor();
  await screenshot("kept");
  expect(variant.price).toBe(own);
  // To keep a price is to keep those of all variants, so there is no longer a single amount.
  await frame.getByRole("button", { name: "Use prices by my rules: Price" }).click();
  await frame.getByRole("dialog").getByRole("button", { name: "Use prices by my rules" }).click();
  await frame.getByText("It follows your supplier again").waitFor();
  await expect.poll(() => variant.price).toBe(first);

  await open("/app/sync?show=history");
  await frame
    .getByText(/^Follows your supplier from then on/)
    .first()
    .waitFor();
  await screenshot("history");
});

it("asks before a set or restored price goes below cost, and offers no undo of the merchant's own prices on Home", async () => {
  const { variant } = sold();
  const ids = await supplierIds();
  const set = frame.getByRole("button", { name: "Set 1 price" });
  const preview = async (value: string) => {
    const chosen = new URLSearchParams({ ids: ids.id, variants: ids.variant, by: "fixed", value });
    await open(`/app/catalog/prices?${chosen.toString()}`);
    await set.waitFor();
  };
  await preview("0.01");
  await set.click();
  const tick = frame.getByLabel("Sell one variant at a loss");
  await frame.getByText(/^Select this if you want to sell at a loss/).waitFor();
  await expect.poll(() => tick.evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true);
  await screenshot("below-cost");
  await tick.check({ force: true });
  await set.click();
  await frame.getByText("You set 1 price; Stockbridge no longer changes it").waitFor();
  await expect.poll(() => variant.price).toBe("0.01");

  await preview("99.00");
  await screenshot("set-prices");
  await set.click();
  await frame.getByText("You set 1 price; Stockbridge no longer changes it").waitFor();
  await expect.poll(() => variant.price).toBe("99.00");
  await screenshot("prices-set");

  const dialog = frame.getByRole("dialog", { name: "Undo these prices?" });
  const undo = dialog.getByRole("button", { name: "Undo", exact: true });
  await frame.getByRole("button", { name: "Undo", exact: true }).click();
  await undo.click();
  await dialog.getByText(/^One of these prices would then sell at a loss/).waitFor();
  expect(await undo.isDisabled()).toBe(true);
  await screenshot("undo-below-cost");
  // Clicks the label, because that click waits until the dialog stands still.
  await dialog.getByText("Sell one variant at a loss").click();
  await undo.click();
  await frame.getByText("1 of 1 price set back").waitFor();
  await frame.getByText(/You have undone this since\.$/).waitFor();
  await screenshot("prices-undone");
  await expect.poll(() => variant.price).toBe("0.01");

  await open("/app");
  await frame.getByText("Changes by Stockbridge in the last 24 hours").waitFor();
  expect(await frame.getByRole("button", { name: "Undo prices" }).count()).toBe(0);
  await screenshot("home");
  await open("/app/activity");
  await frame.getByText(/^You undid “Set prices” of .+: 1 price is set back/).waitFor();
  await screenshot("activity");
});
