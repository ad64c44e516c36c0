import { beforeAll, expect, it } from "vitest";

import { deployOnly, listMigrations } from "../../app/lib/database/migrations.server.ts";
import { query } from "../support/database.ts";
import { formerDatabase } from "./former-database.ts";

const MIGRATION = "20261205020000_currency_of_changes";
const SHOP = "a.myshopify.com";

let url: string;
beforeAll(async () => {
  const former = await formerDatabase({ until: MIGRATION, rows: null });
  url = former.url;
  await query(
    url,
    "insert into shop_facts (shop, currency, read_at) values ($1, 'USD', now()), ('b.myshopify.com', 'EUR', now())",
    [SHOP],
  );
  for (const [at, kind, message] of [
    ["2026-02-01", "catalog.imported", {}],
    ["2026-03-01", "shop.currency-changed", { before: "EUR", now: "USD" }],
  ] as const)
    await query(
      url,
      `insert into activity (id, shop, kind, tone, message, at, keep_until)
       values (gen_random_uuid(), $1, $2, 'info', $3, $4, '2027-01-01')`,
      [SHOP, kind, JSON.stringify(message), at],
    );
  for (const [at, field] of [
    ["2026-01-01", "price"],
    ["2026-02-15", "price"],
    ["2026-03-15", "cost"],
    ["2026-03-16", "stock"],
  ])
    await query(
      url,
      `insert into catalog_change (id, shop, supplier_product_id, field, old, new, at)
       values (gen_random_uuid(), $1, 'lamp', $2, '1', '2', $3)`,
      [SHOP, field, at],
    );
  await deployOnly(
    former.ownerUrl,
    (await listMigrations()).filter((name) => name <= MIGRATION),
  );
});

it("an upgrade adds the currency to past price changes, as far as the activity shows it", async () => {
  const rows = await query<{ currency: string | null }>(
    url,
    "select currency from catalog_change where shop = $1 order by at",
    [SHOP],
  );
  expect(rows.map(({ currency }) => currency)).toEqual([null, "EUR", "USD", null]);
});
