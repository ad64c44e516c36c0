import Big from "big.js";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { databaseUrl } from "../../support/world.ts";

type Order = {
  id: string;
  placed_at: Date | null;
  state: string;
  country: string | null;
  revenue_currency: string;
  revenue: string;
  shipping_paid: string;
  refunded: string | null;
  items_cost: string | null;
  shipping_cost: string | null;
  profit: string | null;
};
type Line = {
  order_id: string;
  supplier_variant_id: string;
  quantity: number;
  canceled: number;
  earlier_sent: number;
  revenue: string;
  cost: string | null;
};

const COUNTED = ["placed", "partially_shipped", "shipped", "delivered"];
/** Sums up by hand, from the rows of orders and lines. */
export async function sumByHand(shop: ShopDomain, { from, before }: { from: Date; before: Date }) {
  const all = await query<Order>(databaseUrl, "select * from supplier_order where shop = $1", [shop]);
  const lines = await query<Line>(databaseUrl, "select * from supplier_order_line where shop = $1", [shop]);
  const orders = all.filter(
    ({ placed_at: at, state }) => at !== null && at >= from && at < before && COUNTED.includes(state),
  );
  const known = orders.filter(({ profit }) => profit !== null);
  const sum = (amounts: (string | null)[]) =>
    amounts.reduce((total, amount) => total.plus(amount ?? 0), new Big(0)).toNumber();
  const byKey = <Row>(rows: Row[], keyOf: (row: Row) => string, sumsOf: (rows: Row[]) => number[]) =>
    Object.fromEntries([...Map.groupBy(rows, keyOf)].map(([key, group]) => [key, sumsOf(group)]));
  const sums = (rows: Order[]) => [
    rows.length,
    sum(rows.map(({ revenue }) => revenue)),
    sum(rows.map(({ shipping_paid: paid }) => paid)),
    sum(rows.map(({ refunded }) => refunded)),
    sum(rows.map(({ items_cost: cost }) => cost)),
    sum(rows.map(({ shipping_cost: cost }) => cost)),
    sum(rows.map(({ profit }) => profit)),
  ];
  const euros = known.filter(({ revenue_currency: currency }) => currency === "EUR");
  const keptOf = ({ quantity, canceled, earlier_sent: sent }: Line) =>
    Math.max(0, Math.min(quantity, quantity - canceled + sent));
  /** A line's part of an order's amounts: by revenue, by pieces, or by expected cost. */
  const partsOf = (order: Order, line: Line) => {
    const its = lines.filter(({ order_id: id }) => id === order.id);
    const isGone = its.every((each) => keptOf(each) === 0);
    const part = (weightOf: (line: Line) => number | null) => {
      const weights = its.map(weightOf);
      const whole = weights.reduce<number>((all, weight) => all + (weight ?? 0), 0);
      if (weights.includes(null) || whole === 0) return byPieces();
      return (weightOf(line) ?? 0) / whole;
    };
    const byPieces = (): number => part((each) => (isGone ? each.quantity : keptOf(each)));
    const byAmount = (column: "revenue" | "cost") =>
      part((each) => (each[column] === null ? null : (Number(each[column]) * keptOf(each)) / each.quantity));
    const amounts = {
      revenue: Number(order.revenue) * byAmount("revenue"),
      shippingPaid: Number(order.shipping_paid) * byPieces(),
      refunded: Number(order.refunded ?? 0) * byAmount("revenue"),
      itemsCost: Number(order.items_cost ?? 0) * byAmount("cost"),
      shippingCost: Number(order.shipping_cost ?? 0) * byPieces(),
    };
    return { pieces: keptOf(line), ...amounts };
  };
  const sold = euros.flatMap((order) =>
    lines
      .filter(({ order_id: id }) => id === order.id)
      .map((line) => ({ key: line.supplier_variant_id, ...partsOf(order, line) })),
  );
  return {
    unknown: orders.length - known.length,
    totals: byKey(known, ({ revenue_currency: currency }) => currency, sums),
    countries: byKey(euros, ({ country }) => country ?? "", sums),
    products: Object.fromEntries(Map.groupBy(sold, ({ key }) => key)),
    // An order without lines has no products.
    sold: sums(euros.filter(({ id }) => lines.some((line) => line.order_id === id))),
  };
}
