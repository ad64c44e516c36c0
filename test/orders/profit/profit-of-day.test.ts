import Big from "big.js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";

import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { splitByDay, sumAllDays, sumDays } from "../../../app/orders/profit/profit-of-day.server.ts";
import { redactOrder } from "../../../app/orders/redact-order.server.ts";
import { eraseRows } from "../../../app/installation/erase-rows.server.ts";
import {
  listProfitByCountry,
  listProfitByProduct,
  type ProductProfit,
  sumProfit,
} from "../../../app/orders/profit/find-profit.server.ts";
import { periodOf } from "../../../app/orders/profit/load-profit.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { sumByHand } from "./by-hand.ts";

const ORDERS = 150;

/** Inserts orders of twelve days, one every 115 minutes, with three lines each. */
async function fill(shop: ShopDomain, orders = ORDERS): Promise<void> {
  await query(
    databaseUrl,
    `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, requested_at, placed_at, supplier_order_id, acceptance,
       revenue, shipping_paid, tax, revenue_currency, paid_currency, country, refunded, items_cost, shipping_cost, profit)
     select gen_random_uuid(), $1, 'fo' || n, 'o' || n, '#' || n, (array['placed', 'shipped', 'delivered', 'canceled'])[1 + n % 4], at, at,
       'ord' || n, 'accepted', n || '.37', (n % 7) || '.10', '0.00', case when n % 10 = 3 then 'JPY' else 'EUR' end, 'EUR',
       (array['DE', 'FR', null])[1 + n % 3], case when n % 6 = 0 then '1.01' end, (n % 40) || '.05', '2.00',
       case when n % 5 > 0 then (n - 50) || '.41' end
     from generate_series(1, ${String(orders)}) n, lateral (select '2026-10-20T00:00Z'::timestamptz + n * interval '115 minutes' as at) placed`,
    [shop],
  );
  await query(
    databaseUrl,
    `insert into supplier_order_line (id, shop, order_id, line_item_id, fulfillment_order_line_id, supplier_variant_id, sku, title,
       quantity, revenue, cost)
     select gen_random_uuid(), shop, id, order_name || part, 'l', 'v' || (length(order_name) + part), 'v' || (length(order_name) + part), 'Lamp', part,
       (part * 10) || '.31', case when part < 3 then (part * 4) || '.02' end
     from supplier_order, generate_series(1, 3) part where shop = $1`,
    [shop],
  );
}

/** Returns the sums that the page shows. */
async function shown(shop: ShopDomain, period: { from: Date; before: Date }) {
  await sumDays(shop);
  return readInShop(shop, async (tx) => {
    const { sums, unknown } = await sumProfit(tx, shop, period);
    const euros = { ...period, currency: "EUR" };
    const numbers = (each: (typeof sums)[number] | Omit<(typeof sums)[number], "currency">) =>
      [
        each.orders,
        each.revenue,
        each.shippingPaid,
        each.refunded,
        each.itemsCost,
        each.shippingCost,
        each.profit,
      ].map(Number);
    return {
      unknown,
      totals: Object.fromEntries(sums.map((each) => [each.currency, numbers(each)])),
      countries: Object.fromEntries(
        (await listProfitByCountry(tx, shop, euros)).map((each) => [each.country ?? "", numbers(each)]),
      ),
      products: await listProfitByProduct(tx, shop, euros),
    };
  });
}

const RANGES = [
  { from: "2026-10-20", to: "2026-10-31" },
  { from: "2026-10-25", to: "2026-10-25" },
  { from: "2026-10-22", to: "2026-10-27" },
  { from: "2020-01-01", to: "2026-12-31" },
  { from: "2027-01-01", to: "2027-01-05" },
];
const ZONES = ["UTC", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "Pacific/Auckland", null];

async function compare(
  shop: ShopDomain,
  zones: readonly (string | null)[] = ZONES,
  ranges = RANGES,
): Promise<void> {
  for (const zone of zones)
    for (const range of ranges) {
      const period = periodOf(zone, range);
      const { products, sold, ...hand } = await sumByHand(shop, period);
      const { products: listed, ...page } = await shown(shop, period);
      expect(page).toEqual(hand);
      compareProducts(listed, { products, sold });
    }
}

const AMOUNTS = ["revenue", "shippingPaid", "refunded", "itemsCost", "shippingCost"] as const;

/**
 * Expects that products add up to their orders' sums to the cent, and that each product differs from its exact part by less
 * than a cent per line.
 */
