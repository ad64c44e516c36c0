import { hasArrived, type OrderState } from "../../orders/states/order-state.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";

/** What decides whether, and when, the supplier's next update of an order is read. */
export type UpdateFacts = {
  state: OrderState;
  placedAt: Date | null;
  /** Since when all of it has left, or nothing more of it will leave; null as long as something is to come. */
  allLeftAt: Date | null;
  /** How many reads in a row brought nothing new. */
  retryCount: number;
  /** Whether the supplier's list of changes shows what is new: then it is asked for only in case the list leaves it out. */
  isListed: boolean;
};

/** Most of what happens to an order happens early. */
const EARLY_MS = 2 * 86_400_000;
const EARLY_PACE = { firstSeconds: 5, longestSeconds: 900 };
const LATE_PACE = { firstSeconds: 3600 };
/** So long an order is left to the list. */
export const LISTED_SECONDS = 6 * 3600;
const LISTED_EARLY_PACE = { firstSeconds: LISTED_SECONDS, longestSeconds: LISTED_SECONDS };
const LISTED_LATE_PACE = { firstSeconds: 24 * 3600, longestSeconds: 24 * 3600 };
/** Tracking numbers are still corrected for weeks after a parcel has left. */
const CORRECTED_FOR_MS = 60 * 86_400_000;

/**
 * When to read next: after seconds at first, then twice as many each time, hourly after two days, and no more once there
 * is nothing to come.
 *
 * @param atLeastSeconds how long the supplier wants to be left alone, or how little hurry there is.
 */
export function nextUpdateAt(
  { state, placedAt, allLeftAt, retryCount, isListed }: UpdateFacts,
  now: Date,
  atLeastSeconds = 0,
): Date | null {
  if (!hasArrived(state) || state === "delivered") return null;
  const since = (moment: Date | null) => (moment === null ? 0 : now.getTime() - moment.getTime());
  if (since(allLeftAt) > CORRECTED_FOR_MS) return null;
  const isLate = since(placedAt) > EARLY_MS;
  const [early, late] = isListed ? [LISTED_EARLY_PACE, LISTED_LATE_PACE] : [EARLY_PACE, LATE_PACE];
  const seconds = backOffSeconds(retryCount, isLate ? late : early);
  return after(now, Math.max(seconds, atLeastSeconds));
}
