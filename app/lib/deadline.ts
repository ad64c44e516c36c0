/** A moment that has passed once either clock says so. */
export type Deadline = { hasPassed: () => boolean };

/**
 * By two clocks: the monotonic one stands still while the machine is suspended, and the other one may be set back. One that
 * is set forward lets the moment pass too early, so whatever must not happen after it simply does not happen.
 */
export function deadlineIn(milliseconds: number): Deadline {
  const [monotonic, wall] = [performance.now() + milliseconds, Date.now() + milliseconds];
  return { hasPassed: () => performance.now() >= monotonic || Date.now() >= wall };
}
