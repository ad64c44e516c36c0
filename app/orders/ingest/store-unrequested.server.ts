import { v7 } from "uuid";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";
import { readWithLocation } from "../../shop/orders/fulfillment-orders.server.ts";
import { REPLICA_LAGS_SECONDS } from "../../shop/orders/fulfillment-order.ts";
import {
  LINES_READ_AT_ONCE,
  readLines,
  type Unrequested,
} from "../../shop/orders/fulfillment-requests.server.ts";
import { paidBesides } from "../earnings/earnings.ts";
import { markHeld } from "../holding/hold-order.server.ts";
import { type LineToSend, toLinesToSend } from "../states/order-to-send.ts";

/** The shop's unrequested fulfillment orders that may be requested, as of a read that began at `asOf` by the database's clock. */
export type Listed = {
  unrequested: Unrequested[];
  asOf: Date;
  /** The read is complete for fulfillment orders that were opened after this time; null if it is complete for all. */
  since: Date | null;
};

/**
 * Stores the orders that wait to be sent. Reads the lines of orders that are new or have changed, and deletes the rows
 * of orders that no longer wait. Skips orders that are being sent.
 */
export async function storeUnrequested(
  shop: ShopDomain,
  { unrequested, asOf, since }: Listed,
): Promise<void> {
  const without = await storeLines(shop, { orders: await findChanged(shop, unrequested), asOf });
  const listed = unrequested.map((each) => each.fulfillmentOrderId).filter((id) => !without.has(id));
  await inShop(shop, async (tx) => {
    await showAgain(tx, shop, { listed, asOf });
    await execute(tx)`
      delete from unrequested_order where shop = ${shop} and due_at is null and (
        left_at < now() - make_interval(secs => ${RESULTS_KEPT_SECONDS})
        or left_at is null and seen_at < ${asOf} and not (fulfillment_order_id = any(${listed}::text[]))
          and (${since}::timestamptz is null or opened_at > ${since}))`;
  });
}

/**
 * Reads the lines of fulfillment orders, and stores each order with its lines.
 *
 * @returns ids of the orders without pieces left to fulfill. These are not stored.
 */
export async function storeLines(
  shop: ShopDomain,
  { orders, asOf }: { orders: Stored[]; asOf: Date },
): Promise<Set<string>> {
  const without = new Set<string>();
  for (let from = 0; from < orders.length; from += LINES_READ_AT_ONCE) {
    const batch = orders.slice(from, from + LINES_READ_AT_ONCE);
    const lines = await readLines(
      shop,
      batch.map(({ fulfillmentOrderId }) => fulfillmentOrderId),
    );
    const rows: Row[] = [];
    for (const order of batch) {
      const { fulfillmentOrderId: id, shopOrderId } = order;
      const listed = lines.get(id);
      // `readLines` returns null for a fulfillment order with many lines. Such a fulfillment order is read by a call of
      // its own.
      const read = listed === null ? await readWithLocation(shop, { id, shopOrderId }) : listed;
      const toSend = toLinesToSend(read?.lines ?? []);
      const shippingPaid = (read && paidBesides(read)?.amount) ?? null;
      const country = read?.destination?.countryCode ?? null;
      if (toSend.length > 0) rows.push({ ...order, lines: toSend, shippingPaid, country });
      else without.add(id);
    }
    const shopOrderIds = rows.map(({ shopOrderId }) => shopOrderId);
    await inShop(shop, async (tx, now) => {
      await upsert(tx, shop, { rows, asOf });
      await markHeld(tx, shop, { shopOrderIds, now });
    });
  }
  return without;
}

type Stored = Omit<Unrequested, "orderedAt">;

/**
 * Results are kept for this time, a day. Pages show results for an hour at most, so that no shown result is deleted.
 */
const RESULTS_KEPT_SECONDS = 86_400;

type Row = Stored & { lines: LineToSend[]; shippingPaid: string | null; country: string | null };

async function findChanged(shop: ShopDomain, unrequested: Unrequested[]): Promise<Unrequested[]> {
  const ids = unrequested.map(({ fulfillmentOrderId }) => fulfillmentOrderId);
  const rows = await inShop(shop, (tx) =>
    tx.unrequestedOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: ids }, leftAt: null },
      select: { fulfillmentOrderId: true, shopVersion: true },
    }),
  );
  const known = new Map(rows.map((row) => [row.fulfillmentOrderId, row.shopVersion]));
  return unrequested.filter((each) => known.get(each.fulfillmentOrderId) !== each.shopVersion);
}

async function upsert(tx: Tx, shop: ShopDomain, { rows, asOf }: { rows: Row[]; asOf: Date }): Promise<void> {
  await execute(tx)`
    insert into unrequested_order as known
      (id, shop, fulfillment_order_id, shop_order_id, order_name, opened_at, shop_version, lines, seen_at, shipping_paid,
        country)
    select id, ${shop}, "fulfillmentOrderId", "shopOrderId", "orderName", "openedAt", "shopVersion", lines,
      ${asOf}, "shippingPaid", country
    from jsonb_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, id: newId(row) })))}::jsonb)
      as read (id uuid, "fulfillmentOrderId" text, "shopOrderId" text,
      "orderName" text, "openedAt" timestamptz, "shopVersion" text, lines jsonb, "shippingPaid" text, country text)
    on conflict (shop, fulfillment_order_id) do update set
      order_name = excluded.order_name, shop_version = excluded.shop_version, lines = excluded.lines,
      shipping_paid = excluded.shipping_paid, country = excluded.country,
      version = known.version + (known.lines is distinct from excluded.lines)::int,
      seen_at = excluded.seen_at, left_at = null, accepted_loss = null,
      request_sent_at = null
    where known.due_at is null
      and (known.left_at is null or known.left_at < ${after(asOf, -REPLICA_LAGS_SECONDS)})`;
}

/**
 * Returns an id that rises with Shopify's number of the fulfillment order: Shopify's times have whole seconds, and
 * lists break ties by id. If a row is deleted and created again, the random end gives it another id. An old button then
 * does not act on the new row.
 */
function newId({ openedAt, fulfillmentOrderId }: Pick<Row, "openedAt" | "fulfillmentOrderId">): string {
  const number = Number(/\d+$/.exec(fulfillmentOrderId)?.[0] ?? 0);
  return v7({ msecs: openedAt.getTime(), seq: number % 2 ** 32 });
}

/**
 * Puts orders whose request has ended back on the list, for example because the merchant canceled it. The list hides
 * an order whose request we opened after `seen_at`, so this moves `seen_at` past that time.
 */
async function showAgain(
  tx: Tx,
  shop: ShopDomain,
  { listed, asOf }: { listed: string[]; asOf: Date },
): Promise<void> {
  await execute(tx)`
    update unrequested_order waiting set seen_at = ${asOf}
    where shop = ${shop} and fulfillment_order_id = any(${listed}::text[]) and left_at is null and exists (
      select from supplier_order opened
      where opened.shop = waiting.shop and opened.fulfillment_order_id = waiting.fulfillment_order_id
        and opened.requested_at >= waiting.seen_at
        and opened.requested_at < ${after(asOf, -REPLICA_LAGS_SECONDS)})`;
}
