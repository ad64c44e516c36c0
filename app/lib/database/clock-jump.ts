/** Differences above this count as a jump. Synchronized clocks differ by less. */
const STEP_MS = 10_000;
/**
 * Time for which a jump counts as recent. Afterwards, attempts that ran during the jump have ended, and a
 * lookup at the supplier finds their orders.
 */
const CAUTION_MS = 120_000;

/**
 * Bounds of the database's time minus this process's monotonic time, in ms. The exact offset is unknown,
 * because a query takes time.
 */
type Offset = { least: number; most: number };

let known: Offset | null = null;
let jumpedAt = -Infinity;
let report: (byMs: number) => void = () => undefined;

/**
 * Compares the database's clock with this process's monotonic clock, which cannot be set.
 *
 * @param now the database's time, read between `sentAt` and `repliedAt` (of `monotonicMs`)
 */
export function checkClock(now: Date, { sentAt, repliedAt }: { sentAt: number; repliedAt: number }): void {
  const read = { least: now.getTime() - repliedAt, most: now.getTime() - sentAt };
  const before = known ?? read;
  const [least, most] = [Math.max(before.least, read.least), Math.min(before.most, read.most)];
  known = least > most ? read : { least, most };
  if (least - most <= STEP_MS) return;
  jumpedAt = repliedAt;
  report(read.least > before.most ? read.least - before.most : read.most - before.least);
}

/**
 * Returns true if the database's clock has jumped recently, so that the age of a row may be wrong. An attempt
 * that seems abandoned may still be running, and a lookup may come too early to find the order.
 */
export function hasClockJumped(): boolean {
  return monotonicMs() < jumpedAt + CAUTION_MS;
}

/** Calls `listener` at each jump. `byMs` is positive if the clock has jumped forward. */
export function watchClock(listener: (byMs: number) => void): void {
  report = listener;
}

/** Returns the process's monotonic time. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
