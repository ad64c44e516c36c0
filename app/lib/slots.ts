import { AsyncResource } from "node:async_hooks";

import { bulkhead } from "cockatiel";

/**
 * Returns a function that makes calls in `running` slots. Other calls wait for a slot, at most `waiting` of
 * them. Each call runs in the trace of its own caller: the bulkhead starts a waiting call in the context of
 * the call that frees the slot.
 *
 * @throws BulkheadRejectedError from a call that finds no place to wait.
 */
export function openSlots(running: number, waiting = Infinity): <T>(call: () => Promise<T>) => Promise<T> {
  const slots = bulkhead(running, waiting);
  return (call) => slots.execute(AsyncResource.bind(() => call()));
}
