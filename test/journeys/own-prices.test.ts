/** A merchant types a price on a product's page, sees it beside the one by the rules, and hands it back. */
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

async function supplierProductId(): Promise<string> {
  const [row] = await query<{ id: string }>(
    sandbox.databaseUrl,
    "select supplier_product_id as id from variant_link where shop_variant_id = $1",
    [gid("ProductVariant", sold().variant.id)],
  );
  return row?.id ?? "";
}

it("takes a typed price, shows it beside the one by the rules with both margins, and hands it back", async () => {
  const { variant } = sold();
  const [first, own] = [variant.price, (Number(variant.price) + 10).toFixed(2)];
  await open(`/app/products/${encodeURIComponent(await supplierProductId())}`);
  const field = frame.getByLabel(/^Price of /).first();
  await field.fill(own);
  await frame.getByText(/^In your shop now: /).waitFor();
  await screenshot("typed");
  await frame.getByRole("button", { name: "Save prices" }).click();
  await frame.getByText(/It's your own from now on/).waitFor();
  await expect.poll(() => variant.price, { timeout: 60_000 }).toBe(own);
  await frame.getByText(/^Your own price\. Your price rules would set /).waitFor();
  await screenshot("product");

  await open("/app/catalog");
  await frame.getByRole("link", { name: "Your changes" }).click();
  await frame.getByText(/^Price of .+: yours .+ margin\), by your price rules .+ margin\)$/).waitFor();
  await screenshot("yours");
  const take = frame.getByRole("button", { name: "Take the supplier's: Price" });
  await take.click();
  await screenshot("dialog");
  await frame.getByRole("button", { name: "Cancel" }).click();
  await frame.getByRole("button", { name: "Keep mine: Price" }).click();
  await frame.getByText("Your value stays, and no longer asks for a decision").waitFor();
  await frame.getByRole("button", { name: "Show what you keep (1)" }).click();
  await frame.getByText("You decided to keep these values.").waitFor();
  await screenshot("kept");
  expect(variant.price).toBe(own);
  await take.click();
  await frame.getByRole("dialog").getByRole("button", { name: "Take the supplier's", exact: true }).click();
  await frame.getByText("It follows your supplier again").waitFor();
  await expect.poll(() => variant.price, { timeout: 60_000 }).toBe(first);

  await open("/app/sync?show=history");
  await frame
    .getByText(/^Follows your supplier from then on/)
    .first()
    .waitFor();
  await screenshot("history");
});
