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
 * Titles of lines of which more would be at the supplier than the customer ordered, for each item. Every fulfillment order
 * of a line waits for the same row here, so that each counts what the one before has committed.
 */
export async function linesBeyondOrdered<Item extends Counted>(
  tx: Tx,
  items: Item[],
): Promise<Map<Item, string[]>> {
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
  const live = await tx.$queryRaw<{ shop: string; lineItemId: string; orderId: string; quantity: number }[]>`
    select line.shop, line.line_item_id as "lineItemId", line.order_id as "orderId",
      line.quantity - line.cancelled as quantity
    from unnest(${columns.shops}::text[], ${columns.lineItemIds}::text[]) as asked(shop, line_item_id)
    join supplier_order_line line on line.shop = asked.shop and line.line_item_id = asked.line_item_id
    join supplier_order other on other.id = line.order_id
    where other.state in (${Prisma.join(countedStates)})`;
  return new Map(
    items.map((item) => {
      const { order, intent } = item;
      const ofOthers = live.filter(({ shop, orderId }) => shop === order.shop && orderId !== order.id);
      const counted = Map.groupBy(ofOthers, ({ lineItemId }) => lineItemId);
      const beyond = intent.lines.filter(({ lineItemId, quantity, ordered }) => {
        const atSupplier = (counted.get(lineItemId) ?? []).reduce((sum, other) => sum + other.quantity, 0);
        return atSupplier + quantity > ordered;
      });
      return [item, beyond.map(({ title }) => title)];
    }),
  );
}
