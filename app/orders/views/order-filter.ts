import { z } from "zod";

import { orderStates } from "../states/order-state.ts";
import { isKnown, type ReasonCode } from "../reasons/reason.ts";

/**
 * Maximum length of a search. A longer search is cut, because no order's name, number, SKU or title is
 * longer.
 */
export const MAX_ORDER_QUERY = 255;

const day = z.iso.date().nullable().catch(null);

/**
 * Filters of a list of orders, from the page's URL, in addition to its group. Ignores invalid filters,
 * because anyone can edit the URL.
 */
export const orderFilter = z.object({
  state: z.enum(orderStates).nullable().catch(null),
  reason: z
    .string()
    .refine((code): code is ReasonCode => isKnown(code))
    .nullable()
    .catch(null),
  /** The code of the country that the packages go to. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .catch(null),
  /** Days of the request in the shop's time zone, both included. */
  from: day,
  until: day,
});

export type OrderFilter = z.infer<typeof orderFilter>;

export const NO_FILTER: OrderFilter = { state: null, reason: null, country: null, from: null, until: null };

export const orderSorts = ["newest", "oldest", "paid-high", "paid-low", "profit-high", "profit-low"] as const;

export type OrderSort = (typeof orderSorts)[number];

/** Returns true if a list begins with the highest or lowest amount. Orders without a known amount come last. */
export function isByAmount(sort: OrderSort): sort is Exclude<OrderSort, "newest" | "oldest"> {
  return sort !== "newest" && sort !== "oldest";
}

export function countLimits(filter: OrderFilter): number {
  return Object.values(filter).filter((value) => value !== null).length;
}
