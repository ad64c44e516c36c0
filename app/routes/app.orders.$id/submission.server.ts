import { z } from "zod";

import { money } from "../../lib/money-shape.ts";
import { jsonField } from "../../lib/http/read-request.server.ts";
import { approvedCosts } from "../../orders/placing/approvals.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";

/** Version of the order that the page showed. If the order has another version now, the form changes nothing. */
const version = z.coerce.number().int();
/** The supplier's order number as typed. A lookup checks later if it exists. */
const number = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .transform((read) => read as SupplierOrderId);
/** The warning that the merchant has confirmed, if any. */
const askedAbout = z
  .enum(["unreadable", "stands"])
  .optional()
  .transform((about) => about ?? false);
/** True if the merchant has confirmed the only possible warning. */
const certain = z
  .literal("yes")
  .optional()
  .transform((said) => said !== undefined);

const pieces = z.record(z.string(), z.number().int().positive());

/** The forms of the order's page. */
export const submission = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("retry"), version }),
  z.object({ intent: z.literal("order-again"), version }),
  z.object({ intent: z.literal("cancel"), version }),
  z.object({ intent: z.literal("update"), version, stamp: z.string().max(100).optional() }),
  // Approves only costs up to those that the page showed.
  z.object({ intent: z.literal("order-anyway"), version, costs: jsonField.pipe(approvedCosts) }),
  // Approves the order only up to the outstanding amount that the page showed.
  z.object({ intent: z.literal("send-unpaid"), version, outstanding: jsonField.pipe(money) }),
  z.object({ intent: z.literal("send-test-order"), version }),
  z.object({ intent: z.literal("send-without-note"), version }),
  z.object({ intent: z.literal("send-part"), version }),
  // Decides only on texts whose names the page showed.
  z.object({
    intent: z.literal("decide-texts"),
    version,
    product: z.string().max(200),
    title: z.string().max(500),
    names: jsonField.pipe(z.array(z.string().max(10_000)).max(1000)),
    to: z.enum(["note", "omit"]),
  }),
  // Orders or fulfills only the pieces that the page showed.
  z.object({
    intent: z.enum(["order-missing", "fulfill-untracked"]),
    version,
    pieces: jsonField.pipe(pieces),
  }),
  z.object({ intent: z.literal("acknowledge"), version, reason: z.string().max(100) }),
  z.object({ intent: z.literal("not-ordered"), version, attempt: z.uuid(), certain: askedAbout }),
  z.object({
    intent: z.literal("ordered"),
    version,
    attempt: z.uuid(),
    number,
    certain,
  }),
  z.object({ intent: z.literal("correct-number"), version, number, certain }),
  z.object({ intent: z.literal("show-shipment"), version, shipment: z.uuid() }),
]);
