import { describe, expect, it } from "vitest";

import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { listToSend, listToSendOf } from "../../../app/orders/views/list-to-send.server.ts";
import { newShop } from "../../support/world.ts";
import { after, now } from "../testing.ts";

type Line = { title: string; sku: string | null };

/** Stores orders that wait to be sent, the newest first, by their names. */
async function waiting(shop: ShopDomain, orders: Record<string, Line[]>): Promise<void> {
  const data = Object.entries(orders).map(([orderName, lines], index) => ({
    shop,
    orderName,
    fulfillmentOrderId: `gid://shopify/FulfillmentOrder/${index}`,
    shopOrderId: `gid://shopify/Order/${index}`,
    openedAt: after(-index),
    shopVersion: "1",
    seenAt: now,
    lines: lines.map((line) => ({ ...line, shopVariantId: null, quantity: 1, unitPrice: null })),
  }));
  await inShop(shop, (tx) => tx.unrequestedOrder.createMany({ data }));
}

async function found(shop: ShopDomain, query: string): Promise<string[]> {
  const { orders } = await readInShop(shop, (tx) => listToSend(tx, shop, { query, place: null }));
  return orders.map(({ orderName }) => orderName);
}

describe("a search of the orders to send", () => {
  it("finds an order by a part of its name or an SKU, and by the words of a product", async () => {
    const [shop, stranger] = [newShop(), newShop()];
    const orders = {
      "#1003": [{ title: "Blue Cup (50% off) 🎁", sku: "CUP-7" }],
      "#1002": [
        { title: "Plate", sku: null },
        { title: "Red cup", sku: "cup_70" },
      ],
      "EU-1001": [{ title: "Pot", sku: "POT" }],
    };
    await waiting(shop, orders);
    await waiting(stranger, orders);
    expect(await found(shop, "")).toEqual(["#1003", "#1002", "EU-1001"]);
    expect(await found(shop, "100")).toEqual(["#1003", "#1002", "EU-1001"]);
    expect(await found(shop, "eu-")).toEqual(["EU-1001"]);
    expect(await found(shop, "cup")).toEqual(["#1003", "#1002"]);
    for (const query of ["cup blue", "50% off", "🎁", "cup-7", "CUP-7"])
      expect(await found(shop, query), query).toEqual(["#1003"]);
    expect(await found(shop, "CUP_7")).toEqual(["#1002"]);
    // The words of two products, and what is in every row.
    for (const query of ["plate red", "title", "%%", "_up", "''", '"', "\\", "x".repeat(255)])
      expect(await found(shop, query), query).toEqual([]);
  });

  it("shows its results page by page", async () => {
    const shop = newShop();
    const names = Array.from({ length: 130 }, (_, index) => `#${1000 + index}`);
    await waiting(
      shop,
      Object.fromEntries(
        names.map((name, index) => [name, [{ title: index % 2 === 0 ? "Cup" : "Pot", sku: null }]]),
      ),
    );
    const first = await readInShop(shop, (tx) => listToSend(tx, shop, { query: "cup", place: null }));
    expect(first.orders).toHaveLength(50);
    const place = { towards: "older", cursor: first.older ?? "" } as const;
    const next = await readInShop(shop, (tx) => listToSend(tx, shop, { query: "cup", place }));
    expect([...first.orders, ...next.orders].map(({ orderName }) => orderName)).toEqual(
      names.filter((_, index) => index % 2 === 0),
    );
    expect(next.older).toBeNull();
  });

  it("finds a customer's orders by the ids that Shopify has found", async () => {
    const shop = newShop();
    await waiting(shop, { "#2": [], "#1": [], "#0": [] });
    const ids = ["gid://shopify/Order/1", "gid://shopify/Order/2", "gid://shopify/Order/77"];
    const orders = await readInShop(shop, (tx) => listToSendOf(tx, shop, ids));
    expect(orders.map(({ orderName }) => orderName)).toEqual(["#1", "#0"]);
  });
});
