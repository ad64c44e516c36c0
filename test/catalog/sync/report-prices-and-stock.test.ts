import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { applyPrices } from "../../../app/catalog/pricing/apply-prices.server.ts";
import { readRules } from "../../../app/catalog/pricing/price-rules-store.server.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { followSupplier, keepOwn } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { resumeSelling, stopSelling } from "../../../app/catalog/sync/merchant/stop-selling.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { Message } from "../../../app/messages/message.ts";
import { translator } from "../../../app/messages/translate.ts";
import { addRecipient, confirmRecipient } from "../../../app/notifications/recipients.server.ts";
import { sweepOutbox } from "../../../app/notifications/sweep-outbox.server.ts";
import { startMailServer } from "../../notifications/mail-server.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { changeSettings, databaseUrl, shopify } from "../../support/world.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { disconnectAndDelist, productsIn, reconnect } from "../selling-shop.ts";
import { openStandIn, rowsOf } from "../testing.ts";
import { merchantEditsAloud, shopSelling, shown, supplierChanges } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function product(id: string, { amount = "10.00", stock = 5 }: { amount?: string; stock?: number } = {}) {
  return wireProduct(id, {
    variants: [wireVariant(`${id}-v`, { sku: id.toUpperCase(), price: { amount, currency: "EUR" }, stock })],
  });
}

type Event = { name: string; label: string | (Message & { name: string }); url: string };

async function recordedEvents(shop: ShopDomain): Promise<Event[]> {
  const rows = await rowsOf<Event & { kind: string; id: string }>("outbox_entry", shop);
  return rows.filter(({ kind }) => kind === "event").toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The events of a shop as "name: product page", in the order in which they were recorded. */
async function eventsOf(shop: ShopDomain): Promise<string[]> {
  return (await recordedEvents(shop)).map(
    ({ name, label, url }) => `${name}: ${typeof label === "string" ? label : label.name} ${url}`,
  );
}

/** The events of a shop as "name: label", as an e-mail says them. */
async function labelsOf(shop: ShopDomain): Promise<string[]> {
  const t = translator("en");
  return (await recordedEvents(shop)).map(
    ({ name, label }) => `${name}: ${typeof label === "string" ? label : t(label)}`,
  );
}

/** The stock of a variant in the shop at our location. */
function ours(shop: ShopDomain, sku: string): number | null | undefined {
  return shown(shop)[sku]?.available;
}

const LAMP = " Product lamp /app/products/lamp";

describe("a cost that moves beyond the merchant's threshold", () => {
  it("is reported once for each new cost, and also as below cost if the old price is lower than the cost", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await supplierChanges({ supplier, shop }, product("lamp", { amount: "25.00" }));
    await supplierChanges({ supplier, shop }, product("lamp", { amount: "25.00", stock: 4 }));
    expect(await eventsOf(shop)).toEqual([`price-moved:${LAMP}`, `below-cost:${LAMP}`]);
    await supplierChanges({ supplier, shop }, product("lamp", { amount: "26.00" }));
    expect(await eventsOf(shop)).toHaveLength(3);
  });

  it("is not reported if the merchant has removed the threshold", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, approveAbove: null });
    await supplierChanges({ supplier, shop }, product("lamp", { amount: "25.00" }));
    expect(await eventsOf(shop)).toEqual([]);
  });
});

describe("the label of an event, for e-mails", () => {
  const sized = (amount: string, stocks: number[]) =>
    wireProduct("lamp", {
      options: ["Size"],
      variants: stocks.map((stock, index) => {
        const size = `S${String(index)}`;
        const price = { amount, currency: "EUR" };
        return wireVariant(size, { sku: size, options: { Size: size }, price, stock });
      }),
    });

  it("names the old and new cost and price of a variant, and counts the others", async () => {
    const shop = await shopSelling(supplier, sized("10.00", [5, 5]));
    await supplierChanges({ supplier, shop }, sized("25.00", [5, 5]));
    const [moved, below] = await labelsOf(shop);
    expect(moved).toMatch(
      /^price-moved: Product lamp: cost from €10\.00 to €25\.00, price from €[\d.]+ to €[\d.]+, and 1 more variant$/,
    );
    expect(below).toMatch(
      /^below-cost: Product lamp: price €[\d.]+, your supplier's cost €25\.00, and 1 more variant$/,
    );
  });

  it("counts the sold-out variants of a product with several variants", async () => {
    const shop = await shopSelling(supplier, sized("10.00", [5, 0, 5]));
    await supplierChanges({ supplier, shop }, sized("10.00", [0, 0, 5]));
    expect(await labelsOf(shop)).toEqual(["sold-out: Product lamp: 2 of 3 variants"]);
  });
});

