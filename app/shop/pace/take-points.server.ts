import { setTimeout as pause } from "node:timers/promises";

import { LRUCache } from "lru-cache";

import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Cost, Level } from "./cost.ts";
import { removeBudget, reserve } from "./shop-budget.server.ts";

/**
 * Shopify refills a bucket of points for each shop and app, and throttles calls that find too little in it. Background work
 * of all processes together takes no more than what is restored, so that the bucket stays as full as it is, and never
 * touches the fifth at its bottom, which is left to what somebody waits for.
 *
 * A process reserves what two seconds restore in the shop's row (`shop-budget.server.ts`) and spends that without asking
 * anybody. Each answer says how full the bucket really is; the next reservation goes by that.
 */
const KEPT_FREE = 0.2;
const RESERVED_SECONDS = 2;
/** After that background work comes back later by its row. */
const WAIT_AT_MOST_SECONDS = 20;
/** Until the first answer says more: the slowest plan (shopify.dev: rate limits), and a call of which nothing is known. */
const SLOWEST_RATE = 100;
const UNKNOWN_COST = 20;
/** So long a bucket takes to fill, whatever the plan. */
const FULL_SECONDS = 20;
/** Points that lie about are reserved anew: other processes may have taken the time in between for theirs. */
const UNSPENT_SECONDS = 2 * RESERVED_SECONDS;

/** What a shop's budget is in this process. */
type Budget = {
  waiting: Waiting[];
  /** Reserved and not spent; below zero where calls cost more than was thought. */
  left: number;
  /** When Shopify will have restored all of that, at this rate (performance.now()). */
  restoredAt: number;
  rate: number;
  /** Points of calls that are under way. */
  underWay: number;
  level: (Level & { at: number }) | null;
  isPumping: boolean;
  /** When the last throttled call may be sent again (performance.now()). */
  throttledUntil: number;
};

type Waiting = { points: number; since: number; go: () => void; fail: (error: unknown) => void };

/** Of a call that is under way. */
type Taken = { budget: Budget; points: number; operation: string };

/** Waits until the points that this operation needs are there, in the order in which they were asked for. */
export async function takePoints(shop: ShopDomain, operation: string): Promise<Taken> {
  const budget = budgets.memo(shop);
  const points = costs.get(operation) ?? UNKNOWN_COST;
  await new Promise<void>((go, fail) => {
    budget.waiting.push({ points, since: performance.now(), go, fail });
    if (!budget.isPumping) void pump(shop, budget);
  });
  return { budget, points, operation };
}

/** What the call cost in the end; without an answer, as much as was taken for it. */
export function settlePoints({ budget, points, operation }: Taken, cost: Cost | null): void {
  budget.underWay -= points;
  if (cost === null) return;
  costs.set(operation, cost.requested);
  // One that was throttled cost nothing.
  budget.left += points - (cost.actual ?? 0);
  budget.level = { ...cost.level, at: performance.now() };
}

/** Keeps what an answer says of the shop's bucket. */
export function noteLevel(shop: ShopDomain, cost: Cost | null): void {
  if (cost !== null) budgets.memo(shop).level = { ...cost.level, at: performance.now() };
}

/**
 * Delays a call that Shopify throttled until the points that it lacks are restored, after those of all calls that were
 * throttled before it. If each waited for its own points only, all would be sent at the same moment and throttled again.
 *
 * @param wait milliseconds until its points are restored, and `most` how long it may wait in all.
 * @returns milliseconds to wait, or null if that would be longer than `most`.
 */
export function lineUp(shop: ShopDomain, { wait, most }: { wait: number; most: number }): number | null {
  const budget = budgets.memo(shop);
  const now = performance.now();
  const goesOn = Math.max(now, budget.throttledUntil) + wait;
  if (goesOn - now > most) return null;
  budget.throttledUntil = goesOn;
  return goesOn - now;
}

/** Forgets a shop: its row, and what this process has reserved for it. */
export async function forgetBudget(shop: ShopDomain): Promise<void> {
  budgets.delete(shop);
  await removeBudget(shop);
}

/** What each operation needed the last time; with other variables it may need more or less, and is charged for that. */
const costs = new LRUCache<string, number>({ max: 1000 });

/** Only the calls of 10,000 other shops while one call runs would evict the budget of a busy shop. */
const budgets = new LRUCache<ShopDomain, Budget>({ max: 10_000, memoMethod: newBudget });

function newBudget(): Budget {
  return {
    waiting: [],
    left: 0,
    restoredAt: 0,
    rate: SLOWEST_RATE,
    underWay: 0,
    level: null,
    isPumping: false,
    throttledUntil: 0,
  };
}

/** Lets those who wait go, one after the other, as long as there are any. */
async function pump(shop: ShopDomain, budget: Budget): Promise<void> {
  budget.isPumping = true;
  for (let next = budget.waiting[0]; next; next = budget.waiting[0]) {
    const age = (performance.now() - budget.restoredAt) / 1000;
    if (age > UNSPENT_SECONDS) budget.left = Math.min(0, budget.left);
    try {
      if (budget.left < next.points) {
        await reserveFor(shop, budget, next);
        continue;
      }
      // Points are spent as they are restored, so that calls go out evenly.
      const unrestored = Math.max(0, -age) * budget.rate;
      const missing = next.points - (budget.left - unrestored);
      if (missing > 0) await pause((missing / budget.rate) * 1000);
      budget.left -= next.points;
      budget.underWay += next.points;
      next.go();
    } catch (error) {
      next.fail(error);
    }
    budget.waiting.shift();
  }
  budget.isPumping = false;
}

/** @throws Failure `rate-limited` where there is too much before it. */
async function reserveFor(shop: ShopDomain, budget: Budget, { points, since }: Waiting): Promise<void> {
  const rate = budget.level?.restoreRate ?? SLOWEST_RATE;
  // Without an answer nothing is known of the bucket: the first call goes alone.
  const usual = budget.level === null ? 0 : RESERVED_SECONDS * rate;
  const reserved = Math.max(usual, points - budget.left);
  const waitAtMost = WAIT_AT_MOST_SECONDS - (performance.now() - since) / 1000;
  const wait = await reserve(shop, { seconds: reserved / rate, ...boundsOf(budget), waitAtMost });
  if (wait === null)
    throw new Failure({
      code: "rate-limited",
      side: "shop",
      detail: "the shop's budget of points is spoken for",
      explanation: { code: "failure.shop.rate-limited" },
      retryAfterSeconds: WAIT_AT_MOST_SECONDS,
    });
  budget.left += reserved;
  budget.rate = rate;
  budget.restoredAt = performance.now() + wait * 1000;
}

/**
 * When the bucket has at least its free fifth after all that is reserved: not before this process's own points are
 * restored, and not after a bucket full of other processes' points is.
 */
function boundsOf({ level, left, underWay }: Budget): { earliest: number; latest: number } {
  // Then the row alone says what others have reserved; where there is none, the bucket is as full as after a pause.
  if (level === null) return { earliest: -(1 - KEPT_FREE) * FULL_SECONDS, latest: WAIT_AT_MOST_SECONDS };
  const { maximumAvailable: most, currentlyAvailable, restoreRate: rate, at } = level;
  const restored = ((performance.now() - at) / 1000) * rate;
  const available = Math.min(most, currentlyAvailable + restored);
  return {
    earliest: (KEPT_FREE * most + Math.max(0, left) + underWay - available) / rate,
    latest: (most + Math.max(0, left) + underWay - available) / rate,
  };
}
