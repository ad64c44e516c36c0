import pg from "pg";
import { expect, it, vi } from "vitest";

import { importAddress } from "../../../app/catalog/import/runs/selection.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { Place } from "../../../app/lib/http/keyset-page.ts";
import { listAll } from "../../../app/orders/views/list-all.server.ts";
import {
  countOrders,
  listOrders,
  listUrgent,
  type WantedOrders,
} from "../../../app/orders/views/list-orders.server.ts";
import { countToSend, listToSend } from "../../../app/orders/views/list-to-send.server.ts";
import { type OrderGroup, orderGroups } from "../../../app/orders/states/order-group.ts";
import { orderStates } from "../../../app/orders/states/order-state.ts";
import { mirroredShop, openStandIn } from "../../catalog/testing.ts";
import { wireProduct } from "../../catalog/stand-in-supplier.ts";
import { renderedPage } from "../../messages/rendered-page.ts";
import { countWork } from "../../support/count-work.ts";
import { query } from "../../support/database.ts";
import { installedShop } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { storeOrders } from "../stored-order.ts";
import { after } from "../testing.ts";

await openStandIn(() => [wireProduct("a")]);
openQueue();

function listed(shop: ShopDomain, wanted: Omit<WantedOrders, "place">) {
  return readInShop(shop, (tx, now) => listOrders(tx, { shop, now }, { ...wanted, place: null }));
}

function counted(shop: ShopDomain, group: OrderGroup) {
  return readInShop(shop, (tx) => countOrders(tx, shop, group));
}

it("reads a page of orders with four statements, a search with nine, and a count with one", async () => {
  const shop = newShop();
  await storeOrders(shop, [{}, { state: "placed" }]);
  for (const wanted of [
    { group: null, query: "" },
    { group: null, query: "1001" },
    ...orderGroups.map((group) => ({ group, query: "" })),
  ])
    expect(await countWork(() => listed(shop, wanted))).toMatchObject({
      transactions: 1,
      statements: wanted.query === "" ? 4 : 9,
    });
  expect(await countWork(() => counted(shop, "in-progress"))).toMatchObject({
    transactions: 1,
    statements: 1,
  });
});

it.each<[string, number, () => Promise<Opened>]>([
  ["Home", 1, async () => ({ shop: await installedShop(), path: "/app" })],
  ["the list of orders", 1, async () => ({ shop: await installedShop(), path: "/app/orders" })],
  [
    "an order",
    1,
    async () => {
      const shop = await installedShop();
      const [id] = await storeOrders(shop, [{ state: "placed" }]);
      return { shop, path: `/app/orders/${id}` };
    },
  ],
  // If the shop's currency was not read lately, prices need a call to Shopify. No transaction waits for such a call.
  ["the catalog", 2, async () => ({ shop: await mirroredShop(), path: "/app/catalog" })],
  ["a product", 2, async () => ({ shop: await mirroredShop(), path: "/app/products/a" })],
  ["the products to link", 2, async () => ({ shop: await mirroredShop(), path: "/app/links" })],
  ["the sync page", 1, async () => ({ shop: await mirroredShop(), path: "/app/sync" })],
  // One of them for each shown product.
  ["the preview of an import", 4, async () => ({ shop: await mirroredShop(), path: importAddress(["a"]) })],
  ["first prices and rates", 3, async () => ({ shop: await mirroredShop(), path: "/app/start" })],
  // Another shop with the same account is looked for across shops, in a transaction of its own.
  ["the settings", 2, async () => ({ shop: await installedShop(), path: "/app/settings" })],
  ["the branding", 4, async () => ({ shop: await mirroredShop(), path: "/app/branding" })],
])("loads %s with only a few transactions more than every page needs: %i", async (_, transactions, open) => {
  const { shop, path } = await open();
  const load = async () => expect((await renderedPage(path, { shop, locale: "en" })).status).toBe(200);
  await load();
  // Four for every page: its session twice, the shop's access and time zone, and the supplier's outage.
  expect(await countWork(load)).toMatchObject({ transactions: 4 + transactions });
});

type Opened = { shop: ShopDomain; path: string };

it.each([
  ["needs-attention", "supplier_order_with_reason"],
  ["in-progress", "supplier_order_unshipped"],
  ["shipped", "supplier_order_shop_state_requested_at_id_idx"],
  ["completed", "supplier_order_completed"],
] as const)("finds and counts %s orders through their own index", async (group, index) => {
  const shop = newShop();
  // As in a table whose orders are mostly of the other groups.
  const other = group === "completed" ? "placed" : "delivered";
  const rows = Array.from({ length: 2000 }, () => ({ state: other }) as const);
  // The plan depends on what other tests have left in the table and its indexes.
  await query(databaseUrl, "truncate supplier_order cascade");
  await storeOrders(shop, [...rows, ...orderStates.map((state) => ({ state }))]);
  await query(databaseUrl, "analyze supplier_order");
  const spied = vi.spyOn(pg.Query.prototype as unknown as { submit: () => void }, "submit");
  await listed(shop, { group, query: "" });
  await counted(shop, group);
  const sent = [...spied.mock.contexts] as unknown as { text?: string; values?: unknown[] }[];
  spied.mockRestore();
  const looks = sent.filter(({ text = "" }) => /order by requested_at desc/.test(text));
  expect(looks).toHaveLength(2);
  for (const { text = "", values = [] } of looks) {
    const plan = await query(databaseUrl, `explain ${text}`, values);
    expect(JSON.stringify(plan)).toMatch(new RegExp(`(using|Scan on) ${index} `));
  }
});

