import { z } from "zod";

/** How full Shopify's bucket is after an answer. */
export type Level = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

/** `requested` is what a request needs to be run at all, `actual` what it cost; null when it was not run. */
export type Cost = { requested: number; actual: number | null; level: Level };

/** What an answer of the Admin API says of its cost (shopify.dev: GraphQL Admin API rate limits); null when it does not. */
export function readCost(extensions: unknown): Cost | null {
  const read = shape.safeParse(extensions);
  if (!read.success) return null;
  const { requestedQueryCost: requested, actualQueryCost: actual = null, throttleStatus } = read.data.cost;
  const maximumAvailable = throttleStatus.maximumAvailable ?? throttleStatus.restoreRate * BUCKET_SECONDS;
  return { requested, actual, level: { ...throttleStatus, maximumAvailable } };
}

/** As recorded of Standard: 2,000 points at 100 a second. */
const BUCKET_SECONDS = 20;

const shape = z.object({
  cost: z.object({
    requestedQueryCost: z.number(),
    actualQueryCost: z.number().nullish(),
    throttleStatus: z.object({
      maximumAvailable: z.number().positive().optional(),
      currentlyAvailable: z.number(),
      restoreRate: z.number().positive(),
    }),
  }),
});
