import { hasArrived, type OrderState } from "../orders/order-state.ts";

/** What it depends on whether, and when, the supplier is asked for news of an order again. */
export type Asked = {
  state: OrderState;
  placedAt: Date | null;
  /** Since when all of it has left, or nothing more of it will leave; null as long as something is to come. */
  allLeftAt: Date | null;
  /** How often it was asked since there was any news. */
  retryCount: number;
};

/** Most of what happens to an order happens early. */
const OFTEN_FOR_MS = 2 * 86_400_000;
const FIRST_SECONDS = 5;
const OFTEN_SECONDS = 900;
const SELDOM_SECONDS = 3600;
/** Tracking numbers are still corrected for weeks after a parcel has left. */
const CORRECTED_FOR_MS = 60 * 86_400_000;

/**
 * When to ask next: in seconds at first, then in twice as many each time, hourly after two days, and no more once there
 * is nothing to come.
 *
 * @param atLeastSeconds how long the supplier wants to be left alone, or how little hurry there is.
 */
export function nextUpdateAt(
  { state, placedAt, allLeftAt, retryCount }: Asked,
  now: Date,
  atLeastSeconds = 0,
): Date | null {
  if (!hasArrived(state) || state === "delivered") return null;
  const since = (moment: Date | null) => (moment === null ? 0 : now.getTime() - moment.getTime());
  if (since(allLeftAt) > CORRECTED_FOR_MS) return null;
  const seconds =
    since(placedAt) > OFTEN_FOR_MS
      ? SELDOM_SECONDS
      : Math.min(FIRST_SECONDS * 2 ** Math.min(retryCount, 20), OFTEN_SECONDS);
  return new Date(now.getTime() + Math.max(seconds, atLeastSeconds) * 1000);
}
