import { describe, expect, it } from "vitest";

import { FIRST_RULES } from "../../app/catalog/pricing/price-rules.ts";
import { savePriceRules } from "../../app/catalog/pricing/save-price-rules.server.ts";
import { countConcerns, findDayChanges } from "../../app/catalog/sync/merchant/find-home-figures.server.ts";
import { resumeSelling, stopSelling } from "../../app/catalog/sync/merchant/stop-selling.server.ts";
import { listRuns } from "../../app/catalog/sync/merchant/list-history.server.ts";
import { findProducts } from "../../app/catalog/search/find-products.server.ts";
import { parseProductFilter } from "../../app/catalog/search/product-filter.ts";
import { syncProducts } from "../../app/catalog/sync/follow/sync-products.server.ts";
import { checkSetup } from "../../app/installation/check-setup.server.ts";
import { findGuide } from "../../app/installation/setup-guide.server.ts";
import { recordActivity } from "../../app/lib/activity/record-activity.server.ts";
import { inShop, readInShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { en } from "../../app/messages/en.ts";
import { DEFAULT_RULES } from "../../app/orders/rules/order-rules.ts";
import { findRulesIn } from "../../app/orders/rules/rules-store.server.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { merchantEditsAloud, shopSelling, supplierChanges } from "../catalog/sync/testing.ts";
import { connectedShop, openStandIn } from "../catalog/testing.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { storeOrder } from "../orders/stored-order.ts";
import { query } from "../support/database.ts";
import { installedShop } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

const supplier = await openStandIn();

openQueue();

function product(id: string, { amount = "10.00", stock = 7, discontinued = false } = {}) {
  return wireProduct(id, {
    discontinued,
    variants: [wireVariant(`${id}-v`, { sku: id.toUpperCase(), price: { amount, currency: "EUR" }, stock })],
  });
}

async function html(shop: ShopDomain, path = "/app"): Promise<string> {
  const page = await renderedPage(path, { shop, locale: "en" });
  expect(page.status).toBe(200);
  return page.html.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

describe("Home", () => {
  it("shows the setup guide in a new shop, and no empty cards", async () => {
    const home = await html(await installedShop());
    expect(home).toContain(en["guide.title"]);
    for (const code of ["home.attention", "home.products", "home.day", "home.profit"] as const)
      expect(home).not.toContain(`>${en[code]}<`);
  });

  it("lets a merchant confirm in the guide that they send each order themselves", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await savePriceRules(shop, { rules: FIRST_RULES, changed: null });
    await checkSetup(shop);
    const label = en["guide.rules.keep"];
    expect(await html(shop)).toContain(`>${label}<`);
    await submitted(["/app?index", "routes/app._index"], { intent: "keep-sending-orders" }, shop);
    expect(await html(shop)).not.toContain(`>${label}<`);
    const { version, rules } = await readInShop(shop, (tx) => findRulesIn(tx, { shop }));
    expect([version, rules]).toEqual([1, DEFAULT_RULES]);
    const guide = await readInShop(shop, (tx) => findGuide(tx, shop));
    expect(guide?.steps).toContainEqual({ step: "rules", isDone: true });
    const recorded = await query(databaseUrl, "select message from activity where shop = $1 and kind = $2", [
      shop,
      "orders.rules-saved",
    ]);
    expect(recorded).toEqual([{ message: { code: "rules.activity.kept" } }]);
  });

  it("leads from the guide to Settings while the supplier rejects the key", async () => {
    const shop = await connectedShop();
    expect(await html(shop)).not.toContain('name="password"');
    await query(databaseUrl, "update connection set key_check = 'unauthorized' where shop = $1", [shop]);
    const home = await html(shop);
    expect(home).not.toContain('name="password"');
    expect(home).toContain(en["guide.connect.again"]);
  });

  it("counts as many products as each list that it links to", async () => {
    const all = ["lamp", "cup", "fan", "mug", "pan"].map((id) => product(id));
    const shop = await shopSelling(supplier, ...all);
    await merchantEditsAloud(shop, "LAMP", { price: "9.00" });
    await syncProducts(shop);
    await supplierChanges(
      { supplier, shop },
      product("lamp"),
      product("cup", { stock: 0 }),
      product("fan", { discontinued: true }),
      product("mug", { stock: 0 }),
      // Beyond the merchant's threshold: the old price and cost stay in the shop.
      product("pan", { amount: "25.00" }),
    );
    const concerns = await readInShop(shop, (tx) => countConcerns(tx, shop, 100));
    expect(concerns).toMatchObject({ imported: 5, belowCost: 2, soldOut: 2, ended: 1 });
    const home = await html(shop);
    for (const [show, count] of [
      ["imported", concerns.imported],
      ["below-cost", concerns.belowCost],
      ["sold-out", concerns.soldOut],
      ["ended", concerns.ended],
    ] as const) {
      expect(home).toContain(`href="/app/catalog?show=${show}"`);
      const { filter } = parseProductFilter(new URLSearchParams({ show }));
      const page = { sort: "name", cursor: null, backwards: false, take: 1 } as const;
      const listed = await readInShop(shop, (tx, now) => findProducts(tx, { shop, now }, { filter, page }));
      expect([show, listed.total]).toEqual([show, count]);
    }
    expect(home).toContain(
      "2 products sell at a loss, after tax, your supplier's price and any known shipping",
    );
  });

  it("counts and lists products as sold at a loss if their margin after tax and shipping is negative", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    await merchantEditsAloud(shop, "CUP", { price: "29.00" });
    await syncProducts(shop);
    const costs = { salesTax: "19", supplierTax: null, shipping: { amount: "4.90", currency: "EUR" } };
    await savePriceRules(shop, { rules: { ...FIRST_RULES, costs }, changed: null });
    // 15.00 / 1.19 - 10.00 - 4.90 = -2.29
    expect(await readInShop(shop, (tx) => countConcerns(tx, shop, 100))).toMatchObject({ belowCost: 1 });
    expect(await html(shop)).not.toContain(en["home.attention.none"]);
    const listed = await html(shop, "/app/catalog?show=below-cost");
    for (const text of [
      "/app/products/lamp",
      "-18.3% margin",
      ">At a loss<",
      "A margin below zero is a loss.",
    ])
      expect(listed).toContain(text);
    expect(listed).not.toContain("/app/products/cup");
    const all = await html(shop, "/app/catalog");
    expect(all.split(">At a loss<")).toHaveLength(2);
    expect(await html(shop, "/app/products/lamp")).toContain(">At a loss<");
    expect(await html(shop, "/app/catalog/prices?ids=lamp&ids=cup&by=percent&value=1")).toContain(
      "Sell one variant at a loss",
    );
  });

  it("neither counts nor lists products at a loss that are off sale, drafts or discontinued", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"), product("fan"));
    for (const sku of ["LAMP", "CUP", "FAN"]) await merchantEditsAloud(shop, sku, { price: "9.00" });
    await syncProducts(shop);
    const counted = async () => (await readInShop(shop, (tx) => countConcerns(tx, shop, 100))).belowCost;
    expect(await counted()).toBe(3);
    await stopSelling(shop, { of: { ids: ["lamp"] }, how: "zero" });
    expect(await counted()).toBe(2);
    await merchantEditsAloud(shop, "CUP", { status: "DRAFT" });
    await syncProducts(shop);
    expect(await counted()).toBe(1);
    const listed = await html(shop, "/app/catalog?show=below-cost");
    for (const [id, isListed] of [
      ["lamp", false],
      ["cup", false],
      ["fan", true],
    ] as const)
      expect([id, listed.includes(`/app/products/${id}"`)]).toEqual([id, isListed]);
    await supplierChanges(
      { supplier, shop },
      product("lamp"),
      product("cup"),
      product("fan", { discontinued: true }),
    );
    expect(await counted()).toBe(0);
    await resumeSelling(shop, { ids: ["lamp"] });
    expect(await counted()).toBe(1);
  });

  it("shows the day's price and stock changes, and undoes the prices", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"), product("fan", { stock: 0 }));
    expect(await html(shop)).toContain(en["home.day.none"]);
    await supplierChanges(
      { supplier, shop },
      product("lamp", { amount: "11.00" }),
      product("cup", { amount: "9.50", stock: 0 }),
      product("fan", { stock: 3 }),
    );
    const home = await html(shop);
    expect(home).toContain("1 price rose, 1 fell.");
    expect(home).toContain("1 variant sold out, 1 is back in stock.");
    const [run] = await query<{ id: string }>(
      databaseUrl,
      "select id from sync_run where shop = $1 order by started_at desc limit 1",
      [shop],
    );
    expect(home).toContain(`/app/sync?show=history&run=${run?.id ?? ""}`);
    await submitted(["/app/sync", "routes/app.sync"], { intent: "undo", runId: run?.id ?? "" }, shop);
    await syncProducts(shop);
    const undone = await html(shop);
    expect(undone).toContain(en["sync.runs.undone"]);
    expect(undone).toContain("1 price rose, 1 fell.");
  });

  it("counts all prices that an undo restores, even more than a thousand and older than a day", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    await supplierChanges(
      { supplier, shop },
      product("lamp", { amount: "11.00" }),
      product("cup", { amount: "9.50" }),
    );
    await query(
      databaseUrl,
      `insert into catalog_change (id, shop, run_id, supplier_product_id, supplier_variant_id, field, old, new, at)
        select gen_random_uuid(), shop, run_id, supplier_product_id, supplier_variant_id, field, old, new,
          case when number <= 600 then at else at - interval '25 hours' end
        from catalog_change, generate_series(1, 601) as number where shop = $1 and field = 'price'`,
      [shop],
    );
    const { runs } = await readInShop(shop, (tx, now) => findDayChanges(tx, { shop, now }));
    const listed = await readInShop(shop, (tx) => listRuns(tx, shop));
    expect(listed.rows.map(({ id, prices }) => [id, prices])).toEqual([[runs[0]?.id, 1204]]);
    expect(runs).toMatchObject([{ prices: 1204, canUndo: true }]);
  });

  it("opens the only order or product that a search finds, or else a list of the results", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup-1"), product("cup-2"));
    const id = await storeOrder(shop, { orderName: "#2001" });
    await storeOrder(shop, { orderName: "#2002" });
    await storeOrder(shop, { orderName: "#2002" });
    const line = { title: "Lamp", sku: "LAMP", shopVariantId: null, quantity: 1, unitPrice: null };
    await inShop(shop, (tx, now) =>
      tx.unrequestedOrder.create({
        data: {
          shop,
          orderName: "#2003",
          fulfillmentOrderId: "gid://shopify/FulfillmentOrder/2003",
          shopOrderId: "gid://shopify/Order/2003",
          openedAt: now,
          shopVersion: "1",
          seenAt: now,
          lines: [line],
        },
      }),
    );
    const found = async (typed: string) => {
      const form = { intent: "find", query: typed };
      const { redirect, answer } = await submitted(["/app?index", "routes/app._index"], form, shop);
      return redirect ?? (answer as { notice: object | null }).notice;
    };
    expect(await found(" 2001 ")).toBe(`/app/orders/${id}`);
    expect(await found("#2002")).toBe("/app/orders?query=%232002");
    expect(await found("#2003")).toBe("/app/orders?show=to-send&query=%232003");
    expect(await found("LAMP")).toBe("/app/products/lamp");
    expect(await found("cup")).toBe("/app/catalog?q=cup");
    const nothing = (query: string) => ({ text: { code: "home.find.nothing.text", query } });
    expect(await found("no such thing")).toMatchObject(nothing("no such thing"));
    expect(await found("x".repeat(5000))).toMatchObject(nothing("x".repeat(200)));
    expect(await found("  ")).toBeNull();
  });

  it("lists orders that need attention, the most recent first, until they are settled", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    expect(await html(shop)).toContain(en["home.attention.none"]);
    const day = (date: number) => new Date(`2026-11-0${String(date)}T10:00:00Z`);
    const held = {
      state: "held",
      reason: "unlinked-variant",
      reasonParams: { code: "unlinked-variant" },
    } as const;
    const canceled = {
      state: "canceled",
      reason: "canceled-at-supplier",
      reasonParams: { code: "canceled-at-supplier", number: "ord_2" },
    } as const;
    await storeOrder(shop, { ...held, orderName: "#2001", requestedAt: day(1) });
    const id = await storeOrder(shop, { ...canceled, orderName: "#2002", requestedAt: day(2) });
    await inShop(shop, (tx, now) =>
      recordActivity(tx, {
        shop,
        kind: "orders.canceled",
        tone: "critical",
        subject: { label: "#2002", url: `/app/orders/${id}` },
        message: { code: "list-item", item: "the cancellation" },
        at: now,
      }),
    );
    const earlier = { ...held, requestedAt: day(3), reasonSince: day(3) };
    await storeOrder(shop, { ...earlier, orderName: "#2003" });
    const home = await html(shop);
    expect(home.indexOf("#2002")).toBeLessThan(home.indexOf("#2001"));
    expect(home.indexOf("#2001")).toBeLessThan(home.indexOf("#2003"));
    expect(home).toContain("Review #2001");
    expect(home).toContain("Mark as resolved: #2002");
    const warnings = "/app/activity?show=needs-attention";
    expect(await html(shop, warnings)).toContain("the cancellation");
    const [row] = await query<{ version: number }>(
      databaseUrl,
      "select version from supplier_order where id = $1",
      [id],
    );
    await submitted(
      [`/app/orders/${id}`, "routes/app.orders.$id"],
      { intent: "acknowledge", version: String(row?.version), reason: "canceled-at-supplier" },
      shop,
    );
    expect(await html(shop)).not.toContain("#2002");
    expect(await html(shop, warnings)).not.toContain("the cancellation");
    expect(await html(shop, "/app/activity")).toContain("the cancellation");
  });
});
