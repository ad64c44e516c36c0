import { z } from "zod";

import { approvedCosts, seenLoss } from "../placing/approvals.ts";

/** The buttons for several orders. `approve` is “Order anyway”. “Send anyway” has no button for several: its question is about one order. */
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
  /** The costs that “Order anyway” approves. */
  costs: approvedCosts.optional(),
});

export type PickedOrder = z.infer<typeof pickedOrder>;
