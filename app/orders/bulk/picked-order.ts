import { z } from "zod";

import { money } from "../../lib/money-shape.ts";
import { approvedCosts, seenLoss } from "../placing/approvals.ts";

/** The buttons for several orders. `approve` is “Order anyway” or “Send anyway”, whichever the order's page has. */
export const bulkActions = ["retry", "approve", "cancel", "acknowledge"] as const;

export type BulkAction = (typeof bulkActions)[number];

/** An order on the merchant's page, and its version there. */
export const orderOnPage = z.object({ id: z.uuid(), version: z.number().int() });

/** An order to send. `acceptedLoss`: the loss that the merchant saw, if they send it although it loses money. */
export const sentOrder = orderOnPage.extend({ acceptedLoss: seenLoss.optional() });

/** An order on the page, with what the merchant saw and acts on. */
export const pickedOrder = orderOnPage.extend({
  /** The reason that “Mark as resolved” acknowledges. */
  reason: z.string().max(100).optional(),
  /** The approved costs or outstanding amount. Without either, the approval is for a test order. */
  costs: approvedCosts.optional(),
  outstanding: money.optional(),
});

export type PickedOrder = z.infer<typeof pickedOrder>;
