import { beforeEach, describe, expect, it } from "vitest";

import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import {
  compareNow,
  type ComparisonView,
  findNightlyComparison,
  requestNightlyComparison,
  sweepComparisons,
} from "../../../app/orders/reconciling/compare-nightly.server.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify, wholesale } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

const { ledger } = wholesale.supplier;

let world: SellingShop;
beforeEach(async () => {
  world = await sellingShop();
});

/** An order that supplier, shop and records agree on. */
async function placed(): Promise<{ name: string; reference: string }> {
  const { name } = world.order();
  world.request(name);
  await world.ingestRequests();
  await world.processDue();
  const [row] = await query<{ reference: string }>(
    databaseUrl,
    "select reference from order_attempt where shop = $1 order by started_at desc limit 1",
    [world.shop],
  );
  return { name, reference: row?.reference ?? "" };
}

/** The reconciliation page's list, or a page of it. */
function listed(
  { shop }: SellingShop,
  place?: { after: string | null; before: string | null },
): Promise<ComparisonView> {
  return readInShop(shop, (tx, now) => findNightlyComparison(tx, { shop, now, connected: true }, place));
}

/** The merchant presses "Compare now". @returns codes of the differences, a reason's instead of its frame's. */
async function compared(): Promise<string[]> {
  await requestNightlyComparison(world.shop);
  await compareNow(world.shop);
  const { rows, problem } = await listed(world);
  expect(problem).toBeNull();
  return rows.map(({ message }) => {
    const { code, why } = message as { code: string; why?: { code: string } };
    return code === "reconciliation.order" ? (why?.code ?? "") : code;
  });
}

describe("the nightly comparison", () => {
  it("finds nothing if records, shop and supplier agree, and writes nothing to the shop or the supplier", async () => {
    await placed();
    const orders = ledger.orders().length;
    const { mutations } = simulated(world.shop).usage;
    expect(await compared()).toEqual([]);
    expect(ledger.orders()).toHaveLength(orders);
    expect(simulated(world.shop).usage.mutations).toBe(mutations);
  });

  it("lists a supplier's order that our records do not have, until that order is canceled", async () => {
    const { reference } = await placed();
    const ours = ledger.orders().find((each) => each.reference === reference)!;
    const stray = ledger.place({ ...ours, reference: reference.replace(/-\d+-1$/, "-999-1") });
    expect(await compared()).toEqual(["orders.mismatch.unknown"]);
    expect(await compared()).toEqual(["orders.mismatch.unknown"]);
    ledger.cancel(stray.id);
    expect(await compared()).toEqual([]);
  });

  it("lists an order that has changed in the shop, until the merchant marks it as resolved", async () => {
    const { name } = await placed();
    shopify.merchant.changeAddress(name, { address1: "Neue Straße 1" }, world.shop);
    expect(await compared()).toEqual(["orders.reason.changed-in-shop"]);
    const [row] = (await listed(world)).rows;
    expect(row?.buttons.map(({ fields }) => fields["intent"])).toEqual(["acknowledge", "cancel"]);
    expect(row?.buttons.map(({ confirm }) => confirm?.title.code)).toEqual([
      undefined,
      "orders.cancel.title",
    ]);
    await query(databaseUrl, "update supplier_order set acknowledged_reason = reason where shop = $1", [
      world.shop,
    ]);
    // Also before the next comparison.
    expect((await listed(world)).rows).toEqual([]);
    expect(await compared()).toEqual([]);
  });

  it("lists products whose variants the supplier no longer lists, and prices that the merchant changed", async () => {
    await query(
      databaseUrl,
      `update variant_link set in_shop = jsonb_build_object('price', '1234.50'), price = '1.00' where shop = $1
         and supplier_variant_id = (select min(supplier_variant_id) from variant_link where shop = $1)`,
      [world.shop],
    );
    await query(
      databaseUrl,
      `delete from supplier_variant where shop = $1
         and id = (select max(supplier_variant_id) from variant_link where shop = $1)`,
      [world.shop],
    );
    expect((await compared()).toSorted()).toEqual([
      "reconciliation.other-price",
      "reconciliation.variants-gone",
    ]);
  });

  it("lists no price that differs in the shop only by trailing zeros", async () => {
    await query(
      databaseUrl,
      "update variant_link set in_shop = jsonb_build_object('price', price || case when price like '%.%' then '0' else '.00' end) where shop = $1",
      [world.shop],
    );
    expect(await compared()).toEqual([]);
  });

  it("keeps its list and shows a problem if the supplier does not answer, and is tried again later", async () => {
    await placed();
    wholesale.setFault("getOrder", "500", 0);
    const { reference } = await placed();
    const ours = ledger.orders().find((each) => each.reference === reference)!;
    const stray = ledger.place({ ...ours, reference: reference.replace(/-\d+-1$/, "-998-1") });
    expect(await compared()).toEqual(["orders.mismatch.unknown"]);
    wholesale.setFault("getOrder", "500", 10);
    await requestNightlyComparison(world.shop);
    await compareNow(world.shop);
    wholesale.setFault("getOrder", "500", 0);
    const view = await listed(world);
    expect(view.problem).not.toBeNull();
    expect(view.rows).toHaveLength(1);
    ledger.cancel(stray.id);
    await compareNow(world.shop);
    expect((await listed(world)).rows).toHaveLength(1);
    await timePasses(world.shop, 3600);
    await compareNow(world.shop);
    expect(await listed(world)).toMatchObject({ problem: null, rows: [] });
  });
});

