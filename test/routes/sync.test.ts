import { describe, expect, it } from "vitest";

import { DEFAULT_SETTINGS, versionOf } from "../../app/catalog/links/sync-settings.ts";
import { undoPrices } from "../../app/catalog/sync/merchant/undo-prices.server.ts";
import { syncProducts } from "../../app/catalog/sync/follow/sync-products.server.ts";
import { listWaitingPrices } from "../../app/catalog/sync/merchant/decide-waiting-prices.server.ts";
import { FIRST_PAGE } from "../../app/catalog/sync/merchant/list-page.ts";
import { listOwnFields } from "../../app/catalog/sync/merchant/list-own-fields.server.ts";
import { listRuns } from "../../app/catalog/sync/merchant/list-history.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { en } from "../../app/messages/en.ts";
import { readInShop } from "../../app/lib/database/db.server.ts";
import { merchantEditsAloud, shopSelling, shown, supplierChanges } from "../catalog/sync/testing.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { openStandIn, rowsOf } from "../catalog/testing.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { query } from "../support/database.ts";
import { simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

const supplier = await openStandIn();

openQueue();

const PAGE = ["/app/sync", "routes/app.sync"] as const;

function lamps(count: number, amount: string, stock = 5) {
  return wireProduct("lamp", {
    options: ["Size"],
    variants: Array.from({ length: count }, (_, index) =>
      wireVariant(`l${String(index)}`, {
        sku: `LAMP-${String(index)}`,
        options: { Size: String(index) },
        price: { amount, currency: "EUR" },
        stock,
      }),
    ),
  });
}

async function html(shop: ShopDomain, parameters = ""): Promise<string> {
  const page = await renderedPage(`/app/sync${parameters}`, { shop, locale: "en" });
  expect(page.status).toBe(200);
  return page.html;
}

const SETTINGS = {
  intent: "settings",
  price: "on",
  stock: "on",
  availability: "on",
  zeroUnreadable: "on",
  discontinued: "leave",
  buffer: "2",
  approveAbove: "50",
  seen: versionOf(DEFAULT_SETTINGS),
};

describe("the updates page", () => {
  it("shows waiting changes page by page, with amounts in the shop's currency", async () => {
    const shop = await shopSelling(supplier, lamps(60, "10.00"));
    await supplierChanges({ supplier, shop }, lamps(60, "2500.00"));
    const first = await html(shop, "?show=approvals");
    expect(first).toContain("Price: from €15.00 to €3,750.00");
    const { rows, after, before } = await readInShop(shop, (tx) => listWaitingPrices(tx, shop));
    expect([rows.length, before]).toEqual([50, null]);
    const next = await readInShop(shop, (tx) => listWaitingPrices(tx, shop, { ...FIRST_PAGE, after }));
    expect([next.rows.length, next.after]).toEqual([10, null]);
    expect(
      await readInShop(shop, (tx) => listWaitingPrices(tx, shop, { ...FIRST_PAGE, before: next.before })),
    ).toMatchObject({
      rows,
      before: null,
    });
  });

  it("opens the history if the address names an invalid run", async () => {
    const shop = await shopSelling(supplier, lamps(1, "10.00"));
    await html(shop, `?show=history&run=${"-".repeat(36)}`);
  });

  it("approves only the prices that the page showed", async () => {
    const shop = await shopSelling(supplier, lamps(3, "10.00"));
    await supplierChanges({ supplier, shop }, lamps(3, "30.00"));
    const { rows } = await readInShop(shop, (tx) => listWaitingPrices(tx, shop));
    const seen = JSON.stringify(rows.slice(0, 2));
    expect(await submitted(PAGE, { intent: "approve", seen }, shop)).toMatchObject({
      answer: { notice: { tone: "success", title: { code: "sync.approved", count: 2 } } },
    });
    // The same form in another tab.
    expect(await submitted(PAGE, { intent: "leave", seen }, shop)).toMatchObject({
      answer: { notice: { tone: "warning", title: { code: "sync.price-changed-again", count: 2 } } },
    });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({
      "LAMP-0": { price: "45.00" },
      "LAMP-1": { price: "45.00" },
      "LAMP-2": { price: "15.00" },
    });
  });

  it("is linked from Home while prices wait, products wait to start, or products can't be updated", async () => {
    const shop = await shopSelling(supplier, lamps(3, "10.00"));
    const home = async () => (await renderedPage("/app", { shop, locale: "en" })).html;
    expect(await home()).toContain(en["home.attention.none"]);
    await supplierChanges({ supplier, shop }, lamps(3, "30.00"));
    expect(await home()).toContain("3 prices wait for your approval");
    const { rows } = await readInShop(shop, (tx) => listWaitingPrices(tx, shop));
    await submitted(PAGE, { intent: "leave", seen: JSON.stringify(rows) }, shop);
    // The prices are below cost now.
    expect(await home()).not.toContain("wait for your approval");
    await query(databaseUrl, "update product_link set awaits_start = true where shop = $1", [shop]);
    expect(await home()).toContain("1 product is ready to follow your supplier");
    const failed = `update product_link set awaits_start = false, sync_problem = '{"code": "sync.title"}' where shop = $1`;
    await query(databaseUrl, failed, [shop]);
    expect(await home()).toContain("1 product couldn");
  });

  it("shows the merchant's own values and the changes, and so does the product's page", async () => {
    const shop = await shopSelling(supplier, lamps(1, "10.00"));
    await merchantEditsAloud(shop, "LAMP-0", { price: "1234567.89" });
    await syncProducts(shop);
    expect(await html(shop, "?show=yours")).toContain(
      "Price of 0: yours €1,234,567.89 (99.9% margin before tax), by your price rules €15.00 (33.3% margin before tax)",
    );
    const change = "Price of LAMP-0: from €15.00 to €1,234,567.89";
    expect(await html(shop, "?show=history")).toContain(change);
    const { html: product } = await renderedPage("/app/products/lamp", { shop, locale: "en" });
    expect(product).toContain(`Changed in your shop: ${change}`);
  });

  it("says why a price and stock have changed, and so does the product's page", async () => {
    const shop = await shopSelling(supplier, lamps(1, "10.00"));
    await supplierChanges({ supplier, shop }, lamps(1, "12.00", 3));
    const { html: product } = await renderedPage("/app/products/lamp", { shop, locale: "en" });
    for (const line of [
      "Your supplier changed the cost: Price of LAMP-0: from €15.00 to €18.00",
      "Your supplier changed the cost: Cost of LAMP-0: from €10.00 to €12.00",
      "stock changed: Stock of LAMP-0: from 5 to 3",
    ])
      expect(product).toContain(line);
    const page = await html(shop, "?show=history");
    expect(page).toMatch(/from €15\.00 to €18\.00.*?Your supplier changed the cost/);
  });

  it("hands the merchant's own values back to the supplier, except those that have changed since", async () => {
    const shop = await shopSelling(supplier, lamps(1, "10.00"));
    await merchantEditsAloud(shop, "LAMP-0", { price: "20.00" });
    await syncProducts(shop);
    const [row] = (await listOwnFields(shop)).rows;
    const fields = JSON.stringify([{ supplierProductId: "lamp", field: "price", seen: row?.seen }]);
    expect(await submitted(PAGE, { intent: "follow", fields }, shop)).toMatchObject({
      answer: { notice: { tone: "success", title: { code: "sync.follows", count: 1 } } },
    });
    // The same form in another tab.
    expect(await submitted(PAGE, { intent: "follow", fields }, shop)).toMatchObject({
      answer: { notice: { tone: "warning", title: { code: "sync.yours.changed-meanwhile", count: 1 } } },
    });
  });

  it("says in the history that the merchant undid an update, and offers no undo of the undo", async () => {
    const shop = await shopSelling(supplier, lamps(1, "10.00"));
    await supplierChanges({ supplier, shop }, lamps(1, "12.00"));
    const [run] = (await readInShop(shop, (tx) => listRuns(tx, shop))).rows;
    await undoPrices(shop, run?.id ?? "");
    await syncProducts(shop);
    const page = await html(shop, "?show=history");
    expect(page).toMatch(/from €18\.00 to €15\.00.*?You undid an update.*?Your supplier changed the cost/);
    expect(page).toContain("Prices undone");
    expect(page).not.toContain("Undo prices");
    const { html: product } = await renderedPage("/app/products/lamp", { shop, locale: "en" });
    expect(product).toContain("You undid an update: Price of LAMP-0: from €18.00 to €15.00");
  });

  it("undoes no prices from before a change of currency, and still offers the undo", async () => {
    const shop = await shopSelling(supplier, lamps(1, "10.00"));
    await supplierChanges({ supplier, shop }, lamps(1, "12.00"));
    const [run] = (await readInShop(shop, (tx) => listRuns(tx, shop))).rows;
    simulated(shop).currencyCode = "USD";
    expect(await submitted(PAGE, { intent: "undo", runId: run?.id ?? "" }, shop)).toMatchObject({
      answer: { notice: { tone: "warning", title: { code: "price-edits.other-currency" } } },
    });
    expect(await html(shop, "?show=history")).toContain("Undo prices");
  });

  it("says that nothing waits to begin if no product does", async () => {
    const page = await html(await shopSelling(supplier, lamps(1, "10.00")), "?show=preview");
    expect(page).toContain("Nothing is waiting to begin.");
    expect(page).not.toContain("once you begin");
  });

  it.each(["approvals", "yours", "history", "settings", "preview", "nonsense"])(
    "opens without products, and with any parameters in its address: %s",
    async (show) => {
      const shop = await shopSelling(supplier);
      await html(shop, `?show=${show}`);
      await html(
        shop,
        `?show=${show}&after=%00[%22&before=x&older-than=9_9&runs-older-than=${"9".repeat(3000)}&run=1`,
      );
    },
  );
});

describe("the settings of the updates page", () => {
  it("are stored as typed", async () => {
    const shop = await shopSelling(supplier);
    await submitted(PAGE, { ...SETTINGS, buffer: " 7 ", approveAbove: "" }, shop);
    expect(await rowsOf("sync_settings", shop)).toMatchObject([
      { buffer: 7, approve_above: null, discontinued: "leave", zero_unreadable: true },
    ]);
  });

  it("are not stored over newer settings from another window", async () => {
    const shop = await shopSelling(supplier);
    await submitted(PAGE, SETTINGS, shop);
    expect(await submitted(PAGE, { ...SETTINGS, buffer: "9" }, shop)).toMatchObject({
      answer: { notice: { tone: "warning", title: { code: "form.stale.title" } } },
    });
    expect(await rowsOf("sync_settings", shop)).toMatchObject([{ buffer: 2 }]);
  });

  it.each([
    [{ buffer: "12,5" }, ["buffer"]],
    [{ buffer: "" }, ["buffer"]],
    [{ buffer: "-1" }, ["buffer"]],
    [{ buffer: "99999999999" }, ["buffer"]],
    [{ buffer: "1e3" }, ["buffer"]],
    [{ approveAbove: "12,5" }, ["approveAbove"]],
    [{ approveAbove: "50 €" }, ["approveAbove"]],
    [{ approveAbove: "-5", buffer: "٣" }, ["buffer", "approveAbove"]],
  ])("reject an invalid field by its name, and change nothing: %o", async (typed, misfits) => {
    const shop = await shopSelling(supplier);
    expect(await submitted(PAGE, { ...SETTINGS, ...typed }, shop)).toMatchObject({ answer: { misfits } });
    expect(await rowsOf("sync_settings", shop)).toEqual([]);
  });

  it.each<Record<string, unknown>>([
    { ...SETTINGS, discontinued: "sell" },
    { ...SETTINGS, price: "yes" },
    { intent: "approve", seen: "[" },
    { intent: "approve", seen: "[]" },
    { intent: "approve", seen: JSON.stringify([{ supplierVariantId: "l", cost: 5 }]) },
    { intent: "undo", runId: "1" },
    { intent: "follow", fields: JSON.stringify([{ supplierProductId: "lamp", field: "images", seen: "" }]) },
    { intent: "follow", fields: "[]" },
    { intent: "keep", fields: JSON.stringify([{ supplierProductId: "", field: "price" }]) },
    { intent: "keep", all: JSON.stringify({ kept: false, field: "images" }) },
    { intent: "sell" },
  ])("reject a form that the page does not have: %o", async (form) => {
    const shop = await shopSelling(supplier);
    expect((await submitted(PAGE, form as Record<string, string>, shop)).status).toBe(400);
  });
});
