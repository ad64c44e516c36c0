import { z } from "zod";

import type { Money } from "../../lib/money.ts";

/** Purchase that a held order would make: its items, and their cost without shipping. The cost is null if one of them is not linked. */
export type Purchase = {
  items: readonly { code: "orders.item"; quantity: number; title: string }[];
  cost: Money | null;
};

const shape = z.object({
  items: z.array(z.object({ code: z.literal("orders.item"), quantity: z.number(), title: z.string() })),
  cost: z.object({ amount: z.string(), currency: z.string() }).nullable(),
});

/** Returns the purchase in a reason's parameters; null in rows from before reasons named it. */
export function purchaseIn(reasonParams: unknown): Purchase | null {
  return shape.safeParse(reasonParams).data ?? null;
}
