import { expect, it } from "vitest";

import { exportPriceChanges } from "../../../app/catalog/sync/merchant/export-price-changes.server.ts";
import { storeChanges } from "../../../app/catalog/sync/change-history.server.ts";
import { listChanges } from "../../../app/catalog/sync/merchant/list-history.server.ts";
import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import { translator } from "../../../app/messages/translate.ts";
import { refreshFacts } from "../../../app/shop/shop-facts.server.ts";
import { query } from "../../support/database.ts";
import { installedShop } from "../../support/installed-shop.ts";
import { databaseUrl, shopify } from "../../support/world.ts";

it("exports each price change with the currency that the shop had at the time", async () => {
  const shop = await installedShop();
  const ofLamp = {
    runId: null,
    supplierProductId: "lamp",
    supplierVariantId: "l",
    field: "price",
    old: "1.00",
  };
  const change = (price: string) =>
    inShop(shop, (tx, now) => storeChanges(tx, shop, { changes: [{ ...ofLamp, new: price }], now }));
  const become = async (currency: string) => {
    shopify.merchant.changeSettings({ currency }, shop);
    await refreshFacts(shop);
  };
  // Stored before changes kept their currency.
  await query(
    databaseUrl,
    `insert into catalog_change (id, shop, supplier_product_id, supplier_variant_id, field, old, new, undo, at)
     values (gen_random_uuid(), $1, 'lamp', 'l', 'price', '1.00', '9.00', false, now())`,
    [shop],
  );
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
    ["9.00", null],
    ["10.00", "EUR"],
    ["11.00", "USD"],
    ["1200", "JPY"],
  ]);
  const { rows: listed } = await readInShop(shop, (tx) =>
    listChanges(tx, shop, { runId: null, place: null }),
  );
  expect(listed.map((row) => row.currency)).toEqual(["JPY", "USD", "EUR", null]);
});