describe("a shop whose currency changes", () => {
  it("reports a sale below cost even if the rules make no price in the new currency", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const ranges = [{ upTo: null, add: { kind: "amount" as const, amount: "5" } }];
    const rates = [{ from: "EUR", to: "USD", rate: "2", date: "2026-11-01" }];
    const rules = rulesWith({ ...markup("0"), ranges }, { currency: "EUR", rates });
    await savePriceRules(shop, { rules, changed: null });
    const { savedAt } = await inShop(shop, (tx) => readRules(tx, shop));
    await applyPrices(shop, { savedAt });
    await syncProducts(shop);
    expect(await eventsOf(shop)).toEqual([]);
    simulated(shop).currencyCode = "USD";
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 4 }));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", available: 4 } });
    expect(await eventsOf(shop)).toEqual([`below-cost:${LAMP}`]);
  });
});

describe("a product that sells out", () => {
  it("is reported each time it sells out, but not while it stays sold out", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 0 }));
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 0, amount: "11.00" }));
    expect(await eventsOf(shop)).toEqual([`sold-out:${LAMP}`]);
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 1 }));
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 0 }));
    expect(await eventsOf(shop)).toHaveLength(2);
  });

  it("is reported once if Shopify's reply to the new stock is lost", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    shopify.setFault("inventorySetQuantities", "reset-after-commit");
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 0 }));
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 0 }));
    expect(await eventsOf(shop)).toEqual([`sold-out:${LAMP}`]);
  });

  it("is reported once if two of Shopify's replies in a row are lost", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    for (let attempt = 0; attempt < 2; attempt++) {
      shopify.setFault("inventorySetQuantities", "reset-after-commit");
      await supplierChanges({ supplier, shop }, product("lamp", { stock: 0 }));
    }
    expect(await eventsOf(shop)).toEqual([]);
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 0 }));
    await supplierChanges({ supplier, shop }, product("lamp", { stock: 0, amount: "11.00" }));
    expect(await eventsOf(shop)).toEqual([`sold-out:${LAMP}`]);
  });

  it.each(["received", "lost"])(
    "is not reported if it was sold out before the merchant turned stock sync on again (reply %s)",
    async (reply) => {
      const shop = await shopSelling(supplier, product("lamp", { stock: 0 }));
      await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, stock: false });
      await syncProducts(shop);
      await storeSyncSettings(shop, DEFAULT_SETTINGS);
      if (reply === "lost") shopify.setFault("inventorySetQuantities", "reset-after-commit");
      await syncProducts(shop);
      await supplierChanges({ supplier, shop }, product("lamp", { stock: 0 }));
      expect(ours(shop, "LAMP")).toBe(0);
      expect(await eventsOf(shop)).toEqual([]);
    },
  );

  it("is not reported if it was sold out before the merchant handed its stock back to the supplier", async () => {
    const shop = await shopSelling(supplier, product("lamp", { stock: 0 }));
    const field = { supplierProductId: "lamp", field: "stock" } as const;
    await keepOwn(shop, [field]);
    await syncProducts(shop);
    expect(await followSupplier(shop, [field])).toBe(1);
    await syncProducts(shop);
    expect((await rowsOf<{ stock: number | null }>("variant_link", shop))[0]?.stock).toBe(0);
    expect(await eventsOf(shop)).toEqual([]);
  });

  it("is not reported if it was sold out before the shop connected again", async () => {
    const shop = await shopSelling(supplier, product("lamp", { stock: 0 }), product("cup"));
    await disconnectAndDelist(shop, "zero-stock");
    await reconnect(shop);
    await syncProducts(shop);
    expect(ours(shop, "CUP")).toBe(5);
    expect(
      (await rowsOf<{ stock: number | null }>("variant_link", shop)).map(({ stock }) => stock),
    ).toContain(0);
    expect(await eventsOf(shop)).toEqual([]);
  });

  it("is not reported for a new variant without stock, even if Shopify's reply to the variant's creation is lost", async () => {
    const lamp = (...skus: string[]) =>
      wireProduct("lamp", {
        options: ["Size"],
        variants: skus.map((sku) =>
          wireVariant(sku, { sku, options: { Size: sku }, stock: sku === "S" ? 5 : 0 }),
        ),
      });
    const shop = await shopSelling(supplier, lamp("S"));
    await supplierChanges({ supplier, shop }, lamp("S", "M"));
    shopify.setFault("productVariantsBulkCreate", "reset-after-commit");
    await supplierChanges({ supplier, shop }, lamp("S", "M", "L"));
    await supplierChanges({ supplier, shop }, lamp("S", "M", "L"));
    const rows = await rowsOf<{ stock: number | null }>("variant_link", shop);
    expect(rows.map(({ stock }) => stock).toSorted()).toEqual([0, 0, 5]);
    expect(await eventsOf(shop)).toEqual([]);
  });

  it("is not reported while it is a draft that the merchant made in Shopify or in Stockbridge", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"), product("mug"));
    await merchantEditsAloud(shop, "LAMP", { status: "DRAFT" });
    await merchantEditsAloud(shop, "MUG", { status: "DRAFT" });
    await syncProducts(shop);
    await merchantEditsAloud(shop, "MUG", { status: "ACTIVE" });
    await syncProducts(shop);
    await stopSelling(shop, { of: { ids: ["cup"] }, how: "draft" });
    await syncProducts(shop);
    const gone = ["lamp", "cup", "mug"].map((id) => product(id, { stock: 0 }));
    await supplierChanges({ supplier, shop }, ...gone);
    expect(await eventsOf(shop)).toEqual(["sold-out: Product mug /app/products/mug"]);
  });
});

