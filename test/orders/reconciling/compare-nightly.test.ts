import { beforeEach, describe, expect, it } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import {
  compareNow,
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

/** The merchant presses "Compare now". @returns codes of the differences, a reason's instead of its frame's. */
async function compared(): Promise<string[]> {
  await requestNightlyComparison(world.shop);
  await compareNow(world.shop);
  const { rows, problem } = await inShop(world.shop, (tx) => findNightlyComparison(tx, world.shop));
  expect(problem).toBeNull();
  return rows.map(({ message }) => {
    const { code, why } = message as { code: string; why?: { code: string } };
    return code === "reconciliation.order" ? (why?.code ?? "") : code;
  });
}

describe("a comparison", () => {
  it("finds nothing where all sides agree, and writes nothing to the shop or the supplier", async () => {
    await placed();
    const orders = ledger.orders().length;
    const { mutations } = simulated(world.shop).usage;
    expect(await compared()).toEqual([]);
    expect(ledger.orders()).toHaveLength(orders);
    expect(simulated(world.shop).usage.mutations).toBe(mutations);
  });

  it("lists a supplier's order that our records do not have, until it is canceled", async () => {
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
    await query(databaseUrl, "update supplier_order set acknowledged_reason = reason where shop = $1", [
      world.shop,
    ]);
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

  it("keeps its list and says so if the shop does not answer, and tries again", async () => {
    await placed();
    wholesale.setFault("getOrder", "500", 0);
    const { reference } = await placed();
    const ours = ledger.orders().find((each) => each.reference === reference)!;
    ledger.place({ ...ours, reference: reference.replace(/-\d+-1$/, "-998-1") });
    expect(await compared()).toEqual(["orders.mismatch.unknown"]);
    wholesale.setFault("getOrder", "500", 10);
    await requestNightlyComparison(world.shop);
    await compareNow(world.shop);
    wholesale.setFault("getOrder", "500", 0);
    const view = await inShop(world.shop, (tx) => findNightlyComparison(tx, world.shop));
    expect(view.problem).not.toBeNull();
    expect(view.rows).toHaveLength(1);
  });
});

it("compares every night", async () => {
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
