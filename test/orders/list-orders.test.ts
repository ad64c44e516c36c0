import { describe, expect, it } from "vitest";

import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { findOrder } from "../../app/orders/find-order.server.ts";
import { workOffOrderJob } from "../../app/orders/jobs.ts";
import {
  countOrders,
  listOrders,
  type OrderPage,
  type WantedOrders,
} from "../../app/orders/list-orders.server.ts";
import { type Pile, pileOf, piles, type Sorted } from "../../app/orders/order-pile.ts";
import { orderStates } from "../../app/orders/order-state.ts";
import { holdReasons } from "../../app/orders/reason.ts";
import { retryOrder } from "../../app/orders/retry-order.server.ts";
import { seeToOrder } from "../../app/orders/see-to-order.server.ts";
import { openQueue } from "../support/queue.ts";
import { newShop } from "../support/world.ts";
import { storeOrder, storeOrders } from "./stored-order.ts";
import { after, now } from "./testing.ts";

openQueue([workOffOrderJob]);

function list(shop: ShopDomain, wanted: Partial<WantedOrders> = {}): Promise<OrderPage> {
  return listOrders(shop, { pile: null, query: "", place: null, ...wanted });
}

async function names(shop: ShopDomain, wanted: Partial<WantedOrders> = {}): Promise<string[]> {
  return (await list(shop, wanted)).orders.map(({ orderName }) => orderName);
}

