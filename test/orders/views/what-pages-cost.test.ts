import pg from "pg";
import { expect, it, vi } from "vitest";

import { countConcerns } from "../../../app/catalog/sync/views/count-concerns.server.ts";
import { findState } from "../../../app/components/find-state.server.ts";
import { findOrderingSettings } from "../../../app/orders/store/ordering-settings.server.ts";
import { countOrders, listOrders } from "../../../app/orders/views/list-orders.server.ts";
import { COUNTED_AT_MOST, orderGroups } from "../../../app/orders/states/order-group.ts";
import { orderStates } from "../../../app/orders/states/order-state.ts";
import { findSetup } from "../../../app/setup/setup-store.server.ts";
import { countWork } from "../../support/count-work.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { storeOrders } from "../stored-order.ts";

it("a page of orders costs one transaction of three statements, one more with a search, and a count one of one", async () => {
  const shop = newShop();
  await storeOrders(shop, [{}, { state: "placed" }]);
  for (const wanted of [
    { group: null, query: "" },
    { group: null, query: "1001" },
    ...orderGroups.map((group) => ({ group, query: "" })),
  ])
    expect(await countWork(() => listOrders(shop, { ...wanted, place: null }))).toMatchObject({
      ...{ transactions: 1, statements: wanted.query === "" ? 3 : 4 },
    });
  expect(await countWork(() => countOrders(shop, "in-progress"))).toMatchObject({
    ...{ transactions: 1, statements: 1 },
  });
});

it("all that home and the orders page read share one transaction", async () => {
  const shop = newShop();
  const ofBoth = () => [findState(shop), findOrderingSettings(shop), countOrders(shop, "needs-attention")];
  const home = () =>
    Promise.all([
      ...ofBoth(),
      findSetup(shop),
      countOrders(shop, "in-progress"),
      countConcerns(shop, COUNTED_AT_MOST),
    ]);
  expect(await countWork(home)).toMatchObject({ transactions: 1 });
  const list = { group: null, query: "", place: null };
  const orders = () => Promise.all([...ofBoth(), listOrders(shop, list)]);
  expect(await countWork(orders)).toMatchObject({ transactions: 1 });
});

it.each([
  ["needs-attention", "supplier_order_with_reason"],
  ["in-progress", "supplier_order_open"],
  ["completed", "supplier_order_completed"],
] as const)("the orders that are %s are found and counted on an index of theirs", async (group, index) => {
  const shop = newShop();
  // As in a table whose orders are mostly of the other groups.
  const other = group === "completed" ? "placed" : "delivered";
  const rows = Array.from({ length: 2000 }, () => ({ state: other }) as const);
  await storeOrders(shop, [...rows, ...orderStates.map((state) => ({ state }))]);
  await query(databaseUrl, "analyze supplier_order");
  const spied = vi.spyOn(pg.Query.prototype as unknown as { submit: () => void }, "submit");
  await listOrders(shop, { group, query: "", place: null });
  await countOrders(shop, group);
  const sent = [...spied.mock.contexts] as unknown as { text?: string; values?: unknown[] }[];
  spied.mockRestore();
  const looks = sent.filter(({ text = "" }) => /order by requested_at desc/.test(text));
  expect(looks).toHaveLength(2);
  for (const { text = "", values = [] } of looks) {
    const plan = await query(databaseUrl, `explain ${text}`, values);
    expect(JSON.stringify(plan)).toMatch(new RegExp(`(using|Scan on) ${index} `));
  }
});
