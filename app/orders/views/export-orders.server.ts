import { Prisma, type SupplierOrder } from "@prisma/client";

import { readInShop } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { type Cell, type CsvFile, mapPages, pagesAfter } from "../../lib/http/csv.ts";
import { round } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Translate } from "../../messages/translate.ts";
import { chargeOf } from "../earnings/earnings.ts";
import type { OrderRow } from "../store/order-store.server.ts";
import type { Period } from "../profit/profit-of-day.server.ts";
import { isEnded } from "../states/order-state.ts";
import { statusOf } from "./order-status.ts";

type Row = Pick<SupplierOrder, "id" | Exclude<Column, "state">> &
  Parameters<typeof chargeOf>[0] &
  Pick<OrderRow, "state" | "reason" | "acknowledgedReason" | "cancelRequestedAt" | "acceptance"> & {
    items: string | null;
  };

/** Columns of the file that are also columns of the row. */
const columns = [
  "orderName",
  "supplierOrderId",
  "requestedAt",
  "placedAt",
  "state",
  "country",
  "revenueCurrency",
  "revenue",
  "shippingPaid",
  "tax",
  "refunded",
  "itemsCost",
  "shippingCost",
  "profit",
  "paidCurrency",
  "costTotal",
  "costShipping",
  "costCurrency",
  "exchangeRate",
  "exchangeRateDate",
] as const;
type Column = (typeof columns)[number];

const PAGE_SIZE = 1000;

/** Returns a file of the period's orders with their earnings, the oldest order first. The file names no customer. */
export function exportOrders(
  shop: ShopDomain,
  { t, toTime, period: { from, before } }: { t: Translate; toTime: (at: Date) => string; period: Period },
): CsvFile {
  const read = (last: Row | null) =>
    readInShop(shop, (tx) => {
      const after = last
        ? Prisma.sql`and (requested_at, id) > (${last.requestedAt}, ${last.id}::uuid)`
        : Prisma.empty;
      return queryRows<Row>(tx)`
        select id, order_name as "orderName", supplier_order_id as "supplierOrderId", requested_at as "requestedAt",
          placed_at as "placedAt", state, reason, acknowledged_reason as "acknowledgedReason",
          cancel_requested_at as "cancelRequestedAt", acceptance, country, revenue_currency as "revenueCurrency", revenue,
          shipping_paid as "shippingPaid", tax, refunded, items_cost as "itemsCost", shipping_cost as "shippingCost",
          profit, paid_currency as "paidCurrency",
          cost_total as "costTotal", cost_shipping as "costShipping",
          cost_earlier as "costEarlier", cost_earlier_shipping as "costEarlierShipping",
          cost_earlier_currency as "costEarlierCurrency", cost_currency as "costCurrency",
          exchange_rate as "exchangeRate", exchange_rate_date as "exchangeRateDate",
          (select string_agg(quantity || ' × ' || sku, ', ' order by line.id) from supplier_order_line line
            where line.shop = listed.shop and line.order_id = listed.id) as items
        from supplier_order listed where shop = ${shop} and placed_at >= ${from}
          and placed_at < ${before} ${after}
        order by requested_at, id limit ${PAGE_SIZE}`;
    });
  const toCells = (row: Row): Cell[] => {
    const charge = chargeOf(row);
    const hasEnded = isEnded(row.state);
    return [
      ...columns.map((name): Cell => {
        switch (name) {
          case "state":
            return t(statusOf({ ...row, reasonParams: null }).label);
          case "costTotal":
            return charge && round(charge.total).amount;
          case "costShipping":
            return charge && round(charge.shipping).amount;
          case "revenue":
          case "shippingPaid":
          case "tax":
          case "refunded":
          case "itemsCost":
          case "shippingCost":
          case "profit":
            // The supplier ships nothing of an ended order, so the order has earned nothing.
            return hasEnded ? null : row[name];
          default: {
            const value = row[name];
            return value instanceof Date ? toTime(value) : value;
          }
        }
      }),
      row.items,
    ];
  };
  const header = [...columns, "items" as const].map((name) => t(`export.orders.${name}`));
  return { header, pages: mapPages(pagesAfter(read), toCells) };
}
