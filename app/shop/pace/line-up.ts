import type { ShopDomain } from "../../lib/shop-domain.ts";

/** By `performance.now()`: when the last of those in a shop's line may go on. */
const ends = new Map<ShopDomain, number>();
/** Beyond that, lines that nobody stands in any more are forgotten. */
const KEPT = 1000;

/**
 * Lines up a call that the shop has throttled: each goes on once what it lacks has been restored after the one before it. If
 * all waited for their own points only, they would come back at the same moment, and all but one be throttled again.
 *
 * @param wait milliseconds until what it lacks is restored, and `most` how long it may wait in all.
 * @returns milliseconds to wait; null where that would be too long, and it does not stand in the line.
 */
export function lineUp(shop: ShopDomain, { wait, most }: { wait: number; most: number }): number | null {
  const now = performance.now();
  const goesOn = Math.max(now, ends.get(shop) ?? 0) + wait;
  if (goesOn - now > most) return null;
  if (ends.size >= KEPT) for (const [other, end] of ends) if (end < now) ends.delete(other);
  ends.set(shop, goesOn);
  return goesOn - now;
}
