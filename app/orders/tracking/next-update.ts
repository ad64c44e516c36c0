import { hasArrived, type OrderState } from "../states/order-state.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";

/** Facts that decide when the supplier's next update of an order is read, if at all. */
export type UpdateFacts = {
  state: OrderState;
  placedAt: Date | null;
  /** Time of the last shipment if no more shipments follow; null while some are awaited. */
  allLeftAt: Date | null;
  /** Number of reads in a row without news. */
  retryCount: number;
  /**
   * True if the supplier's list of changes covers the order. The order itself is then read only rarely, in case the
   * list leaves it out.
   */
  isListed: boolean;
};

/** An order up to this age is read often, because most of its changes happen early. */
const EARLY_MS = 2 * 86_400_000;
const EARLY_PACE = { firstSeconds: 5, longestSeconds: 900 };
const LATE_PACE = { firstSeconds: 3600 };
/** Pause between reads of an order that the supplier's list covers. */
export const LISTED_SECONDS = 6 * 3600;
const LISTED_EARLY_PACE = { firstSeconds: LISTED_SECONDS, longestSeconds: LISTED_SECONDS };
const LISTED_LATE_PACE = { firstSeconds: 24 * 3600, longestSeconds: 24 * 3600 };
/**
 * An order is read for this time after its last shipment, because suppliers still correct tracking numbers for weeks.
 */
const CORRECTED_FOR_MS = 60 * 86_400_000;

/**
 * Returns the time of the next read; null once no more news is expected. The pauses begin with seconds. They double
 * with each read without news, up to a quarter of an hour. After two days each pause is an hour. For orders that the
 * list covers, the pauses are longer.
 *
 * @param atLeastSeconds minimum pause, such as the supplier's Retry-After.
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
