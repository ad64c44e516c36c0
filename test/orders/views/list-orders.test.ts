import { describe, expect, it } from "vitest";

import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { openOrder } from "../../../app/orders/ingest/open-order.server.ts";
import { findOrder } from "../../../app/orders/views/find-order.server.ts";
import {
  countOrders,
  listOrders,
  listUrgent,
  type OrderPage,
  type WantedOrders,
} from "../../../app/orders/views/list-orders.server.ts";
import {
  COUNTED_AT_MOST,
  groupOf,
  type OrderGroup,
  orderGroups,
} from "../../../app/orders/states/order-group.ts";
import { orderFilter } from "../../../app/orders/views/order-filter.ts";
import { orderStates } from "../../../app/orders/states/order-state.ts";
import { attentionOf, reasonCodes } from "../../../app/orders/reasons/reason.ts";
import { acknowledgeOrder } from "../../../app/orders/updates/acknowledge-order.server.ts";
import { openQueue } from "../../support/queue.ts";
import { newShop } from "../../support/world.ts";
import { linesOf, storeOrder, storeOrders } from "../stored-order.ts";
import { after, now } from "../testing.ts";

openQueue();

function list(shop: ShopDomain, wanted: Partial<WantedOrders> = {}): Promise<OrderPage> {
  return readInShop(shop, (tx, now) =>
    listOrders(tx, { shop, now }, { group: null, query: "", place: null, ...wanted }),
  );
}

function count(shop: ShopDomain, group: OrderGroup): Promise<number> {
  return readInShop(shop, (tx) => countOrders(tx, shop, group));
}

async function names(shop: ShopDomain, wanted: Partial<WantedOrders> = {}): Promise<string[]> {
  return (await list(shop, wanted)).orders.map(({ orderName }) => orderName);
}

describe("listUrgent", () => {
  async function urgent(shop: ShopDomain): Promise<string[]> {
    const orders = await readInShop(shop, (tx, at) => listUrgent(tx, { shop, now: at, most: 2 }));
    return orders.map(({ orderName }) => orderName);
  }

  it("starts with the orders that began to need attention most recently, even if these orders are old", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { orderName: "#old", state: "placed", requestedAt: after(-86_400) });
    await storeOrder(shop, { orderName: "#1", state: "held", reason: "no-street", requestedAt: after(-60) });
    await storeOrder(shop, { orderName: "#2", state: "held", reason: "no-street", requestedAt: after(-30) });
    expect(await urgent(shop)).toEqual(["#2", "#1"]);
    const where = { shop_id: { shop, id } };
    await inShop(shop, (tx) => tx.supplierOrder.update({ where, data: { reason: "rest-canceled" } }));
    expect(await urgent(shop)).toEqual(["#old", "#2"]);
    await inShop(shop, (tx) =>
      tx.supplierOrder.update({ where, data: { acknowledgedReason: "rest-canceled" } }),
    );
    expect(await urgent(shop)).toEqual(["#2", "#1"]);
  });

  it("leaves an order in its place if a field other than its reason changes", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { orderName: "#1", state: "held", reason: "no-street" });
    await storeOrder(shop, { orderName: "#2", state: "held", reason: "no-street" });
    await inShop(shop, (tx) =>
      tx.supplierOrder.update({
        where: { shop_id: { shop, id } },
        data: { reason: "no-street", version: 3 },
      }),
    );
    expect(await urgent(shop)).toEqual(["#2", "#1"]);
  });
});

