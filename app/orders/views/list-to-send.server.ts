import { Prisma, type UnrequestedOrder } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { allColumns } from "../../lib/database/rows.server.ts";
import { anywhere, queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import { keysetPage, keysetQuery, type Place } from "../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { type LineToSend, linesIn } from "../states/order-to-send.ts";
import { COUNTED_AT_MOST, RESULTS_SHOWN_SECONDS } from "../states/order-group.ts";
import { labelOf } from "../reasons/reason-words.ts";
import { findFigures, type Outlook } from "./order-contents.server.ts";
import { type PressedColumns, type ResultNow, resultNow } from "./result-now.ts";
import { wordsIn } from "./search-orders.server.ts";

/** An order that waits to be sent. */
export type OrderToSend = Outlook & {
  id: string;
  version: number;
  orderName: string;
  shopOrderId: string;
  openedAt: Date;
  lines: LineToSend[];
  /** True if the merchant has pressed "Send to supplier", and the result is not known yet. */
  isBeingSent: boolean;
  /**
   * The rule that keeps the order from being sent automatically, and when the rules judge it again; null if no rule
   * keeps it.
   */
  kept: { why: Message; until: Date | null } | null;
};

/** A page of orders to send, the newest first. The cursors lead to the adjacent pages. */
export type PageToSend = { orders: OrderToSend[]; newer: string | null; older: string | null };

/**
 * The result of the latest press for one order, and the order's present state; null before the result is known.
 * `orderId` is the id of our order, once the request is ingested.
 */
export type SendResult = ResultNow & {
  id: string;
  orderName: string;
  shopOrderId: string;
  orderId: string | null;
};

/**
 * Reads a page of the orders that wait to be sent: the first page if `place` is null or its cursor is malformed.
 *
 * @param query a part of an order's name or an SKU, or words of a title. Empty for all orders.
 */
export async function listToSend(
  tx: Tx,
  shop: ShopDomain,
  { query = "", place }: { query?: string; place: Place | null },
): Promise<PageToSend> {
  const page = keysetQuery(place, PAGE_SIZE);
  const { beyond, direction } = page;
  const isBeyond = beyond
    ? Prisma.sql`and (opened_at, id) ${Prisma.raw(beyond.side === "lt" ? "<" : ">")} (${beyond.at}, ${beyond.id}::uuid)`
    : Prisma.empty;
  const found = await queryRows<UnrequestedOrder>(tx)`
    select ${allColumns("UnrequestedOrder")} from unrequested_order where ${isWaiting(shop)} ${isBeyond} ${query === "" ? Prisma.empty : Prisma.sql`and ${hasText(query)}`}
    order by ${direction === "desc" ? NEWEST_FIRST : Prisma.sql`opened_at, id`} limit ${page.take}`;
  const { rows, newer, older } = keysetPage(found, page, ({ openedAt: at, id }) => ({ at, id }));
  return { orders: await withFigures(tx, shop, rows), newer, older };
}

/** Reads the newest of the orders to send for these customers' orders. */
export async function listToSendOf(tx: Tx, shop: ShopDomain, shopOrderIds: string[]): Promise<OrderToSend[]> {
  const rows = await queryRows<UnrequestedOrder>(tx)`
    select ${allColumns("UnrequestedOrder")} from unrequested_order
    where ${isWaiting(shop)} and shop_order_id = any(${shopOrderIds}::text[])
    order by ${NEWEST_FIRST} limit ${PAGE_SIZE}`;
  return withFigures(tx, shop, rows);
}

/** Reads the orders to send with these ids. */
export async function readToSendRows(tx: Tx, shop: ShopDomain, ids: string[]): Promise<OrderToSend[]> {
  const rows = await queryRows<UnrequestedOrder>(tx)`
    select ${allColumns("UnrequestedOrder")} from unrequested_order
    where shop = ${shop} and id = any(${sqlArray(ids)}::uuid[])`;
  return withFigures(tx, shop, rows);
}

async function withFigures(tx: Tx, shop: ShopDomain, rows: UnrequestedOrder[]): Promise<OrderToSend[]> {
  const orders = rows.map((row) => ({ ...row, lines: linesIn(row.lines) }));
  const figures = await findFigures(tx, shop, orders);
  return orders.map(({ id, version, orderName, shopOrderId, openedAt, lines, dueAt, kept, judgeDueAt }) => {
    const why = storedMessage(kept);
    return {
      id,
      version,
      orderName,
      shopOrderId,
      openedAt,
      lines,
      isBeingSent: dueAt !== null,
      kept: why && { why, until: judgeDueAt },
      ...(figures.get(id) ?? { paid: null, cost: null, shipping: null, profit: null, problem: null }),
    };
  });
}

/** Counts the orders that wait to be sent. Stops at `COUNTED_AT_MOST` + 1, which stands for all larger numbers. */
export async function countToSend(tx: Tx, shop: ShopDomain): Promise<number> {
  const [counted] = await queryRows<{ count: number }>(tx)`
    select count(*)::int as count from (
      select from unrequested_order where ${isWaiting(shop)}
      order by ${NEWEST_FIRST} limit ${COUNTED_AT_MOST + 1}) as counted`;
  return counted?.count ?? 0;
}

/**
 * Reads the parts of these customers' orders that wait (`waits`). Also reads parts for which a person pressed "Send to
 * supplier" in the last hour, with the results.
 */
export async function findWaitingOf(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
  shopOrderIds: string[],
): Promise<(UnrequestedOrder & { waits: boolean })[]> {
  const waits = await queryRows<{ id: string }>(tx)`
    select id from unrequested_order where ${isWaiting(shop)} and shop_order_id = any(${shopOrderIds}::text[])`;
  const waiting = new Set(waits.map(({ id }) => id));
  const rows = await tx.unrequestedOrder.findMany({
    where: {
      shop,
      shopOrderId: { in: shopOrderIds },
      OR: [{ id: { in: [...waiting] } }, { pressedAt: { gt: after(now, -AN_HOUR) } }],
    },
    orderBy: [{ openedAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => ({ ...row, waits: waiting.has(row.id) }));
}

/** Reads the results of the shop's latest press, for `RESULTS_SHOWN_SECONDS` or until they are dismissed. */
export async function findSendResults(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<{ pressedAt: Date | null; results: SendResult[] }> {
  const rows = await queryRows<PressedRow>(tx)`
    select pressed.id, pressed.order_name as "orderName", pressed.shop_order_id as "shopOrderId", opened.id as "orderId",
      pressed.result, pressed.pressed_at as "pressedAt", opened.state, opened.reason, opened.reason_params as "reasonParams",
      opened.acknowledged_reason as "acknowledgedReason", opened.cancel_requested_at as "cancelRequestedAt"
    from unrequested_order pressed
    left join supplier_order opened on opened.shop = pressed.shop and pressed.left_at is not null
      and opened.fulfillment_order_id = pressed.fulfillment_order_id
    where pressed.shop = ${shop} and pressed.pressed_at > ${after(now, -RESULTS_SHOWN_SECONDS)} and pressed.pressed_at = (
      select max(pressed_at) from unrequested_order where shop = ${shop} and pressed_at is not null)
      and not exists (select from ordering_settings where shop = ${shop} and send_dismissed_at >= pressed.pressed_at)
    order by pressed.opened_at desc, pressed.id desc`;
  return {
    pressedAt: rows[0]?.pressedAt ?? null,
    results: rows.map(({ id, orderName, shopOrderId, orderId, result, state, ...order }) => {
      const known = resultOf(storedMessage(result), { state, reason: order.reason });
      const now = resultNow(known, state && { ...order, state, isDue: false });
      return { id, orderName, shopOrderId, orderId, ...now };
    }),
  };
}

/** The columns of the order are null before the request is ingested. */
type PressedRow = Omit<SendResult, keyof ResultNow> & PressedColumns;

/**
 * Returns the result of a press. If the requested order is held, the result says so, because the order is not with the
 * supplier.
 */
function resultOf(
  result: Message | null,
  { state, reason }: { state: string | null; reason: string | null },
): Message | null {
  if (result?.code !== "to-send.result.sent" || state !== "held" || reason === null) return result;
  const why = labelOf(reason);
  return why && { code: "to-send.result.held", why };
}

const PAGE_SIZE = 50;

const AN_HOUR = 3600;

const NEWEST_FIRST = Prisma.sql`opened_at desc, id desc`;

/**
 * Returns the SQL condition that an order waits to be sent. If we opened an order's request after the last read of the
 * shop, the order no longer waits.
 */
export function isWaiting(shop: ShopDomain): Prisma.Sql {
  // A scalar subquery reads orders by their key. Postgres would turn `not exists` into a join with all of the shop's
  // orders.
  return Prisma.sql`shop = ${shop} and left_at is null and coalesce((
    select opened.requested_at < seen_at from supplier_order opened
    where opened.shop = unrequested_order.shop
      and opened.fulfillment_order_id = unrequested_order.fulfillment_order_id), true)`;
}

/** Returns the SQL condition that an order's name or items contain the searched text. */
export function hasText(query: string): Prisma.Sql {
  return Prisma.sql`(order_name ilike ${anywhere(query)} or exists (
    select from jsonb_array_elements(lines) line
    where line->>'sku' ilike ${anywhere(query)} or line->>'title' ilike all(${wordsIn(query)}::text[])))`;
}
