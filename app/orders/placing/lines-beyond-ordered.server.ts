import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/db.server.ts";
import type { PlannedLine } from "./decide-order.ts";
import { countedStates } from "../order-state.ts";
import type { ClaimedOrder } from "../order-store.server.ts";

/**
 * Titles of lines of which more would be at the supplier than the customer ordered. Every fulfilment order of a line
 * waits for the same row here, so that each counts what the one before has committed.
 */
export async function linesBeyondOrdered(
  tx: Tx,
  order: ClaimedOrder,
  lines: PlannedLine[],
): Promise<string[]> {
  // Always in the same order, or two transactions could wait for each other.
  const sorted = lines.toSorted((one, other) => (one.lineItemId < other.lineItemId ? -1 : 1));
  for (const { lineItemId, ordered } of sorted) {
    await tx.$executeRaw`
      insert into shop_order_line (shop, line_item_id, shop_order_id, ordered)
      values (${order.shop}, ${lineItemId}, ${order.shopOrderId}, ${ordered})
      on conflict (shop, line_item_id) do update set ordered = excluded.ordered`;
  }
  const live = await tx.$queryRaw<{ lineItemId: string; quantity: number }[]>`
    select line.line_item_id as "lineItemId", sum(line.quantity)::int as quantity
    from supplier_order_line line join supplier_order other on other.id = line.order_id
    where other.shop = ${order.shop} and other.id <> ${order.id}::uuid
      and other.state in (${Prisma.join([...countedStates])})
      and line.line_item_id in (${Prisma.join(sorted.map(({ lineItemId }) => lineItemId))})
    group by 1`;
  const counted = new Map(live.map(({ lineItemId, quantity }) => [lineItemId, quantity]));
  return lines
    .filter(({ lineItemId, quantity, ordered }) => (counted.get(lineItemId) ?? 0) + quantity > ordered)
    .map(({ title }) => title);
}
