import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { PastPieces } from "../../shop/orders/fulfillment-order.ts";
import { countedStates } from "../states/order-state.ts";
import { countRefundedAfterShipping } from "../states/refunded-pieces.ts";

/**
 * Facts that decide if an attempt may begin: the generation of the shop's key, and the pause of its ordering. Also the
 * titles of lines of which we would order more pieces than the customer did.
 */
export type Standing = {
  keyGeneration: number | null;
  isPaused: boolean;
  beyondOrdered: string[];
  /** True if the supplier already has all pieces that the customer ordered, through other orders of ours. */
  isBought: boolean;
};

/** The part of an attempt that `readStanding` judges. */
type Counting = {
  shop: ShopDomain;
  /** The attempt's own order, whose pieces do not count; null if there is none yet. */
  orderId: string | null;
  intent: {
    /** Pieces of the customer's order that were fulfilled or refunded. */
    past: PastPieces;
    /** True if this order is the probe while unclear replies pause ordering. */
    isProbe: boolean;
    lines: { lineItemId: string; title: string; quantity: number; ordered: number }[];
  };
};

/**
 * Reads the generation of each shop's key, the pause of its ordering, and the lines that would exceed the customer's order. These
 * facts may change before an attempt begins, unless `tx` has the lock of `beginAttempt`.
 */
export async function readStanding<Item extends Counting>(
  tx: Tx,
  items: readonly Item[],
): Promise<Map<Item, Standing>> {
  const lines = new Map(
    items.flatMap(({ shop, intent }) =>
      intent.lines.map(({ lineItemId }) => [`${shop} ${lineItemId}`, { shop, lineItemId }]),
    ),
  );
  const counted = [...lines.values()];
  const rows = await queryRows<CountedLine>(tx)`
    select asked.shop, asked.line_item_id as "lineItemId", connection.generation as "keyGeneration",
      settings.paused_at is not null
        or exists (select from support_pause pause where pause.shop = asked.shop)
        or exists (select from support_pause_of_all)
        -- A workflow may place its hold while our order is being opened, so the hold is read from the customer's order
        -- lines.
        or exists (select from shop_order_line line
          join order_hold on order_hold.shop = line.shop and order_hold.shop_order_id = line.shop_order_id
          where line.shop = asked.shop and line.line_item_id = asked.line_item_id) as "isPaused",
      settings.next_try_at is not null or exists (select from doubt_pause_of_all) as "isDoubtful",
      live.order_id as "orderId", live.quantity, live.fulfillment_ids as "fulfillmentIds"
    from unnest(${counted.map(({ shop }) => shop)}::text[],
      ${counted.map(({ lineItemId }) => lineItemId)}::text[]) as asked(shop, line_item_id)
    left join connection on connection.shop = asked.shop
    left join ordering_settings settings on settings.shop = asked.shop
    left join lateral (
      -- If the supplier has an order twice, all of its pieces count twice. After the first of the two orders has ended,
      -- the pieces that it had sent still count.
      select order_id, quantity - canceled + (times - 1) * quantity + earlier_sent as quantity,
        array(select unnest(earlier_fulfillment_ids || fulfillment_id) from shipment
          where shipment.shop = counted.shop and shipment.order_id = counted.order_id) as fulfillment_ids
      from (
        select line.*,
          -- A scalar subquery makes Postgres use the primary key, even if its statistics still show an empty table.
          (select case when second_supplier_order_id is null then 1 else 2 end from supplier_order other
            where other.shop = line.shop and other.id = line.order_id and state in (${Prisma.join(countedStates)})) as times
        from supplier_order_line line
        where line.shop = asked.shop and line.line_item_id = asked.line_item_id) counted
      where times is not null)
      live on true`;
  return new Map(items.map((item) => [item, standingOf(item, rows)]));
}

/** A line, and one order whose pieces count for it; `orderId` is null if there is none. */
type CountedLine = {
  shop: string;
  lineItemId: string;
  keyGeneration: number | null;
  /** True if the shop's ordering is paused, or a workflow holds this line's order. */
  isPaused: boolean;
  /** True if unclear replies pause the shop's ordering. */
  isDoubtful: boolean;
  orderId: string | null;
  quantity: number | null;
  /** Ids of the shop's fulfillments for that order's packages; an element is null if the shop does not show the package. */
  fulfillmentIds: (string | null)[] | null;
};

function standingOf({ shop, orderId, intent }: Counting, rows: CountedLine[]): Standing {
  const ofShop = rows.filter((row) => row.shop === shop);
  const ofOthers = ofShop.filter((row) => orderId === null || row.orderId !== orderId);
  const counted = Map.groupBy(ofOthers, ({ lineItemId }) => lineItemId);
  const lines = intent.lines.map((planned) => {
    // We read the refunds after the planned lines. A line's `ordered` may thus still count pieces that were refunded
    // since, so the lower number is right.
    const { ordered = Infinity } = intent.past.lines.get(planned.lineItemId) ?? {};
    const line = { ...planned, ordered: Math.min(planned.ordered, ordered) };
    const live = counted.get(line.lineItemId) ?? [];
    const ours = new Set(
      live.flatMap(({ fulfillmentIds }) => fulfillmentIds?.flatMap((id) => id ?? []) ?? []),
    );
    const refunded = countRefundedAfterShipping(line.lineItemId, intent.past, ours);
    const all = live.reduce((sum, other) => sum + (other.quantity ?? 0), 0);
    return { line, bought: Math.max(0, all - refunded) };
  });
  const beyond = lines.filter(({ line, bought }) => bought + line.quantity > line.ordered);
  const { keyGeneration = null, isDoubtful = false } = ofShop[0] ?? {};
  // A workflow's hold applies to one customer's order. The rows may also show holds on other orders of the batch, which
  // do not matter here.
  const asked = new Set(intent.lines.map(({ lineItemId }) => lineItemId));
  const isPaused = ofShop.some((row) => asked.has(row.lineItemId) && row.isPaused);
  return {
    keyGeneration,
    isPaused: isPaused || (isDoubtful && !intent.isProbe),
    beyondOrdered: beyond.map(({ line }) => line.title),
    isBought: lines.length > 0 && lines.every(({ line, bought }) => bought > 0 && bought >= line.ordered),
  };
}
