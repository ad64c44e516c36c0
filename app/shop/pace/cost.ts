import { z } from "zod";

/** State of Shopify's bucket of points after a reply. */
export type Level = { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };

/**
 * `requested`: points that must be available for the request. `actual`: the request's cost; null if the request did not
 * run.
 */
export type Cost = { requested: number; actual: number | null; level: Level };

/** Parses a reply's cost (shopify.dev: GraphQL Admin API rate limits); null if there is none. */
export function readCost(extensions: unknown): Cost | null {
  const read = shape.safeParse(extensions);
  if (!read.success) return null;
  const { requestedQueryCost: requested, actualQueryCost: actual = null, throttleStatus } = read.data.cost;
  const maximumAvailable = throttleStatus.maximumAvailable ?? throttleStatus.restoreRate * BUCKET_SECONDS;
  return { requested, actual, level: { ...throttleStatus, maximumAvailable } };
}

/**
 * Seconds in which a bucket refills, for a reply that has no `maximumAvailable`. As recorded for the Standard plan:
 * 2,000 points at 100 per second.
 */
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
