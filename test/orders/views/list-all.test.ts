import { describe, expect, it } from "vitest";

import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { Place } from "../../../app/lib/http/keyset-page.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { findByNumber, listAll } from "../../../app/orders/views/list-all.server.ts";
import { newShop } from "../../support/world.ts";
import { storeOrder, storeOrders } from "../stored-order.ts";
import { after, now } from "../testing.ts";

/** Stores an order that waits to be sent. */
async function waiting(
  shop: ShopDomain,
  orderName: string,
  { openedAt = now, fulfillmentOrderId = `gid://shopify/FulfillmentOrder/w${orderName}` } = {},
): Promise<void> {
  const line = { title: "Blue cup", sku: "CUP", shopVariantId: null, quantity: 1, unitPrice: null };
  const shopOrderId = `gid://shopify/Order/w${orderName}`;
  const row = { shop, orderName, fulfillmentOrderId, shopOrderId, openedAt, shopVersion: "1", seenAt: now };
  await inShop(shop, (tx) => tx.unrequestedOrder.create({ data: { ...row, lines: [line] } }));
}

type Wanted = { query?: string; sort?: "newest" | "oldest"; place?: Place | null };

function list(shop: ShopDomain, wanted: Wanted = {}) {
  const all = { query: "", sort: "newest", place: null } as const;
  return readInShop(shop, (tx, at) => listAll(tx, { shop, now: at }, { ...all, ...wanted }));
}

async function names(shop: ShopDomain, wanted: Wanted = {}): Promise<string[]> {
  return (await list(shop, wanted)).orders.map(({ orderName }) => orderName);
}

describe("the list of all orders", () => {
  it("has sent orders and orders that wait to be sent in one sequence, sorted by time", async () => {
    const [shop, stranger] = [newShop(), newShop()];
    await storeOrder(shop, { orderName: "#1001", requestedAt: after(-300) });
    await waiting(shop, "#1002", { openedAt: after(-200) });
    await storeOrder(shop, { orderName: "#1003", requestedAt: after(-100) });
    await waiting(stranger, "#2001");
    expect(await names(shop)).toEqual(["#1003", "#1002", "#1001"]);
    expect(await names(shop, { sort: "oldest" })).toEqual(["#1001", "#1002", "#1003"]);
    const { orders } = await list(shop);
    expect(orders.map((order) => "openedAt" in order)).toEqual([false, true, false]);
  });

  it("finds an order that waits to be sent by its name, and by an item", async () => {
    const shop = newShop();
    await storeOrder(shop, { orderName: "#1001" });
    await waiting(shop, "#1002");
    expect(await names(shop, { query: "#1002" })).toEqual(["#1002"]);
    expect(await names(shop, { query: "cup blue" })).toEqual(["#1002"]);
    expect(await names(shop, { query: "#1003" })).toEqual([]);
  });

  it("lists an order once if it was requested after we last read the shop", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { orderName: "#1001", requestedAt: after(60) });
    const { fulfillmentOrderId } = await inShop(shop, (tx) =>
      tx.supplierOrder.findUniqueOrThrow({ where: { shop_id: { shop, id } } }),
    );
    await waiting(shop, "#1001", { fulfillmentOrderId });
    expect(await names(shop)).toEqual(["#1001"]);
  });

  it("pages in both directions without gaps or repetitions", async () => {
    const shop = newShop();
    await storeOrders(
      shop,
      Array.from({ length: 70 }, (_, index) => ({
        orderName: `r${String(index)}`,
        requestedAt: after(-2 * index),
      })),
    );
    for (let index = 0; index < 50; index += 1)
      await waiting(shop, `w${String(index)}`, { openedAt: after(-2 * index - 1) });
    const all: string[] = [];
    let place: Place | null = null;
    const firsts: string[] = [];
    for (let page = await list(shop); ; page = await list(shop, { place })) {
      all.push(...page.orders.map(({ orderName }) => orderName));
      firsts.push(page.orders[0]!.orderName);
      if (page.older === null) {
        const back = await list(shop, { place: { towards: "newer", cursor: page.newer! } });
        expect(back.orders[0]!.orderName).toBe(firsts.at(-2));
        break;
      }
      place = { towards: "older", cursor: page.older };
    }
    expect(all.slice(0, 4)).toEqual(["r0", "w0", "r1", "w1"]);
    expect(new Set(all).size).toBe(120);
    expect(all).toHaveLength(120);
  });
});

describe("finding an order by its number", () => {
  it("works by name with or without “#” and by the supplier's number, and counts orders that wait to be sent", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { orderName: "#1001", state: "placed", supplierOrderId: "W-77" });
    await waiting(shop, "#1002");
    const find = (query: string) => readInShop(shop, (tx) => findByNumber(tx, { shop, query }));
    for (const query of ["#1001", "1001", "W-77", "w-77"])
      expect(await find(query), query).toEqual({ ids: [id], waiting: 0 });
    for (const query of ["#1002", "1002"]) expect(await find(query), query).toEqual({ ids: [], waiting: 1 });
    for (const query of ["100", "#", "", "'"])
      expect(await find(query), query).toEqual({ ids: [], waiting: 0 });
  });
});
