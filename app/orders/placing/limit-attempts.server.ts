import { bulkhead } from "cockatiel";

import { env } from "../../lib/env.server.ts";

const attempts = bulkhead(env.ORDER_CONCURRENCY, Infinity);

/**
 * Makes an attempt, from its intent to its outcome, once fewer than `ORDER_CONCURRENCY` are under way in this process: as many
 * as that can be in doubt after a crash.
 */
export function limitAttempts<T>(attempt: () => Promise<T>): Promise<T> {
  return attempts.execute(attempt);
}