describe("the list of orders", () => {
  it("shows only the shop's own orders, latest request first, with their costs", async () => {
    const [shop, stranger] = [newShop(), newShop()];
    await storeOrder(shop, { orderName: "#1001", requestedAt: after(-60) });
    await storeOrder(shop, {
      orderName: "#1002",
      state: "placed",
      costTotal: "12.50",
      costCurrency: "EUR",
    });
    await storeOrder(stranger, { orderName: "#2001" });
    const { orders, newer, older } = await list(shop);
    expect(orders).toMatchObject([
      { orderName: "#1002", state: "placed", cost: { amount: "12.50", currency: "EUR" }, requestedAt: now },
      { orderName: "#1001", state: "ready", cost: null },
    ]);
    expect({ newer, older }).toEqual({ newer: null, older: null });
    expect(await names(stranger)).toEqual(["#2001"]);
  });

  it("shows no cost for a canceled order", async () => {
    const shop = newShop();
    const canceled = { state: "canceled", reason: "canceled", reasonParams: { number: "W-1" } } as const;
    await storeOrder(shop, { ...canceled, costTotal: "12.50", costCurrency: "EUR" });
    expect((await list(shop)).orders).toMatchObject([{ state: "canceled", cost: null }]);
  });

  it("shows each order once, page by page to the end and back, even if many have the same time", async () => {
    const shop = newShop();
    const many = Array.from({ length: 120 }, (_, index) => ({ requestedAt: after(Math.floor(index / 10)) }));
    await storeOrders(shop, many);
    const forth = [await list(shop)];
    for (let next = forth[0]?.older; next; next = forth.at(-1)?.older)
      forth.push(await list(shop, { place: { towards: "older", cursor: next } }));
    expect(forth.map(({ orders }) => orders.length)).toEqual([50, 50, 20]);
    const read = forth.flatMap(({ orders }) => orders);
    expect(new Set(read.map(({ id }) => id)).size).toBe(120);
    const times = read.map(({ requestedAt }) => requestedAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => other - one));

    const back = [forth[2]!];
    for (let next = back[0]?.newer; next; next = back[0]?.newer)
      back.unshift(await list(shop, { place: { towards: "newer", cursor: next } }));
    expect(back.flatMap(({ orders }) => orders)).toEqual(read);
  });

  it.each(["", "x", "1_2", "99999999999999_00000000-0000-0000-0000-00000000000g", "' or 1=1 --"])(
    "starts at the top for the invalid cursor %j",
    async (cursor) => {
      const shop = newShop();
      await storeOrder(shop);
      for (const towards of ["older", "newer"] as const)
        expect((await list(shop, { place: { towards, cursor } })).orders).toHaveLength(1);
    },
  );

  it("finds an order by a part of its name, or by the supplier's whole number", async () => {
    const shop = newShop();
    await storeOrder(shop, { orderName: "#1001", requestedAt: after(1) });
    await storeOrder(shop, { orderName: "EU-1001-b", state: "placed", supplierOrderId: "W_7" });
    for (const query of ["1001", "001"]) expect(await names(shop, { query })).toEqual(["#1001", "EU-1001-b"]);
    // The whole name is that order, whatever others begin with it.
    expect(await names(shop, { query: "#1001" })).toEqual(["#1001"]);
    expect(await names(shop, { query: "eu-" })).toEqual(["EU-1001-b"]);
    expect(await names(shop, { query: "W_7" })).toEqual(["EU-1001-b"]);
    for (const query of ["W_", "%", "_", "\\", "10%01"]) expect(await names(shop, { query })).toEqual([]);
  });
});

