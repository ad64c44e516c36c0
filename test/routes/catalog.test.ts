import { describe, expect, it } from "vitest";

import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import { syncProducts } from "../../app/catalog/sync/follow/sync-products.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { importThem, linksIn, readLater, shopWith } from "../catalog/import/testing.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { merchantEditsAloud, shopSelling, supplierChanges } from "../catalog/sync/testing.ts";
import { openStandIn, rowsOf } from "../catalog/testing.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { storeOrder } from "../orders/stored-order.ts";
import { query } from "../support/database.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

const supplier = await openStandIn();

openQueue();

const CATALOG = ["/app/catalog", "routes/app.catalog"] as const;
const IDS = ["a", "b", "c", "d", "e", "f"];

async function html(path: string, shop: ShopDomain): Promise<string> {
  const page = await renderedPage(path, { shop, locale: "en" });
  expect(page.status).toBe(200);
  return page.html;
}

/** A shop whose supplier lists one product where there were six. */
async function shrunkShop(): Promise<ShopDomain> {
  const shop = await shopWith(supplier, ...IDS.map((id) => wireProduct(id)));
  await readLater({ supplier, shop }, [wireProduct("a")]);
  return shop;
}

async function listed(shop: ShopDomain): Promise<string[]> {
  const rows = await rowsOf<{ id: string; gone_at: Date | null }>("supplier_product", shop);
  return rows
    .filter(({ gone_at }) => gone_at === null)
    .map(({ id }) => id)
    .toSorted();
}

describe("the catalog page", () => {
  it("leads to the preview of a product's import, and rejects a form that no page has any more", async () => {
    const shop = await shopWith(supplier, wireProduct("a,b"), wireProduct("odd", { variants: [] }));
    await importThem(shop, ["odd"]);
    expect(await html("/app/catalog", shop)).toContain('href="/app/catalog/import?ids=odd"');
    expect(await html("/app/products/a%2Cb", shop)).toContain('href="/app/catalog/import?ids=a%2Cb"');
    expect(await submitted(CATALOG, { intent: "import", id: "a,b" }, shop)).toMatchObject({ status: 400 });
    expect(Object.keys(await linksIn(shop))).toEqual(["odd"]);
  });

  it("is narrow on a phone before scripts run, and so is the list of orders", async () => {
    const shop = await shopSelling(supplier, wireProduct("a"));
    await storeOrder(shop);
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
    for (const path of ["/app/catalog", "/app/orders"]) {
      const narrow = await renderedPage(path, { shop, locale: "en", userAgent: phone });
      expect(narrow.html, path).toContain("Polaris-IndexTable__CondensedList");
      const wide = await renderedPage(path, { shop, locale: "en" });
      expect(wide.html, path).not.toContain("Polaris-IndexTable__CondensedList");
    }
  });

  it("reports products whose price or stock cannot be read, and so do the product's page and Home", async () => {
    const odd = (id: string, variant: object) =>
      wireProduct(id, { variants: [wireVariant(`${id}-1`, { ...variant })] });
    const shop = await shopSelling(supplier, wireProduct("a"), wireProduct("b"), wireProduct("c"));
    expect(await html("/app/catalog", shop)).not.toContain("show=unreadable");
    expect(await html("/app", shop)).not.toContain("show=unreadable");
    const price = { amount: "125,00", currency: "EUR" };
    await supplierChanges(
      { supplier, shop },
      odd("a", { price }),
      odd("b", { stock: 12.5 }),
      wireProduct("c"),
    );
    const page = await html("/app/catalog", shop);
    expect(page).toContain("2 of your supplier&#x27;s products can&#x27;t be read");
    expect(page).toContain('href="/app/catalog?show=unreadable"');
    const list = await html("/app/catalog?show=unreadable", shop);
    expect(list).toContain("Your supplier&#x27;s price can&#x27;t be read.");
    expect(list).toContain("Your supplier&#x27;s stock can&#x27;t be read.");
    expect(list).toMatch(/Product a.*Product b/);
    expect(list).not.toContain("Product c");
    expect(await html("/app/products/a", shop)).toContain("Your supplier&#x27;s price can&#x27;t be read.");
    expect(await html("/app", shop)).toContain("Orders wait for 2 products in your shop");
    await supplierChanges({ supplier, shop }, wireProduct("a"), wireProduct("b"), wireProduct("c"));
    expect(await html("/app/catalog", shop)).not.toContain("show=unreadable");
    expect(await html("/app", shop)).not.toContain("show=unreadable");
  });

  it("leads from a search without results back to all products", async () => {
    const page = await html("/app/catalog?q=nothing", await shopWith(supplier, wireProduct("a")));
    expect(page).toMatch(/href="\/app\/catalog"[^>]*>(<[^>]*>)*Clear search/);
  });

  it("links to the other pages of the catalog", async () => {
    const page = await html("/app/catalog", await shopWith(supplier, wireProduct("a")));
    for (const address of ["/app/imports", "/app/prices", "/app/links"])
      expect(page).toContain(`href="${address}"`);
  });

  it("asks the merchant if most products are missing from the supplier's list, and keeps them on request", async () => {
    const shop = await shrunkShop();
    expect(await html("/app/catalog", shop)).toContain(
      "5 of 6 products are missing from your supplier&#x27;s list",
    );
    expect(await submitted(CATALOG, { intent: "keep-catalog" }, shop)).toMatchObject({ status: 200 });
    expect(await html("/app/catalog", shop)).not.toContain("are missing from");
    expect(await listed(shop)).toEqual(IDS);
  });

  it("removes products that are missing from the supplier's list once the merchant confirms their number", async () => {
    const shop = await shrunkShop();
    for (const vanished of ["", "0", "-5", "5.5", "a"])
      expect(await submitted(CATALOG, { intent: "confirm-shrunk", vanished }, shop)).toMatchObject({
        status: 400,
      });
    expect(await submitted(CATALOG, { intent: "confirm-shrunk", vanished: "5" }, shop)).toMatchObject({
      status: 200,
    });
    await mirrorCatalog(shop);
    expect(await listed(shop)).toEqual(["a"]);
    expect(await html("/app/catalog", shop)).not.toContain("are missing from");
  });

  it("states when the supplier's list was last read in full if only changes were read later", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    const read = async (at: string | null) => {
      await query(
        databaseUrl,
        `update catalog_mirror set read_at = '2026-03-01T10:00Z', increment_read_at = ${at === null ? "null" : `'${at}'`}
         where shop = $1`,
        [shop],
      );
      return html("/app/catalog", shop);
    };
    expect(await read(null)).toContain("Last updated on March 1, 2026");
    expect(await read("2026-02-01T10:00Z")).not.toContain("in full");
    expect(await read("2026-03-02T11:00Z")).toMatch(
      /Last updated on March 2, 2026[^<]*\. Last read in full on March 1, 2026/,
    );
  });
});