describe("a product that sells below cost", () => {
  it("is reported once the merchant's price in Shopify is below cost, and again after a time above cost", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    const price = async (amount: string) => {
      await merchantEditsAloud(shop, "LAMP", { price: amount });
      await syncProducts(shop);
    };
    await price("9.99");
    await price("9.98");
    expect(await eventsOf(shop)).toEqual([`below-cost:${LAMP}`]);
    await price("10.00");
    expect(await eventsOf(shop)).toHaveLength(1);
    await price("9.00");
    expect(await eventsOf(shop)).toEqual([`below-cost:${LAMP}`, `below-cost:${LAMP}`]);
  });

  it("is reported if the cost rises while price sync is off", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, price: false });
    await supplierChanges({ supplier, shop }, product("lamp", { amount: "15.01" }));
    await supplierChanges({ supplier, shop }, product("lamp", { amount: "15.02" }));
    expect(await eventsOf(shop)).toEqual([`below-cost:${LAMP}`]);
  });

  it("is not reported while it is off sale, but when it is on sale again", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await stopSelling(shop, { of: { ids: ["lamp"] }, how: "draft" });
    await syncProducts(shop);
    await merchantEditsAloud(shop, "LAMP", { price: "1.00" });
    await syncProducts(shop);
    expect(await eventsOf(shop)).toEqual([]);
    await resumeSelling(shop, { ids: ["lamp"] });
    await syncProducts(shop);
    expect(await eventsOf(shop)).toEqual([`below-cost:${LAMP}`]);
  });
});

it("reports a hundred products that sell out in one sync with one activity and one e-mail", async () => {
  const server = await startMailServer();
  await changeSettings({ SMTP_URL: server.url, MAIL_FROM: "Stockbridge <app@example.com>" });
  const ids = Array.from({ length: 100 }, (_, index) => `p${String(index)}`);
  const shop = await shopSelling(supplier, ...ids.map((id) => product(id)));
  // A batch of an import ends after some seconds.
  while (productsIn(shop).length < ids.length) await importProducts(shop);
  await addRecipient(shop, "owner@example.com");
  await sweepOutbox();
  const [recipient] = await rowsOf<{ id: string }>("notification_recipient", shop);
  await confirmRecipient({ shop, id: recipient?.id ?? "" });
  await supplierChanges({ supplier, shop }, ...ids.map((id) => product(id, { stock: 0 })));
  const entries = await rowsOf<{ kind: string }>("activity", shop);
  expect(entries.filter(({ kind }) => kind === "catalog.sold-out")).toHaveLength(1);
  expect(await eventsOf(shop)).toHaveLength(100);
  await query(
    databaseUrl,
    "update outbox_entry set at = at - interval '2 days', due_at = now() - interval '1 second' where kind = 'event'",
  );
  await sweepOutbox();
  await sweepOutbox();
  const [, report] = server.inbox;
  expect(server.inbox).toHaveLength(2);
  expect(report?.text).toContain("100 products are sold out");
  expect(report?.text).toContain("and 80 more");
});
