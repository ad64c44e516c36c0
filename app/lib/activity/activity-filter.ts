import { z } from "zod";

/**
 * Types of activity, and the first parts of their kinds: "orders.held" and "tracking.failed" are of the type
 * `orders`.
 */
export const ACTIVITY_TYPES = {
  orders: ["orders", "tracking"],
  products: ["catalog"],
  connection: ["connection"],
  branding: ["branding"],
  shop: ["shop", "shipping"],
} as const;
export type ActivityType = keyof typeof ACTIVITY_TYPES;

/** `slice.event`, in lower case: "connection.unauthorized". */
export type ActivityKind = `${(typeof ACTIVITY_TYPES)[ActivityType][number]}.${string}`;

export const ACTIVITY_SHOWN = ["all", "new", "needs-attention"] as const;

/** "new": since the merchant's last visit. "needs-attention": warnings that still need the merchant. */
export type ActivityFilter = {
  show: (typeof ACTIVITY_SHOWN)[number];
  type: ActivityType | null;
  query: string;
};

export const ALL_ACTIVITY: ActivityFilter = { show: "all", type: null, query: "" };

const MAX_QUERY = 100;

/** Anyone can edit a URL, so invalid parameters are ignored. */
const parameters = z.object({
  show: z.enum(ACTIVITY_SHOWN).catch("all"),
  type: z
    .enum(Object.keys(ACTIVITY_TYPES) as ActivityType[])
    .nullable()
    .catch(null),
  query: z
    .string()
    .transform((typed) => typed.replaceAll("\0", "").trim().slice(0, MAX_QUERY).toWellFormed().trim())
    .catch(""),
});

export function parseActivityFilter(address: URLSearchParams): ActivityFilter {
  return parameters.parse(Object.fromEntries(address));
}

/** Returns the URL parameters of a filter, as `parseActivityFilter` reads them. Omits defaults. */
export function activityParameters({ show, type, query }: ActivityFilter): URLSearchParams {
  return new URLSearchParams({
    ...(show !== "all" && { show }),
    ...(type !== null && { type }),
    ...(query !== "" && { query }),
  });
}
