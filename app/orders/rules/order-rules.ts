import { z } from "zod";

import { money } from "../../lib/money-shape.ts";

/** Delays in minutes that the merchant can choose. */
export const DELAYS = [15, 60, 1440] as const;

/** Shopify's limit for the length of a tag, and our limit for the number of tags. */
export const TAG_LENGTH = 255;
export const TAGS_AT_MOST = 50;

/** A time of day: "17:00". */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const tags = z.array(z.string().min(1).max(TAG_LENGTH)).max(TAGS_AT_MOST);

const delay = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("minutes"), minutes: z.literal(DELAYS) }),
  /** The delay ends the next time that it is `at` in the shop's time zone. */
  z.object({ kind: z.literal("daily"), at: z.string().regex(TIME_OF_DAY) }),
]);

/**
 * The merchant's rules for automatic ordering. They apply before we request fulfillment, and never to an existing
 * request.
 */
export const orderRules = z.object({
  delay,
  /** Only orders with one of these tags are requested; empty: all. */
  onlyTags: tags,
  /** Orders with one of these tags are held. */
  neverTags: tags,
  /** Every order waits for the merchant. */
  askForEach: z.boolean(),
  /** Orders with a higher total are held. */
  holdAbove: money.nullable(),
  /** Countries that the package may go to. */
  countries: z.object({
    kind: z.enum(["all", "only", "except"]),
    codes: z.array(z.string().regex(/^[A-Z]{2}$/)),
  }),
  /** Orders of this fraud risk and above are held. */
  risk: z.enum(["medium", "high", "off"]),
  /** Limits per day. Orders beyond a limit wait for the next day. */
  ordersPerDay: z.number().int().min(1).nullable(),
  moneyPerDay: money.nullable(),
});

export type OrderRules = z.infer<typeof orderRules>;
export type Delay = OrderRules["delay"];

/** The rules of a merchant who has never saved any. Their version is 0. */
export const DEFAULT_RULES: OrderRules = {
  delay: { kind: "none" },
  onlyTags: [],
  neverTags: [],
  askForEach: false,
  holdAbove: null,
  countries: { kind: "all", codes: [] },
  risk: "medium",
  ordersPerDay: null,
  moneyPerDay: null,
};

/**
 * Normalizes a tag for comparisons: Shopify ignores case and surrounding spaces. An emoji is the same with and without
 * its variation selector, which keyboards add as they like.
 */
export function foldTag(tag: string): string {
  return tag.normalize("NFC").replaceAll("\uFE0F", "").trim().toLowerCase();
}

/** Returns an order's tags that are in the list. */
export function matchTags(list: readonly string[], orderTags: readonly string[]): string[] {
  const named = new Set(list.map(foldTag));
  return orderTags.filter((tag) => named.has(foldTag(tag)));
}
