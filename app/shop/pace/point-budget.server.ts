import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Cost, Level } from "./cost.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";

/**
 * Share of a shop's bucket of points that is only for calls that a person waits for
 * (docs/decisions/0021-keep-part-of-shopifys-rate-limit-for-calls-that-a-person-waits-for.md).
 */
const KEPT_FREE = 0.2;

/**
 * A process reserves, in the shop's row, the points that Shopify restores in this time. It then spends them without
 * another transaction.
 */
const RESERVED_SECONDS = 2;

/** A call that has waited this long fails. Its row is retried later. */
const WAIT_AT_MOST_SECONDS = 20;

/**
 * Defaults until the first reply: the points per second of the slowest plan (shopify.dev: rate limits), and the usual
 * cost of a call.
 */
const SLOWEST_RATE = 100;

const UNKNOWN_COST = 20;

/** A bucket refills in this time on every plan. */
const FULL_SECONDS = 20;

/** Unspent points expire after this time, because other processes may have reserved the same points meanwhile. */
const UNSPENT_SECONDS = 2 * RESERVED_SECONDS;

/** A shop's budget in this process. */
type Budget = {
  waiting: Waiting[];
  /** Reserved and unspent points; negative if calls cost more than expected. */
  left: number;
  /**
   * Time (performance.now()) at which Shopify will have restored the reserved points, at `rate` points per
   * second.
   */
  restoredAt: number;
  rate: number;
  /** Points of running calls. */
  underWay: number;
  level: (Level & { at: number }) | null;
  isPumping: boolean;
  /** Time (performance.now()) at which the last throttled call may be sent again. */
  throttledUntil: number;
};

type Waiting = { points: number; since: number; go: () => void; fail: (error: unknown) => void };

/** Points of a running call. */
type Taken = { budget: Budget; points: number; operation: string };

/** Waits for the points that this operation needs. Calls get their points in the order in which they ask. */
export async function takePoints(shop: ShopDomain, operation: string): Promise<Taken> {
  const budget = budgets.memo(shop);
  const points = costs.get(operation) ?? UNKNOWN_COST;
  await new Promise<void>((go, fail) => {
    budget.waiting.push({ points, since: performance.now(), go, fail });
    if (!budget.isPumping) void pump(shop, budget);
  });
  return { budget, points, operation };
}

/** Charges the call's actual cost. Without a reply, charges the points taken for it. */
export function chargePoints({ budget, points, operation }: Taken, cost: Cost | null): void {
  budget.underWay -= points;
  if (cost === null) return;
  costs.set(operation, cost.requested);
  // A throttled call cost nothing.
  budget.left += points - (cost.actual ?? 0);
  budget.level = { ...cost.level, at: performance.now() };
}

/** Records the level of the shop's bucket after a reply. */
export function recordLevel(shop: ShopDomain, cost: Cost | null): void {
  if (cost !== null) budgets.memo(shop).level = { ...cost.level, at: performance.now() };
}

/**
 * Delays a throttled call until its missing points are restored. Calls that were throttled earlier are sent first. If
 * each call waited only for its own points, all calls would be sent at the same moment, and be throttled again.
 * @param wait milliseconds until the call's points are restored; `most` limits the total wait.
 * @returns milliseconds to wait, or null if that would be longer than `most`.
 */
export function delayThrottled(
  shop: ShopDomain,
  { wait, most }: { wait: number; most: number },
): number | null {
  const budget = budgets.memo(shop);
  const now = performance.now();
  const goesOn = Math.max(now, budget.throttledUntil) + wait;
  if (goesOn - now > most) return null;
  budget.throttledUntil = goesOn;
  return goesOn - now;
}

/** Deletes the shop's row, and this process's budget. */
export async function forgetBudget(shop: ShopDomain): Promise<void> {
  budgets.delete(shop);
  await removeBudget(shop);
}

/**
 * A reservation for one process. By Shopify's last reply, everything reserved before will be restored between
 * `earliest` and `latest`, in seconds from now. A row beyond these bounds is wrong, because another app's calls took
 * points, or because a process ended with unspent points.
 */
type Reservation = { seconds: number; earliest: number; latest: number; waitAtMost: number };

/**
 * Reserves `seconds` of Shopify's restore rate, after the reservations of all other processes.
 * @returns seconds until all reserved points are restored. If that exceeds `waitAtMost`, reserves nothing and returns
 *   null.
 */
export async function reserve(shop: ShopDomain, reservation: Reservation): Promise<number | null> {
  const { seconds, earliest, latest, waitAtMost } = reservation;
  return inShop(shop, async (tx) => {
    const [row] = await queryRows<{ wait: number }>(tx)`
      insert into shop_budget as budget (shop, paid_at)
      values (${shop}, now() + make_interval(secs => ${earliest}::float8 + ${seconds}::float8))
      on conflict (shop) do update set paid_at = make_interval(secs => ${seconds}::float8) + least(
        greatest(budget.paid_at, now() + make_interval(secs => ${earliest}::float8)),
        now() + make_interval(secs => ${latest}::float8))
      where least(
          greatest(budget.paid_at, now() + make_interval(secs => ${earliest}::float8)),
          now() + make_interval(secs => ${latest}::float8))
        <= now() + make_interval(secs => ${waitAtMost}::float8 - ${seconds}::float8)
      returning extract(epoch from paid_at - now())::float8 as wait`;
    return row === undefined ? null : Math.max(0, row.wait);
  });
}

/** Points that each operation needed last time. A call takes this number, and is charged its actual cost afterwards. */
const costs = new LRUCache<string, number>({ max: 1000 });

/**
 * The shops' budgets. A shop with a running call loses its budget only if 10,000 other shops make calls
 * meanwhile.
 */
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

/** Lets waiting calls continue one by one, until none waits. */
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
      // Spends points only as they are restored, so that calls are spread evenly.
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

/**
 * Reserves points for the next call. @throws Failure `rate-limited` if other calls have reserved too many points before
 * it.
 */
async function reserveFor(shop: ShopDomain, budget: Budget, { points, since }: Waiting): Promise<void> {
  const rate = budget.level?.restoreRate ?? SLOWEST_RATE;
  // Before the first reply the bucket's level is unknown, so the first call goes alone.
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
 * Returns the bounds of a reservation. `earliest`: the time at which the bucket has restored this process's points and
 * the share `KEPT_FREE`. `latest`: the time at which it has restored this process's points and a whole bucket for other
 * processes.
 */
function boundsOf({ level, left, underWay }: Budget): { earliest: number; latest: number } {
  // If the level is unknown, only the row tells what other processes have reserved. Without a row, assumes a full
  // bucket.
  if (level === null) return { earliest: -(1 - KEPT_FREE) * FULL_SECONDS, latest: WAIT_AT_MOST_SECONDS };
  const { maximumAvailable: most, currentlyAvailable, restoreRate: rate, at } = level;
  const restored = ((performance.now() - at) / 1000) * rate;
  const available = Math.min(most, currentlyAvailable + restored);
  return {
    earliest: (KEPT_FREE * most + Math.max(0, left) + underWay - available) / rate,
    latest: (most + Math.max(0, left) + underWay - available) / rate,
  };
}

async function removeBudget(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.shopBudget.deleteMany({ where: { shop } }));
}
