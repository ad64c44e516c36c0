import { expect, it } from "vitest";

import { exportPriceChanges } from "../../../app/catalog/sync/merchant/export-price-changes.server.ts";
import { translator } from "../../../app/messages/translate.ts";
import { refreshFacts } from "../../../app/shop/shop-facts.server.ts";
import { query } from "../../support/database.ts";
import { installedShop } from "../../support/installed-shop.ts";
import { databaseUrl, shopify } from "../../support/world.ts";

it("names the currency that the shop had when a price changed", async () => {
  const shop = await installedShop();
  const change = async (price: string) => {
    await query(
      databaseUrl,
      `insert into catalog_change (id, shop, supplier_product_id, supplier_variant_id, field, old, new, undo, at)
       values (gen_random_uuid(), $1, 'lamp', 'l', 'price', '1.00', $2, false, now())`,
      [shop, price],
    );
  };
  const become = async (currency: string) => {
    shopify.merchant.changeSettings({ currency }, shop);
    await refreshFacts(shop);
  };
  await become("EUR");
  await change("10.00");
  await become("USD");
  await change("11.00");
  await become("JPY");
  await change("1200");
  const file = exportPriceChanges(shop, { t: translator("en"), toTime: String });
  const rows = [];
  for await (const page of file.pages) rows.push(...page);
  expect(rows.map((row) => [row[5], row[6]])).toEqual([
    ["10.00", "EUR"],
    ["11.00", "USD"],
    ["1200", "JPY"],
  ]);
});
