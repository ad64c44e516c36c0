import { PLANS, type ShopState } from "./state.ts";

export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * One leaky bucket of query points per shop (the sandbox knows one app), refilled continuously with the clock.
 * shopify.dev: GraphQL Admin API rate limits. That page gives the restore rates. A bucket holds 20 seconds of them
 * (2,000 at 100 per second), as answers recorded in public clients show, e.g. in the tests of Microsoft's Shopify
 * connector for Business Central.
 */
export function createThrottle(now: () => Date) {
  const buckets = new Map<string, { available: number; at: number }>();

  function fill(shop: ShopState): { available: number; at: number } {
    const { maximum, rate } = limits(shop);
    const at = now().getTime();
    const bucket = buckets.get(shop.domain) ?? { available: maximum, at };
    const restored = (Math.max(0, at - bucket.at) / 1000) * rate;
    const filled = { available: Math.min(maximum, bucket.available + restored), at };
    buckets.set(shop.domain, filled);
    return filled;
  }

  return {
    /** Takes the points out, or refuses and leaves the bucket as it is. */
    take(shop: ShopState, points: number): boolean {
      const bucket = fill(shop);
      if (bucket.available < points) return false;
      bucket.available -= points;
      return true;
    },

    /** Gives back what a query was charged beyond its actual cost. */
    releaseUpdate(shop: ShopState, points: number): void {
      const bucket = fill(shop);
      bucket.available = Math.min(limits(shop).maximum, bucket.available + points);
    },

    status(shop: ShopState): ThrottleStatus {
      const { maximum, rate } = limits(shop);
      return {
        maximumAvailable: maximum,
        currentlyAvailable: Math.floor(fill(shop).available),
        restoreRate: rate,
      };
    },
  };
}

const BUCKET_SECONDS = 20;

function limits(shop: ShopState): { maximum: number; rate: number } {
  const rate = PLANS[shop.plan].pointsPerSecond;
  return { maximum: rate * BUCKET_SECONDS, rate };
}
