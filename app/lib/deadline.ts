/** A deadline that counts as passed if either the monotonic clock or the wall clock has reached it. */
export type Deadline = { hasPassed: () => boolean };

/**
 * Returns a deadline by two clocks: the monotonic clock stops while the machine is suspended, and the wall
 * clock may be set back. If the wall clock is set forward, the deadline passes early, which is safe.
 */
export function deadlineIn(milliseconds: number): Deadline {
  const [monotonic, wall] = [performance.now() + milliseconds, Date.now() + milliseconds];
  return { hasPassed: () => performance.now() >= monotonic || Date.now() >= wall };
}
