import pg from "pg";
import { describe, expect, it, vi } from "vitest";

import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import {
  listOrders,
  type OrderPage,
  type WantedOrders,
} from "../../../app/orders/views/list-orders.server.ts";
import { orderFilter } from "../../../app/orders/views/order-filter.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { storeOrder, storeOrders } from "../stored-order.ts";

function list(shop: ShopDomain, wanted: Partial<WantedOrders>): Promise<OrderPage> {
  return readInShop(shop, (tx, now) =>
    listOrders(tx, { shop, now }, { group: null, query: "", place: null, ...wanted }),
  );
}

async function names(shop: ShopDomain, wanted: Partial<WantedOrders>): Promise<string[]> {
  return (await list(shop, wanted)).orders.map(({ orderName }) => orderName);
}

describe("the list of orders, sorted by an amount", () => {
  const sorts = ["paid-high", "paid-low", "profit-high", "profit-low"] as const;
  const line = { title: "Cup", sku: null, shopVariantId: null, quantity: 1, unitPrice: null };

  /** 120 placed orders, many with the same amounts, and six without one. */
  async function filledShop(): Promise<ShopDomain> {
    const shop = newShop();
    const known = Array.from({ length: 120 }, (_, index) => ({
      state: "placed" as const,
      orderName: `#${index}`,
      // As numbers, not as texts: 9.5 comes before 10.
      revenue: (index % 40) % 2 === 0 ? String((index % 40) / 2) : ((index % 40) / 2).toFixed(2),
      shippingPaid: "0.25",
      refunded: index === 3 ? "100" : null,
      profit: String(10 - (index % 30)),
      revenueCurrency: "EUR",
    }));
    const money = { revenue: "1000", shippingPaid: "0", profit: "500", revenueCurrency: "EUR" };
    await storeOrders(shop, [
      ...known,
      ...["#a", "#b"].map((orderName) => ({ orderName, state: "ready" as const })),
      { ...money, orderName: "#c", state: "canceled", reason: "canceled" },
      { ...money, orderName: "#d", state: "rejected" },
      ...["#e", "#f"].map((orderName) => ({
        ...money,
        orderName,
        state: "held" as const,
        heldLines: [line],
      })),
    ]);
    return shop;
  }

  it.each(sorts)("shows each order once in both directions, with unknown amounts last (%s)", async (sort) => {
    const shop = await filledShop();
    const forth = [await list(shop, { sort })];
    for (let next = forth[0]?.older; next; next = forth.at(-1)?.older)
      forth.push(await list(shop, { sort, place: { towards: "older", cursor: next } }));
    expect(forth.map(({ orders }) => orders.length)).toEqual([50, 50, 26]);
    expect(forth[0]?.newer).toBeNull();
    const read = forth.flatMap(({ orders }) => orders);
    expect(new Set(read.map(({ id }) => id)).size).toBe(126);
    // An order that waits shows an expected amount, which may change.
    const amounts = read.map(({ paid, profit, expected }) =>
      expected === null ? ((sort.startsWith("paid") ? paid : profit)?.amount ?? null) : null,
    );
    expect(amounts.slice(120)).toEqual([null, null, null, null, null, null]);
    const known = amounts.slice(0, 120).map(Number);
    expect(known).toEqual(
      known.toSorted((one, other) => (sort.endsWith("high") ? other - one : one - other)),
    );
    const back = [forth[2]!];
    for (let next = back[0]?.newer; next; next = back[0]?.newer)
      back.unshift(await list(shop, { sort, place: { towards: "newer", cursor: next } }));
    expect(back.map(({ orders }) => orders.map(({ id }) => id))).toEqual(
      forth.map(({ orders }) => orders.map(({ id }) => id)),
    );
  });

  it("pages through amounts that are so large or small that JavaScript writes them with an exponent", async () => {
    const shop = newShop();
    const money = { state: "placed", shippingPaid: "0", revenueCurrency: "EUR" } as const;
    const amounts = ["2000000000000000000000", "1000000000000000000000", "0.0000001", "-0.0000002"];
    for (const amount of amounts)
      await storeOrders(
        shop,
        Array.from({ length: 50 }, () => ({ ...money, orderName: amount, revenue: amount, profit: amount })),
      );
    const read = [await list(shop, { sort: "profit-high" })];
    for (let next = read[0]?.older; next && read.length < 9; next = read.at(-1)?.older)
      read.push(await list(shop, { sort: "profit-high", place: { towards: "older", cursor: next } }));
    expect(read.map(({ orders }) => orders.map(({ orderName }) => orderName))).toEqual(
      amounts.map((amount) => Array.from({ length: 50 }, () => amount)),
    );
  });

  it("follows changed amounts, and combines with group, filter and search", async () => {
    const shop = await filledShop();
    expect((await list(shop, { sort: "paid-low" })).orders[0]).toMatchObject({
      orderName: "#3",
      paid: { amount: "-98.25", currency: "EUR" },
    });
    await query(
      databaseUrl,
      "update supplier_order set refunded = null, profit = '99' where shop = $1 and order_name = '#3'",
      [shop],
    );
    expect((await names(shop, { sort: "profit-high" }))[0]).toBe("#3");
    expect(await names(shop, { sort: "paid-low", query: "#a" })).toEqual(["#a"]);
    const filter = orderFilter.parse({ state: "held" });
    expect((await names(shop, { sort: "profit-low", filter })).toSorted()).toEqual(["#e", "#f"]);
    expect(await names(shop, { sort: "paid-high", group: "completed" })).toHaveLength(2);
  });

  it.each([
    "",
    "_",
    "1e9_x",
    "NaN_00000000-0000-0000-0000-000000000000",
    "' or 1=1 --",
    "1_2",
    "1e999_00000000-0000-0000-0000-000000000000",
  ])("starts at the top for the invalid cursor %j", async (cursor) => {
    const shop = newShop();
    await storeOrder(shop);
    for (const towards of ["older", "newer"] as const)
      expect(await names(shop, { sort: "profit-low", place: { towards, cursor } })).toHaveLength(1);
  });

  it("reads any page of 20,000 orders through an index, without reading earlier rows", async () => {
    const [shop, stranger] = [newShop(), newShop()];
    for (const each of [shop, stranger])
      await query(
        databaseUrl,
        `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, requested_at,
           supplier_order_id, revenue, shipping_paid, profit, revenue_currency)
         select gen_random_uuid(), $1, 'gid://shopify/FulfillmentOrder/' || n, 'gid://shopify/Order/' || n, '#' || n, 'delivered',
           now(), 'ord_' || n, n::text, '0', n::text, 'EUR'
         from generate_series(1, 20000) n`,
        [each],
      );
    await query(databaseUrl, "analyze supplier_order");
    const cursor = "10000_00000000-0000-0000-0000-000000000000";
    const spied = vi.spyOn(pg.Query.prototype as unknown as { submit: () => void }, "submit");
    const page = await list(shop, { sort: "profit-high", place: { towards: "older", cursor } });
    const sent = [...spied.mock.contexts] as unknown as { text?: string; values?: unknown[] }[];
    spied.mockRestore();
    expect(page.orders.map(({ orderName }) => orderName).slice(0, 2)).toEqual(["#9999", "#9998"]);
    const [look, ...others] = sent.filter(({ text = "" }) => text.includes("as amount"));
    // A full page reads no orders whose amount is unknown.
    expect(others).toEqual([]);
    // As the app, under row-level security.
    const plan = JSON.stringify(
      await inShop(shop, (tx) => tx.$queryRawUnsafe(`explain ${look?.text ?? ""}`, ...(look?.values ?? []))),
    );
    expect(plan).toMatch(/Index Cond: .*listed_profit, id\) </);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});