describe("a product's page", () => {
  it("is a 404 for a product that the supplier never listed", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    for (const id of ["other", "%00", "x".repeat(400)])
      expect(await renderedPage(`/app/products/${id}`, { shop, locale: "en" })).toMatchObject({
        status: 404,
      });
  });

  it("offers no import of a product that the supplier dropped", async () => {
    const products = ["a", "b", "c"].map((id) => wireProduct(id));
    const shop = await shopWith(supplier, ...products);
    await readLater({ supplier, shop }, products.slice(1));
    const page = await html("/app/products/a", shop);
    expect(page).toContain("No longer offered");
    expect(page).not.toContain("/app/catalog/import");
  });
});

describe("the shop's price in the catalog and on a product's page", () => {
  const lamp = (...costs: string[]) =>
    wireProduct("lamp", {
      options: ["Size"],
      variants: costs.map((amount, i) =>
        wireVariant(`l${String(i)}`, {
          sku: `LAMP${String(i)}`,
          options: { Size: String(i) },
          price: { amount, currency: "EUR" },
        }),
      ),
    });
  const both = (shop: ShopDomain) =>
    Promise.all(["/app/catalog", "/app/products/lamp"].map((path) => html(path, shop)));

  it("is the price by the price rules before the import", async () => {
    const shop = await shopWith(supplier, lamp("10.00"));
    for (const page of await both(shop)) expect(page).toMatch(/€15\.00.*33\.3% margin/);
  });

  it("stays while a new price waits for approval, and shows a loss if the new cost is higher", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await supplierChanges({ supplier, shop }, lamp("30.00"));
    for (const page of await both(shop)) {
      expect(page).toMatch(/€30\.00.*€15\.00.*Text--critical[^>]*>-100\.0% margin/);
      expect(page).not.toContain("€45.00");
    }
  });

  it("is the price that the merchant set last, even if the history is deleted", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    for (const price of ["19.90", "21.50"]) {
      await merchantEditsAloud(shop, "LAMP0", { price });
      await syncProducts(shop);
    }
    await query(databaseUrl, "delete from catalog_change where shop = $1", [shop]);
    for (const page of await both(shop)) expect(page).toMatch(/€10\.00.*€21\.50.*53\.4% margin/);
  });

  it("is called “Your own price” if the merchant set it and its amount is unknown", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await merchantEditsAloud(shop, "LAMP0", { price: "19.90" });
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    for (const page of await both(shop)) expect(page).toMatch(/€12\.00.*€19\.90.*39\.6% margin/);

    await query(databaseUrl, "update variant_link set in_shop = '{}' where shop = $1", [shop]);
    for (const page of await both(shop)) {
      expect(page).toContain("Your own price");
      expect(page).not.toContain("% margin");
    }
  });

  it("is shown with the last known cost and margin while the supplier's price cannot be read", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await supplierChanges({ supplier, shop }, lamp("12,50"));
    const [list, product] = await both(shop);
    expect(list).toMatch(/€10\.00 \(last known\).*€15\.00.*33\.3% margin before tax \(last known\)/);
    expect(product).toMatch(/€10\.00 \(last known\).*€15\.00.*33\.3% margin before tax \(last known\)/);
    expect(product).not.toContain("Import again");
    expect(list).toContain("Until it can, orders for this product wait. If this lasts");
    expect(list).toContain('href="/app/sync?show=settings"');
    const filtered = await html("/app/catalog?show=unreadable", shop);
    expect(filtered).not.toContain("Until it can, orders for this product wait. If this lasts");
    const updates = await html("/app/sync", shop);
    expect(updates).toContain("1 of your products can&#x27;t be read");
    expect(updates).not.toContain("Everything is up to date");
  });

  it("is the lowest price of the product's variants in the catalog's list", async () => {
    const shop = await shopSelling(supplier, lamp("10.00", "20.00"));
    await merchantEditsAloud(shop, "LAMP1", { price: "8.00" });
    await syncProducts(shop);
    expect(await html("/app/catalog", shop)).toMatch(/from €10\.00.*from €8\.00.*-150\.0% margin/);
  });
});
