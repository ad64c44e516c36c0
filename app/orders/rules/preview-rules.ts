import Big from "big.js";

import type { Money } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import type { JudgedOrder } from "../../shop/orders/order-facts.ts";
import { judgeRules, type KeptBecause } from "./judge-rules.ts";
import type { OrderRules } from "./order-rules.ts";
import { startOfDayOf } from "../../messages/zoned-time.ts";

/**
 * An order in the preview. `why`: the rule that delayed it, or still keeps it; null if no rule did. "held": the rules
 * let it through, but the forecast shows that Stockbridge would hold it.
 */
export type Previewed = Pick<JudgedOrder, "id" | "name"> & { why: KeptBecause | null } & (
    { kind: "sent"; at: Date } | { kind: "kept"; at: null } | ({ kind: "held"; at: Date } & Held)
  );

/** The reason why an order would not be placed automatically. */
export type Held = { message: Message };

/**
 * Simulates these rules on past orders. Judges each order as it is now, beginning at the time at which it was placed. Returns the
 * outcomes in the sequence of `orders`.
 *
 * @param held the orders that would not be placed although rules let them through, by their ids: see `forecastOrders`.
 */
export function previewRules(
  rules: OrderRules,
  orders: readonly JudgedOrder[],
  { now, timeZone, held = {} }: { now: Date; timeZone: string | null; held?: Readonly<Record<string, Held>> },
): Previewed[] {
  const queue = orders.map((order) => ({ order, at: order.processedAt, why: null as KeptBecause | null }));
  const sent: { at: Date; total: Money }[] = [];
  const outcomes = new Map<string, Previewed>();
  for (;;) {
    // The earliest order comes first: orders that were sent before it count toward its daily limits.
    queue.sort((one, other) => one.at.getTime() - other.at.getTime());
    const turn = queue.shift();
    if (turn === undefined) break;
    const { order, at } = turn;
    const verdict = judgeRules(rules, order.facts, {
      now: at,
      since: order.processedAt,
      timeZone,
      sentToday: countSent(sent, startOfDayOf(at, timeZone), rules.moneyPerDay?.currency),
    });
    const { id, name } = order;
    if (verdict.kind === "send") {
      sent.push({ at, total: order.facts.total });
      const known = held[id];
      const outcome = known ? ({ kind: "held", ...known } as const) : ({ kind: "sent" } as const);
      outcomes.set(id, { id, name, at, why: turn.why, ...outcome });
    } else if (
      verdict.until === null ||
      verdict.until > now ||
      verdict.why.code === "rules.kept.risk-pending"
    )
      outcomes.set(id, { id, name, kind: "kept", at: null, why: verdict.why });
    else queue.push({ order, at: verdict.until, why: verdict.why });
  }
  return orders.flatMap(({ id }) => outcomes.get(id) ?? []);
}

function countSent(sent: { at: Date; total: Money }[], since: Date, currency: string | undefined) {
  const today = sent.filter(({ at }) => at >= since);
  const counted = today.filter(({ total }) => total.currency === currency);
  const amount = counted.reduce((sum, { total }) => sum.plus(total.amount), new Big(0)).toFixed();
  return { orders: today.length, amount };
}