it("finds the orders for Home through their own index, without sorting", async () => {
  const shop = newShop();
  const rows = Array.from({ length: 2000 }, () => ({ state: "held", reason: "no-street" }) as const);
  await query(databaseUrl, "truncate supplier_order cascade");
  await storeOrders(shop, rows);
  await query(databaseUrl, "analyze supplier_order");
  const spied = vi.spyOn(pg.Query.prototype as unknown as { submit: () => void }, "submit");
  await readInShop(shop, (tx, now) => listUrgent(tx, { shop, now, most: 5 }));
  const sent = [...spied.mock.contexts] as unknown as { text?: string; values?: unknown[] }[];
  spied.mockRestore();
  const [look, ...others] = sent.filter(({ text = "" }) => /order by reason_since/.test(text));
  expect(others).toEqual([]);
  const plan = JSON.stringify(
    await query(databaseUrl, `explain (analyze, costs off) ${look?.text ?? ""}`, look?.values),
  );
  expect(plan).toContain("Index Only Scan using supplier_order_with_reason_since ");
  expect(plan).not.toMatch(/rows=\d{3,}/);
});

it("reads only the rows of one page of the list of all orders, through both tables' indexes", async () => {
  const shop = newShop();
  await query(databaseUrl, "truncate supplier_order cascade");
  await storeOrders(
    shop,
    Array.from({ length: 2000 }, (_, index) => ({ state: "delivered", requestedAt: after(-index) }) as const),
  );
  await query(
    databaseUrl,
    `insert into unrequested_order (id, shop, fulfillment_order_id, shop_order_id, order_name, opened_at, shop_version, lines, seen_at)
     select gen_random_uuid(), $1, 'w' || n, 'w' || n, '#w' || n, now() - n * interval '1 second', 'v', '[]', now()
     from generate_series(1, 2000) n`,
    [shop],
  );
  await query(databaseUrl, "analyze supplier_order");
  await query(databaseUrl, "analyze unrequested_order");
  const read = (place: Place | null) =>
    readInShop(shop, (tx, now) => listAll(tx, { shop, now }, { query: "", sort: "newest", place }));
  const { older } = await read(null);
  for (const place of [null, { towards: "older", cursor: older! } as const]) {
    const spied = vi.spyOn(pg.Query.prototype as unknown as { submit: () => void }, "submit");
    expect((await read(place)).orders).toHaveLength(50);
    const sent = [...spied.mock.contexts] as unknown as { text?: string; values?: unknown[] }[];
    spied.mockRestore();
    const looks = sent.filter(({ text = "" }) => /both_lists/.test(text));
    expect(looks).toHaveLength(1);
    for (const { text = "", values = [] } of looks) {
      const rows = await query<{ "QUERY PLAN": string }>(
        databaseUrl,
        `explain (analyze, costs off) ${text}`,
        values,
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toContain("Seq Scan");
      expect(plan).not.toMatch(/rows=\d{3,}/);
    }
  }
});

it("looks up the orders that wait to be sent by key, without reading all orders of the shop", async () => {
  const shop = newShop();
  await query(databaseUrl, "truncate supplier_order cascade");
  await storeOrders(
    shop,
    Array.from({ length: 3000 }, () => ({ state: "delivered" }) as const),
  );
  await query(
    databaseUrl,
    `insert into unrequested_order (id, shop, fulfillment_order_id, shop_order_id, order_name, opened_at, shop_version, lines, seen_at)
     select gen_random_uuid(), $1, 'w' || n, 'w' || n, '#' || n, now(), 'v', '[]', now() from generate_series(1, 1500) n`,
    [shop],
  );
  await query(databaseUrl, "analyze supplier_order");
  await query(databaseUrl, "analyze unrequested_order");
  const spied = vi.spyOn(pg.Query.prototype as unknown as { submit: () => void }, "submit");
  expect(await readInShop(shop, (tx) => countToSend(tx, shop))).toBe(1001);
  expect((await readInShop(shop, (tx) => listToSend(tx, shop, { place: null }))).orders).toHaveLength(50);
  const sent = [...spied.mock.contexts] as unknown as { text?: string; values?: unknown[] }[];
  spied.mockRestore();
  const looks = sent.filter(({ text = "" }) => /from unrequested_order/.test(text));
  expect(looks).toHaveLength(2);
  for (const { text = "", values = [] } of looks) {
    const plan = JSON.stringify(await query(databaseUrl, `explain ${text}`, values));
    expect(plan).toContain("supplier_order_shop_fulfillment_order_id_key");
    expect(plan).not.toContain("Seq Scan on supplier_order");
  }
});