describe("the list of differences", () => {
  it("can be read page by page in both directions, even from an invalid page address", async () => {
    const at = new Date();
    const data = Array.from({ length: 120 }, (_, index) => ({
      shop: world.shop,
      subject: `product:${String(index).padStart(3, "0")} gone`,
      message: { code: "reconciliation.variants-gone", product: "Cup", variants: 1 },
      url: "/app/products/1",
      action: { code: "reconciliation.open-product" },
      since: new Date(at.getTime() - Math.floor(index / 7) * 1000),
    }));
    await inShop(world.shop, (tx) => tx.foundDifference.createMany({ data }));
    const forth = [await listed(world)];
    for (let next = forth[0]?.after; next; next = forth.at(-1)?.after)
      forth.push(await listed(world, { after: next, before: null }));
    const subjects = forth.map(({ rows }) => rows.map(({ subject }) => subject));
    expect(subjects.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(new Set(subjects.flat()).size).toBe(120);
    const back = [forth[2]!];
    for (let next = back[0]?.before; next; next = back[0]?.before)
      back.unshift(await listed(world, { after: null, before: next }));
    expect(back.map(({ rows }) => rows.map(({ subject }) => subject))).toEqual(subjects);
    for (const cursor of ["", "x", "1_", "' or 1=1 --"])
      expect((await listed(world, { after: cursor, before: null })).rows).toHaveLength(50);
  });

  it("offers no button if a person has to decide, and in a disconnected shop none that needs the supplier", async () => {
    await placed();
    const [{ id } = { id: "" }] = await query<{ id: string }>(
      databaseUrl,
      `update supplier_order set state = 'in_doubt', reason = 'not-found',
         reason_params = '{"explanation": {"code": "orders.unclear.ours"}}' where shop = $1 returning id`,
      [world.shop],
    );
    const row = { shop: world.shop, url: `/app/orders/${id}`, since: new Date() };
    const texts = {
      message: { code: "reconciliation.none" },
      action: { code: "reconciliation.open-order" },
    };
    await inShop(world.shop, (tx) =>
      tx.foundDifference.createMany({ data: [{ ...row, ...texts, subject: `order:${id}` }] }),
    );
    const intents = async (connected: boolean) => {
      const { rows } = await readInShop(world.shop, (tx, now) =>
        findNightlyComparison(tx, { shop: world.shop, now, connected }),
      );
      return rows.map(({ buttons }) => buttons.map(({ fields }) => fields["intent"]));
    };
    expect(await intents(true)).toEqual([[]]);
    await query(
      databaseUrl,
      "update supplier_order set state = 'rejected', reason = 'rejected-at-supplier', acceptance = 'closed' where shop = $1",
      [world.shop],
    );
    expect(await intents(true)).toEqual([["order-again", "acknowledge"]]);
    expect(await intents(false)).toEqual([["acknowledge"]]);
  });
});

it("starts the comparison every night", async () => {
  await sweepComparisons();
  const at = () =>
    query<{ hour: number; compared_at: Date | null }>(
      databaseUrl,
      `select extract(hour from due_at at time zone coalesce(
         (select time_zone from shop_facts where shop_facts.shop = comparison.shop), 'UTC'))::int as hour, compared_at
       from comparison where shop = $1`,
      [world.shop],
    );
  expect(await at()).toEqual([{ hour: 3, compared_at: null }]);
  await timePasses(world.shop, 28 * 3600);
  await sweepComparisons();
  expect(await at()).toMatchObject([{ compared_at: expect.any(Date) as Date }]);
});
