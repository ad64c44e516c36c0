import type { Order } from "./ledger.ts";

/** Changes that a supplier makes to an order that it accepts: from then on the order differs from its request. */
export const ALTERATIONS = {
  "drops-line": ({ lines }) => ({ lines: lines.slice(0, -1) }),
  "drops-piece": ({ lines }) => ({ lines: withLast(lines, ({ quantity }) => ({ quantity: quantity - 1 })) }),
  "replaces-line": ({ lines }) => ({ lines: withLast(lines, () => ({ variantId: SPARE })) }),
  "adds-gift": ({ lines }) => ({ lines: [...lines, { variantId: SPARE, quantity: 1 }] }),
  "lower-case-reference": ({ reference }) => ({ reference: reference.toLowerCase() }),
  "foreign-reference": ({ id }) => ({ reference: `WEB-${id}` }),
  overcharges: ({ cost }) => ({ cost: { ...cost, itemsMinor: cost.itemsMinor * 10 } }),
  "other-currency": ({ cost }) => ({ cost: { ...cost, currency: "USD" } }),
} satisfies Record<string, (order: Order) => Partial<Order>>;

export type Alteration = keyof typeof ALTERATIONS;

/** A variant that no shop has linked. */
const SPARE = "var_gift_1";

function withLast(
  lines: Order["lines"],
  change: (line: Order["lines"][number]) => Partial<Order["lines"][number]>,
): Order["lines"] {
  const changed = lines.map((line, at) => (at === lines.length - 1 ? { ...line, ...change(line) } : line));
  return changed.filter(({ quantity }) => quantity > 0);
}
