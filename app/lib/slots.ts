import { AsyncResource } from "node:async_hooks";

import { bulkhead } from "cockatiel";

/**
 * Returns a function that runs at most `running` calls at once. Up to `waiting` more calls wait. Keeps each
 * call in its own caller's trace. The bulkhead alone would start a waiting call in the trace of the call that
 * has just ended.
 *
 * @throws BulkheadRejectedError from a call if `waiting` calls wait already
 */
export function openSlots(running: number, waiting = Infinity): <T>(call: () => Promise<T>) => Promise<T> {
  const slots = bulkhead(running, waiting);
  return (call) => slots.execute(AsyncResource.bind(() => call()));
}
