import { z } from "zod";

import { approvedCosts, seenLoss } from "../placing/approvals.ts";

/**
 * Buttons of the orders page that act on several orders at once. `approve` is “Order anyway”. “Send anyway” is missing,
 * because it asks the merchant a question about a single order.
 */
export const bulkActions = ["retry", "approve", "cancel", "acknowledge"] as const;

export type BulkAction = (typeof bulkActions)[number];

/** An order on the merchant's page, with the version that the page shows. */
export const orderOnPage = z.object({ id: z.uuid(), version: z.number().int() });

/**
 * An order to send. `acceptedLoss`: the loss that the page showed, if the merchant sends the order despite that loss.
 */
export const sentOrder = orderOnPage.extend({ acceptedLoss: seenLoss.optional() });

/** An order that the merchant picked, with the reason or the costs that the page showed. */
export const pickedOrder = orderOnPage.extend({
  /** The reason that “Mark as resolved” acknowledges. */
  reason: z.string().max(100).optional(),
  /** The costs that “Order anyway” approves. */
  costs: approvedCosts.optional(),
});

export type PickedOrder = z.infer<typeof pickedOrder>;
