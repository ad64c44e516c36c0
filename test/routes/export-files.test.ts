import { expect, it } from "vitest";

import { recordActivity } from "../../app/lib/activity/record-activity.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { query } from "../support/database.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { merchantEditsAloud, shopSelling } from "../catalog/sync/testing.ts";
import { syncProducts } from "../../app/catalog/sync/follow/sync-products.server.ts";
import { openStandIn } from "../catalog/testing.ts";
import { rendered } from "../messages/rendered-page.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, shopify } from "../support/world.ts";

const supplier = await openStandIn();

openQueue();

const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0" };

async function lines(path: string, shop: ShopDomain): Promise<string[]> {
  const address = new URL(path, process.env["SHOPIFY_APP_URL"]);
  const authorization = `Bearer ${await shopify.sessionToken({ shop })}`;
  const { status, html } = await rendered(new Request(address, { headers: { ...BROWSER, authorization } }));
  expect(status).toBe(200);
  const refused = await rendered(new Request(address, { headers: BROWSER }));
  expect(refused.html).not.toContain("LAMP");
  return html.split("\r\n").slice(0, -1);
}

const lamp = wireProduct("lamp", {
  name: "=HYPERLINK(1)",
  options: ["Size"],
  variants: [
    wireVariant("l-1", {
      options: { Size: "S" },
      sku: "LAMP-1",
      price: { amount: "10.00", currency: "EUR" },
      stock: 4,
    }),
    wireVariant("l-2", {
      options: { Size: "L" },
      sku: "LAMP-2",
      price: { amount: "20.00", currency: "EUR" },
      stock: 0,
    }),
  ],
});

it("the file of products has their prices in the shop, and texts that a spreadsheet does not run as formulas", async () => {
  const shop = await shopSelling(supplier, lamp);
  await merchantEditsAloud(shop, "LAMP-2", { price: "33.00" });
  await syncProducts(shop);
  const [header, ...rows] = await lines("/app/export-products", shop);
  expect(header).toContain("Supplier's number,Product,Brand,");
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^lamp,'=HYPERLINK\(1\),.*LAMP-1,.*,10\.00,EUR,4,.*,15\.00,EUR,,$/);
  expect(rows[1]).toMatch(/LAMP-2,.*,20\.00,EUR,0,.*,33\.00,EUR,Your own price,$/);
});

it("the file of price changes has all of more than 2,000 changes, each once", async () => {
  const shop = await shopSelling(supplier, lamp);
  await query(
    databaseUrl,
    `insert into catalog_change (id, shop, supplier_product_id, supplier_variant_id, field, old, new, at)
     select gen_random_uuid(), $1, 'lamp', 'l-1', case when n % 2 = 0 then 'price' else 'stock' end, n::text,
       (n + 1)::text, now() - interval '1 hour' from generate_series(1, 4100) n`,
    [shop],
  );
  const [header, ...rows] = await lines("/app/export-price-changes", shop);
  expect(header).toContain("Product,SKU,What changed,Before,After,Currency,Changed by");
  expect(rows).toHaveLength(2050);
  expect(new Set(rows).size).toBe(2050);
  expect(rows[0]).toContain("LAMP-1,Price,");
});

it("the file of activity has sentences", async () => {
  const shop = await shopSelling(supplier, lamp);
  await inShop(shop, (tx, now) =>
    recordActivity(tx, {
      shop,
      kind: "orders.test",
      tone: "warning",
      message: {
        code: "orders.activity.request-failed",
        order: "#1001",
        explanation: { code: "failure.ours" },
      },
      subject: { label: "#1001", url: "/app/orders" },
      at: now,
    }),
  );
  const rows = await lines("/app/export-activity", shop);
  expect(rows[0]).toContain("Time,Needs attention,Subject,What happened");
  expect(rows.at(-1)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[^,]+,#1001,/);
});