describe("a search for orders", () => {
  it("finds an order by its SKU, its product and its tracking number, and no other shop's order", async () => {
    const [shop, stranger] = [newShop(), newShop()];
    for (const each of [shop, stranger]) {
      const id = await storeOrder(each, { orderName: "#1", state: "shipped", requestedAt: after(1) });
      await linesOf(each, id, [{ sku: "Cup-7", title: "Blue Cup (50% off) 🎁" }], {
        trackingNumber: "JD0146000034",
      });
      const other = await storeOrder(each, { orderName: "#2", state: "placed" });
      await linesOf(each, other, [{ sku: "CUP-70", title: "Red cup" }]);
    }
    for (const query of ["Cup-7", "JD0146000034", "jd0146000034", "cup blue", "50% off", "🎁"])
      expect(await names(shop, { query }), query).toEqual(["#1"]);
    expect(await names(shop, { query: "CUP-70" })).toEqual(["#2"]);
    expect(await names(shop, { query: "cup" })).toEqual(["#1", "#2"]);
    for (const query of ["cup green", "_up", "%%", "''", '"', "\\", "x".repeat(255), "😀"])
      expect(await names(shop, { query }), query).toEqual([]);
  });

  it("finds ordered and waiting items by a part of their SKU", async () => {
    const shop = newShop();
    const id = await storeOrder(shop, { orderName: "#1", state: "placed", requestedAt: after(1) });
    await linesOf(shop, id, [{ sku: "MUG-RED-30", title: "Mug" }]);
    const line = { title: "Cup", sku: "CUP-RED-9", shopVariantId: null, quantity: 1, unitPrice: null };
    await storeOrder(shop, { orderName: "#2", state: "held", heldLines: [line] });
    for (const query of ["red", "-RED-"]) expect(await names(shop, { query })).toEqual(["#1", "#2"]);
    expect(await names(shop, { query: "mug-" })).toEqual(["#1"]);
    for (const query of ["RED_30", "red 30", "%"]) expect(await names(shop, { query })).toEqual([]);
  });

  it("finds the items of an order that is held before any attempt", async () => {
    const shop = newShop();
    const line = { title: "Teapot", sku: "TP-1", shopVariantId: null, quantity: 1, unitPrice: null };
    await storeOrder(shop, { orderName: "#1", state: "held", heldLines: [line] });
    await storeOrder(shop, { orderName: "#2" });
    for (const query of ["TP-1", "teap"]) expect(await names(shop, { query })).toEqual(["#1"]);
  });

  it("pages through more orders with one SKU or title than a search collects", async () => {
    const shop = newShop();
    const rows = Array.from({ length: 1100 }, () => ({ state: "delivered" as const }));
    const ids = await storeOrders(shop, [...rows, { state: "placed", requestedAt: after(9) }]);
    await linesOf(shop, ids.slice(0, 1100), [{ sku: "A", title: "Frequent" }]);
    for (const query of ["A", "frequ"]) {
      const first = await list(shop, { query });
      expect(first.orders).toHaveLength(50);
      const next = await list(shop, { query, place: { towards: "older", cursor: first.older! } });
      expect(new Set([...first.orders, ...next.orders].map(({ id }) => id)).size).toBe(100);
      expect(first.orders.map(({ id }) => id)).not.toContain(ids.at(-1));
    }
  });
});

describe("a filter of the list of orders", () => {
  const filtered = (shop: ShopDomain, filter: Record<string, string>, more: Partial<WantedOrders> = {}) =>
    names(shop, { ...more, filter: orderFilter.parse(filter) });

  it("shows the orders with a state, a reason, or a day in the shop's time zone", async () => {
    const shop = newShop();
    await inShop(shop, (tx) =>
      tx.shopFacts.create({ data: { shop, currency: "EUR", timeZone: "Asia/Kolkata", readAt: now } }),
    );
    const at = (time: string) => new Date(`2026-11-${time}Z`);
    await storeOrders(shop, [
      { orderName: "#1", state: "held", reason: "no-street", country: "CH", requestedAt: at("20T18:29:59") },
      { orderName: "#2", state: "held", reason: "unpaid", requestedAt: at("20T18:30:00") },
      { orderName: "#3", state: "placed", requestedAt: at("21T18:29:59") },
      { orderName: "#4", state: "placed", requestedAt: at("21T18:30:00") },
    ]);
    expect(await filtered(shop, { state: "placed" })).toEqual(["#4", "#3"]);
    expect(await filtered(shop, { reason: "no-street" })).toEqual(["#1"]);
    expect(await filtered(shop, { from: "2026-11-21", until: "2026-11-21" })).toEqual(["#3", "#2"]);
    expect(await filtered(shop, { until: "2026-11-21", state: "held" }, { query: "#" })).toEqual([
      "#2",
      "#1",
    ]);
    expect(await filtered(shop, { country: "CH" })).toEqual(["#1"]);
    expect(await filtered(shop, { state: "rejected" })).toEqual([]);
  });

  it("is ignored if its value does not exist", async () => {
    const shop = newShop();
    await storeOrder(shop, { orderName: "#1" });
    const filter = { state: "lost", country: "ch%", reason: "' or 1=1", from: "2026-02-31", until: "today" };
    expect(await filtered(shop, filter)).toEqual(["#1"]);
  });
});