function compareProducts(
  listed: ProductProfit[],
  { products, sold }: Pick<Awaited<ReturnType<typeof sumByHand>>, "products" | "sold">,
): void {
  const total = (column: (typeof AMOUNTS)[number] | "profit") =>
    listed.reduce((all, product) => all.plus(product[column]), new Big(0)).toNumber();
  expect([...AMOUNTS, "profit" as const].map(total)).toEqual(sold.slice(1));
  expect(listed.map(({ sku }) => sku).toSorted()).toEqual(Object.keys(products).toSorted());
  for (const product of listed) {
    const lines = products[product.sku] ?? [];
    expect(product.pieces).toBe(lines.reduce((pieces, line) => pieces + line.pieces, 0));
    for (const column of AMOUNTS) {
      const exact = lines.reduce((all, line) => all + line[column], 0);
      expect(Math.abs(Number(product[column]) - exact)).toBeLessThan(0.01 * lines.length);
    }
  }
}

describe("the daily profit sums of a shop", () => {
  let shop: ShopDomain;
  beforeAll(async () => {
    shop = newShop();
    await fill(shop);
  });

  it("match the amounts of the shop's orders in any range and time zone, even on days with a clock change", async () => {
    await compare(shop);
  });

  it.each([
    ["is canceled", "update supplier_order set state = 'canceled' where shop = $1 and order_name like '%5'"],
    [
      "is refunded",
      "update supplier_order set refunded = '3.00', profit = '-1.00' where shop = $1 and order_name like '%1'",
    ],
    [
      "gets its charge",
      "update supplier_order set profit = '9.99', items_cost = '1.00' where shop = $1 and profit is null",
    ],
    ["loses its charge", "update supplier_order set profit = null where shop = $1 and order_name like '%7'"],
    [
      "loses pieces",
      "update supplier_order_line set canceled = 1 where shop = $1 and line_item_id like '%2'",
    ],
    [
      "is placed again later",
      "update supplier_order set placed_at = placed_at + interval '30 hours' where shop = $1 and order_name like '%4'",
    ],
    [
      "is no longer placed",
      "update supplier_order set placed_at = null where shop = $1 and order_name like '%9'",
    ],
    ["is removed", "delete from supplier_order where shop = $1 and order_name like '%8'"],
  ])("stay correct after an order %s", async (_, change) => {
    await shown(shop, periodOf(null, RANGES[0]!));
    await query(databaseUrl, change, [shop]);
    await compare(shop);
  });

  it("are not recomputed after a change of columns that the sums do not use", async () => {
    await sumDays(shop);
    await query(
      databaseUrl,
      "update supplier_order set retry_count = 1, update_due_at = date_trunc('milliseconds', now()) where shop = $1",
      [shop],
    );
    await query(databaseUrl, "update supplier_order_line set released = 1 where shop = $1", [shop]);
    expect(await query(databaseUrl, "select from profit_change where shop = $1", [shop])).toEqual([]);
  });

  it("count a change that commits after its day was summed", async () => {
    await sumDays(shop);
    const { promise: held, resolve: release } = Promise.withResolvers<null>();
    const { promise: changed, resolve: isChanged } = Promise.withResolvers<null>();
    const writing = inShop(shop, async (tx) => {
      await tx.supplierOrder.updateMany({ where: { shop, orderName: "#11" }, data: { profit: "-77.00" } });
      isChanged(null);
      await held;
    });
    await changed;
    await query(
      databaseUrl,
      "update supplier_order set profit = '5.00' where shop = $1 and order_name = '#12'",
      [shop],
    );
    await sumDays(shop);
    release(null);
    await writing;
    await compare(shop);
  });

  it("count an order that has a profit, but no cost of its items", async () => {
    await query(
      databaseUrl,
      "update supplier_order set items_cost = null, shipping_cost = null where shop = $1 and profit is not null",
      [shop],
    );
    await compare(shop);
  });

  it("are computed again for days that the previous release summed during an upgrade", async () => {
    await sumDays(shop);
    const day = [shop, "2026-10-25"];
    await query(
      databaseUrl,
      "update profit_of_day set kind = 'variant' where shop = $1 and day = $2 and kind = 'product'",
      day,
    );
    await query(databaseUrl, "delete from profit_change where shop = $1", [shop]);
    await compare(shop);
    const left = "select from profit_of_day where shop = $1 and kind = 'variant'";
    expect(await query(databaseUrl, left, [shop])).toEqual([]);
  });

  it("are correct if several pages and the schedule compute them at once", async () => {
    await query(
      databaseUrl,
      "update supplier_order set profit = '1.00' where shop = $1 and profit is not null",
      [shop],
    );
    await Promise.all([sumDays(shop), sumDays(shop), sumAllDays(), sumDays(shop)]);
    await compare(shop);
  });

  it("are deleted with the shop's orders, even while a page computes them", async () => {
    await query(databaseUrl, "update supplier_order set profit = '2.00' where shop = $1", [shop]);
    await Promise.all([sumDays(shop), eraseRows(shop), sumDays(shop)]);
    await sumDays(shop);
    for (const table of ["profit_of_day", "profit_change"])
      expect(await query(databaseUrl, `select from ${table} where shop = $1`, [shop])).toEqual([]);
  });
});

