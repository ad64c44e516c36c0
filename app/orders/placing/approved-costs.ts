import { z } from "zod";

import { isMore, type Money } from "../../lib/money.ts";

/** What the merchant has agreed to pay for a piece of a line, by the id of the customer's order line. */
export type ApprovedCosts = Readonly<Record<string, Money>>;

const money = z.object({ amount: z.string(), currency: z.string() });
export const approvedCosts = z.record(z.string(), money);
const heldLines = z.object({ lines: z.array(z.object({ lineItemId: z.string(), cost: money })) });

/** What a row keeps of them; nothing where that is something else. */
export function readApprovedCosts(json: unknown): ApprovedCosts {
  return approvedCosts.safeParse(json).data ?? {};
}

/** What an order is held for, by line: what the merchant approves by ordering it anyway. Nothing where it names no costs. */
export function costsToApprove(reasonParams: unknown): ApprovedCosts {
  const { lines } = heldLines.safeParse(reasonParams).data ?? { lines: [] };
  return Object.fromEntries(lines.map(({ lineItemId, cost }) => [lineItemId, cost]));
}

/** Whether the merchant has agreed to pay as much. */
export function isApproved(approved: ApprovedCosts, lineItemId: string, cost: Money): boolean {
  const most = approved[lineItemId];
  return most !== undefined && most.currency === cost.currency && !isMore(cost, most);
}