describe("the list of orders", () => {
  it("shows the shop's own, the latest request first, with what they cost", async () => {
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

  it("is read page by page to its end and back, each order once, even where many came at one moment", async () => {
    const shop = newShop();
    const many = Array.from({ length: 60 }, (_, index) => ({ requestedAt: after(Math.floor(index / 10)) }));
    await storeOrders(shop, many);
    const forth = [await list(shop)];
    for (let next = forth[0]?.older; next; next = forth.at(-1)?.older)
      forth.push(await list(shop, { place: { towards: "older", cursor: next } }));
    expect(forth.map(({ orders }) => orders.length)).toEqual([25, 25, 10]);
    const read = forth.flatMap(({ orders }) => orders);
    expect(new Set(read.map(({ id }) => id)).size).toBe(60);
    const times = read.map(({ requestedAt }) => requestedAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => other - one));

    const back = [forth[2]!];
    for (let next = back[0]?.newer; next; next = back[0]?.newer)
      back.unshift(await list(shop, { place: { towards: "newer", cursor: next } }));
    expect(back.flatMap(({ orders }) => orders)).toEqual(read);
  });

  it.each(["", "x", "1_2", "99999999999999_00000000-0000-0000-0000-00000000000g", "' or 1=1 --"])(
    "begins at its top for the place %j",
    async (cursor) => {
      const shop = newShop();
      await storeOrder(shop);
      for (const towards of ["older", "newer"] as const)
        expect((await list(shop, { place: { towards, cursor } })).orders).toHaveLength(1);
    },
  );

  it("finds an order by part of its name, and by the platform's whole number", async () => {
    const shop = newShop();
    await storeOrder(shop, { orderName: "#1001", requestedAt: after(1) });
    await storeOrder(shop, { orderName: "EU-1001-b", state: "placed", wholesaleOrderId: "W_7" });
    for (const query of ["1001", "001"]) expect(await names(shop, { query })).toEqual(["#1001", "EU-1001-b"]);
    expect(await names(shop, { query: "#1001" })).toEqual(["#1001"]);
    expect(await names(shop, { query: "eu-" })).toEqual(["EU-1001-b"]);
    expect(await names(shop, { query: "W_7" })).toEqual(["EU-1001-b"]);
    for (const query of ["W_", "%", "_", "\\", "10%01"]) expect(await names(shop, { query })).toEqual([]);
  });
});

describe("the piles", () => {
  it("hold every order exactly once, and the same ones as the rule says", async () => {
    const shop = newShop();
    const reasons = [
      ...holdReasons,
      ...[null, "key-refused", "not-cancelled", "rest-cancelled", "cancelled-there", "rejected-there"],
    ];
    const rows: Parameters<typeof storeOrders>[1] = [];
    for (const state of orderStates) {
      for (const reason of reasons) {
        if (reason === null && ["held", "in_doubt", "rejected"].includes(state)) continue;
        const seen =
          reason === null || !/-(cancelled|there)$/.test(reason) ? [null] : [null, reason, "other"];
        for (const seenTo of seen) {
          for (const cancelRequestedAt of [null, now]) {
            rows.push({ state, reason, said: "So.", seenTo, cancelRequestedAt });
          }
        }
      }
    }
    const stored = await storeOrders(shop, rows);
    const found: string[] = [];
    for (const pile of piles) {
      const lying: OrderPage["orders"] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const page: OrderPage = await list(shop, { pile, place: { towards: "older", cursor } });
        lying.push(...page.orders);
        cursor = page.older;
      }
      expect(await countOrders(shop, pile)).toBe(lying.length);
      expect(new Set(lying.map(pileOf))).toEqual(new Set([pile]));
      found.push(...lying.map(({ id }) => id));
    }
    expect(found.toSorted()).toEqual(stored.toSorted());
  });

  it.each<[Partial<Sorted>, Pile]>([
    [{}, "needs-you"],
    [{ reason: "ordering-paused" }, "on-their-way"],
    [{ reason: "not-confirmed" }, "on-their-way"],
    [{ cancelRequestedAt: now }, "on-their-way"],
    [{ state: "ready", reason: "unreachable" }, "on-their-way"],
    [{ state: "ready", reason: "key-refused" }, "needs-you"],
    [{ state: "placed", reason: "not-cancelled" }, "needs-you"],
    [{ state: "placed", reason: "not-cancelled", seenTo: "not-cancelled" }, "on-their-way"],
    [{ state: "partially_shipped", reason: "rest-cancelled", seenTo: "not-cancelled" }, "needs-you"],
    [{ state: "delivered", reason: "not-cancelled" }, "done"],
    [{ state: "cancelled", reason: "cancelled" }, "done"],
    [{ state: "cancelled", reason: "cancelled-there" }, "needs-you"],
    [{ state: "rejected", reason: "rejected-there" }, "needs-you"],
    [{ state: "rejected", reason: "rejected-there", seenTo: "rejected-there" }, "done"],
  ])("sort %j into %s", (more, pile) => {
    const held: Sorted = { state: "held", reason: "no-street", seenTo: null, cancelRequestedAt: null };
    expect(pileOf({ ...held, ...more })).toBe(pile);
  });
});

describe("what the merchant has seen to", () => {
  it("may need them again once the order begins anew", async () => {
    const shop = newShop();
    const ended = { state: "rejected", reason: "rejected-there", said: "Turned down." } as const;
    const orderId = await storeOrder(shop, { ...ended, seenTo: "rejected-there" });
    await retryOrder(shop, { orderId, now });
    expect(await findOrder(shop, orderId, now)).toMatchObject({ state: "ready", seenTo: null });
  });

  it("needs them no more, until it is about something else", async () => {
    const shop = newShop();
    const ended = { state: "rejected", reason: "rejected-there", said: "Turned down." } as const;
    const id = await storeOrder(shop, ended);
    const seeTo = (reason: string, inThe = shop) => seeToOrder(inThe, { orderId: id, reason });
    expect(await seeTo("not-cancelled")).toBe(false);
    expect(await seeTo("rejected-there", newShop())).toBe(false);
    expect(await countOrders(shop, "needs-you")).toBe(1);
    expect([await seeTo("rejected-there"), await seeTo("rejected-there")]).toEqual([true, true]);
    expect(await countOrders(shop, "needs-you")).toBe(0);
    expect(await countOrders(shop, "done")).toBe(1);
  });
});
