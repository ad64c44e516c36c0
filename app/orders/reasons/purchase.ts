import { z } from "zod";

import type { Money } from "../../lib/money.ts";
import { money } from "../../lib/money-shape.ts";

type Item = { code: "orders.item"; quantity: number; title: string };

/**
 * Purchase that a held order would make: its items, and their cost without shipping. The cost is null if an item is not
 * linked.
 */
export type Purchase = { items: readonly Item[]; cost: Money | null };

/** Parts of a held order. `sends`: the items that can be sent without the others. `waits`: the other items. */
export type PartItems = { sends: readonly Item[]; waits: readonly Item[] };

const items = z.array(z.object({ code: z.literal("orders.item"), quantity: z.number(), title: z.string() }));
const shape = z.object({
  items,
  cost: money.nullable(),
});
const lossWithShipping = z.object({
  total: z.object({ code: z.literal("orders.loss-with-shipping"), shipping: money }),
});
const parted = z.object({ part: z.object({ sends: items.min(1), waits: items.min(1) }) });

/** Returns the purchase in a reason's parameters; null in rows of earlier releases, which stored none. */
export function purchaseIn(reasonParams: unknown): Purchase | null {
  return shape.safeParse(reasonParams).data ?? null;
}

/**
 * Returns the part of a held order that can be sent, from its reason's parameters; null if the whole order has to wait.
 */
export function partIn(reasonParams: unknown): PartItems | null {
  return parted.safeParse(reasonParams).data?.part ?? null;
}

/** Returns the expected shipping that a reason's loss includes; null if the loss includes none. */
export function shippingIn(reasonParams: unknown): Money | null {
  return lossWithShipping.safeParse(reasonParams).data?.total.shipping ?? null;
}