/** Changes of some orders of a shop. */
const CHANGES = {
  canceled: "update supplier_order set state = 'canceled'",
  rejected: "update supplier_order set state = 'rejected', reason = 'rejected', profit = null",
  refunded: "update supplier_order set refunded = '2.50', profit = '-3.10'",
  charged: "update supplier_order set items_cost = '7.77', shipping_cost = '1.23', profit = '12.34'",
  unknown: "update supplier_order set items_cost = null, profit = null",
  snapshot:
    "update supplier_order set revenue = '99.99', revenue_currency = 'USD', profit = '9.00', country = 'CH'",
  "placed again": "update supplier_order set state = 'placed', placed_at = placed_at + interval '26 hours'",
  "not placed": "update supplier_order set state = 'ready', placed_at = null",
  removed: "delete from supplier_order",
} as const;
const LINE_CHANGES = {
  "pieces canceled": "update supplier_order_line set canceled = 1",
  "pieces sent again": "update supplier_order_line set canceled = 1, earlier_sent = 1",
  "lines removed": "delete from supplier_order_line",
  "another variant":
    "update supplier_order_line set supplier_variant_id = 'v99', sku = 'v99', revenue = '5.00', cost = '4.00'",
} as const;
const names = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
const step = fc.oneof(
  fc.record({ change: fc.constantFrom(...Object.values(CHANGES)), of: names, isLine: fc.constant(false) }),
  fc.record({
    change: fc.constantFrom(...Object.values(LINE_CHANGES)),
    of: names,
    isLine: fc.constant(true),
  }),
  fc.constantFrom("sum", "sum all", "redact" as const),
);

it("keeps a shop's daily sums equal to its orders after random changes, even while another shop is erased", async () => {
  const [shop, gone] = [newShop(), newShop()];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 12 }),
      fc.constantFrom(...ZONES),
      fc.constantFrom(...ZONES),
      async (steps, zone, laterZone) => {
        for (const each of [shop, gone]) {
          await eraseRows(each);
          await fill(each, 40);
        }
        for (const each of steps)
          if (each === "sum") await sumDays(shop);
          else if (each === "sum all") await sumAllDays();
          else if (typeof each === "string") await redactOrder(shop, { subjectId: "gid://shopify/Order/7" });
          else {
            const which = each.isLine
              ? "order_id in (select id from supplier_order where shop = $1 and order_name = any($2))"
              : "order_name = any($2)";
            await query(databaseUrl, `${each.change} where shop = $1 and ${which}`, [
              shop,
              each.of.map((number) => `#${String(number)}`),
            ]);
          }
        await sumDays(gone);
        await eraseRows(gone);
        await compare(shop, [zone, laterZone], RANGES.slice(2, 4));
        expect(await sumByHand(gone, periodOf(zone, RANGES[3]!))).toMatchObject({ unknown: 0, totals: {} });
        expect(await shown(gone, periodOf(zone, RANGES[3]!))).toMatchObject({ unknown: 0, totals: {} });
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
});

it.each([
  ["2026-10-20T22:00Z", "2026-10-23T22:00Z", 1, 2],
  ["2026-10-20T00:00Z", "2026-10-23T00:00Z", 1, 0],
  ["2026-10-20T00:00Z", "2026-10-23T05:00Z", 1, 1],
  ["2026-10-20T01:00Z", "2026-10-20T23:00Z", 0, 1],
  ["2026-10-20T22:00Z", "2026-10-21T22:00Z", 0, 1],
  ["2026-10-20T22:00Z", "2026-10-20T22:00Z", 0, 1],
])("splits the time from %s to %s into whole days and parts of days", (from, before, days, parts) => {
  const split = splitByDay({ from: new Date(from), before: new Date(before) });
  expect([split.days.length, split.parts.length]).toEqual([days, parts]);
});