describe("the sort order of the list", () => {
  it("can be oldest first over several pages, and accepts the cursor of another sort order", async () => {
    const shop = newShop();
    await storeOrders(
      shop,
      Array.from({ length: 60 }, (_, index) => ({ orderName: `#${index}`, requestedAt: after(index) })),
    );
    const first = await list(shop, { sort: "oldest" });
    expect(first.orders.map(({ orderName }) => orderName).slice(0, 2)).toEqual(["#0", "#1"]);
    expect(first.older).toBeNull();
    const next = await list(shop, { sort: "oldest", place: { towards: "newer", cursor: first.newer! } });
    expect(next.orders.map(({ orderName }) => orderName)).toEqual(
      Array.from({ length: 10 }, (_, index) => `#${50 + index}`),
    );
    const back = await list(shop, { sort: "oldest", place: { towards: "older", cursor: next.older! } });
    expect(back.orders).toEqual(first.orders);
    // The same cursor in the other order, and with a filter that its order does not pass.
    const place = { towards: "older", cursor: next.older! } as const;
    expect((await list(shop, { place })).orders[0]).toMatchObject({ orderName: "#49" });
    const none = orderFilter.parse({ state: "delivered" });
    expect(await names(shop, { filter: none, place })).toEqual([]);
  });
});

describe("the groups of the orders page", () => {
  it("contain every order exactly once, in the group that groupOf returns for the order", async () => {
    const shop = newShop();
    const reasons = [null, "of-another-version", ...reasonCodes];
    const rows: Parameters<typeof storeOrders>[1] = [];
    for (const state of orderStates) {
      for (const reason of reasons) {
        if (reason === null && ["held", "in_doubt", "rejected"].includes(state)) continue;
        const seen =
          reason === null || attentionOf(reason) !== "until-acknowledged" ? [null] : [null, reason, "other"];
        for (const acknowledgedReason of seen) {
          for (const cancelRequestedAt of [null, now]) {
            rows.push({ state, reason, acknowledgedReason, cancelRequestedAt });
          }
        }
      }
    }
    const stored = await storeOrders(shop, rows);
    const found: string[] = [];
    for (const group of orderGroups) {
      const lying: OrderPage["orders"] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: OrderPage = await list(shop, { group, place: { towards: "older", cursor } });
        lying.push(...page.orders);
        cursor = page.older;
      }
      expect(await count(shop, group)).toBe(Math.min(lying.length, COUNTED_AT_MOST + 1));
      expect(new Set(lying.map(groupOf))).toEqual(new Set([group]));
      found.push(...lying.map(({ id }) => id));
    }
    expect(found.toSorted()).toEqual(stored.toSorted());
  });
});

describe("an order that the merchant has acknowledged", () => {
  it("can need attention again once it is requested again", async () => {
    const shop = newShop();
    const ended = {
      state: "rejected",
      reason: "rejected-at-supplier",
      reasonParams: { number: "W-1" },
    } as const;
    const orderId = await storeOrder(shop, { ...ended, acknowledgedReason: "rejected-at-supplier" });
    const row = await inShop(shop, (tx) => tx.supplierOrder.findFirstOrThrow({ where: { shop } }));
    await openOrder(shop, { ...row, sentAt: new Date() });
    expect(await findOrder(shop, orderId)).toMatchObject({ state: "ready", acknowledgedReason: null });
  });

  it("needs no attention if the press named the present reason and came from the order's own shop", async () => {
    const shop = newShop();
    const ended = {
      state: "rejected",
      reason: "rejected-at-supplier",
      reasonParams: { number: "W-1" },
    } as const;
    const id = await storeOrder(shop, ended);
    const acknowledge = (reason: string, inThe = shop) =>
      acknowledgeOrder(inThe, { orderId: id, version: 0, reason });
    expect(await acknowledge("not-canceled")).toBe(false);
    expect(await acknowledge("rejected-at-supplier", newShop())).toBe(false);
    expect(await count(shop, "needs-attention")).toBe(1);
    expect([await acknowledge("rejected-at-supplier"), await acknowledge("rejected-at-supplier")]).toEqual([
      true,
      true,
    ]);
    expect(await count(shop, "needs-attention")).toBe(0);
    expect(await count(shop, "completed")).toBe(1);
  });
});
