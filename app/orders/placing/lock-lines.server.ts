import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { countedStates } from "../states/order-state.ts";
import type { PlannedLine } from "./decide-order.ts";

/** An order with what is to be ordered of it; its id is null before it has a row. */
type Counted = {
  order: { id: string | null; shop: ShopDomain; shopOrderId: string };
  intent: { lines: PlannedLine[] };
};

/**
 * What holds once the lines are locked: with which key, by its generation, whether ordering is paused, and which
 * lines would be too many, by their titles.
 */
type Standing = { keyGeneration: number | null; isPaused: boolean; beyondOrdered: string[] };

/**
 * Locks the lines of items, and then reads which of its keys each one's shop has, whether its ordering is paused, and of
 * which lines more would be at the supplier than the customer ordered. Every fulfillment order of a line waits for the same row here, so that each counts
 * what the one before has committed.
 */
export async function lockLines<Item extends Counted>(tx: Tx, items: Item[]): Promise<Map<Item, Standing>> {
  const lines = new Map(
    items.flatMap(({ order: { shop, shopOrderId }, intent }) =>
      intent.lines.map(({ lineItemId, ordered }) => [
        `${shop} ${lineItemId}`,
        { shop, lineItemId, shopOrderId, ordered },
      ]),
    ),
  );
  // Always in the same order, or two transactions could wait for each other.
  const sorted = [...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
  const columns = {
    shops: sorted.map(({ shop }) => shop),
    lineItemIds: sorted.map(({ lineItemId }) => lineItemId),
  };
  await tx.$executeRaw`
    insert into shop_order_line (shop, line_item_id, shop_order_id, ordered)
    select * from unnest(${columns.shops}::text[], ${columns.lineItemIds}::text[],
      ${sorted.map(({ shopOrderId }) => shopOrderId)}::text[], ${sorted.map(({ ordered }) => ordered)}::int[])
    on conflict (shop, line_item_id) do update set ordered = excluded.ordered`;
  // A statement of its own: its snapshot shows what was committed before the lock was granted.
  const rows = await tx.$queryRaw<Row[]>`
    select asked.shop, asked.line_item_id as "lineItemId", connection.generation as "keyGeneration",
      settings.paused_at is not null
        or exists (select from support_pause pause where pause.shop = asked.shop)
        or exists (select from support_pause_of_all) as "isPaused",
      live.order_id as "orderId", live.quantity
    from unnest(${columns.shops}::text[], ${columns.lineItemIds}::text[]) as asked(shop, line_item_id)
    left join connection on connection.shop = asked.shop
    left join ordering_settings settings on settings.shop = asked.shop
    left join lateral (
      select order_id, quantity - cancelled as quantity from supplier_order_line line
      where line.shop = asked.shop and line.line_item_id = asked.line_item_id
        -- By the key, whatever the statistics say of a table that was empty a moment ago.
        and (select state from supplier_order other where other.shop = line.shop and other.id = line.order_id) in (${Prisma.join(countedStates)}))
      live on true`;
  return new Map(
    items.map((item) => {
      const { order, intent } = item;
      const ofShop = rows.filter(({ shop }) => shop === order.shop);
      const ofOthers = ofShop.filter(({ orderId }) => orderId !== order.id);
      const counted = Map.groupBy(ofOthers, ({ lineItemId }) => lineItemId);
      const beyond = intent.lines.filter(({ lineItemId, quantity, ordered }) => {
        const live = counted.get(lineItemId) ?? [];
        return live.reduce((sum, other) => sum + (other.quantity ?? 0), 0) + quantity > ordered;
      });
      const beyondOrdered = beyond.map(({ title }) => title);
      const { keyGeneration = null, isPaused = false } = ofShop[0] ?? {};
      return [item, { keyGeneration, isPaused, beyondOrdered }];
    }),
  );
}

/** A line with an order that counts; without one where there is none. */
type Row = {
  shop: string;
  lineItemId: string;
  keyGeneration: number | null;
  isPaused: boolean;
  orderId: string | null;
  quantity: number | null;
};
