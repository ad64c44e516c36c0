import type { Prisma } from "@prisma/client";
import { z } from "zod";

import { isMore, type Money } from "../../lib/money.ts";
import type { CostLine } from "../states/reason.ts";

/** What the merchant has agreed to pay for a piece of a line, by the id of the customer's order line. */
export type ApprovedCosts = Readonly<Record<string, Money>>;

const money = z.object({ amount: z.string(), currency: z.string() });
export const approvedCosts = z.record(z.string(), money);
const approvals = z.record(z.string(), money.extend({ at: z.coerce.date(), line: z.unknown() }));
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

/** What a row keeps of lines that are approved: the costs, when that was, and what was said of them then. */
export function costsOf(lines: CostLine[], at: Date): Prisma.InputJsonObject {
  return Object.fromEntries(
    lines.map((line) => [line.lineItemId, { ...line.cost, at: at.toISOString(), line }]),
  );
}

/** When costs were approved, and which. Of a line that was approved twice, the last time. */
export function approvalsIn(json: unknown): { at: Date; lines: CostLine[] }[] {
  const byTime = Map.groupBy(Object.values(approvals.safeParse(json).data ?? {}), ({ at }) => at.getTime());
  return [...byTime].map(([time, approved]) => ({
    ...{ at: new Date(time), lines: approved.map(({ line }) => line as CostLine) },
  }));
}

/** Whether the merchant has agreed to pay as much. */
export function isApproved(approved: ApprovedCosts, lineItemId: string, cost: Money): boolean {
  const most = approved[lineItemId];
  return most !== undefined && most.currency === cost.currency && !isMore(cost, most);
}
