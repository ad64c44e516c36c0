import { outsideTraces } from "../telemetry/trace.server.ts";

type Waiting<In, Out> = { item: In; resolve: (result: Out) => void; reject: (error: unknown) => void };

/**
 * Time after which a second run starts for waiting items. The first run may be waiting for a lock that these
 * items do not need.
 */
const LATE_MS = 100;

/**
 * Lets concurrent callers share one commit. Items that arrive in the same turn of the event loop form a batch
 * of up to `most` items. Items that arrive during a run wait for the next run. If they have waited `lateMs`, a
 * second run starts beside the first.
 *
 * A failed batch is repeated item by item, so that one bad item does not fail the others. `run` must commit all
 * items or none. It must be safe to repeat, because a commit may succeed although its reply is lost.
 *
 * @param run returns one result per item, in the items' order
 */
export function batchCalls<In, Out>(
  run: (items: In[]) => Promise<Out[]>,
  { most = 50, lateMs = LATE_MS }: { most?: number; lateMs?: number } = {},
): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let running = 0;
  let late: NodeJS.Timeout | undefined;

  async function runWhatWaits(): Promise<void> {
    running += 1;
    while (waiting.length > 0) {
      clearTimeout(late);
      await settle(waiting.splice(0, most));
    }
    running -= 1;
  }

  /** Runs a batch, and settles the promises of its callers. Never rejects. */
  async function settle(batch: Waiting<In, Out>[]): Promise<void> {
    let results: Out[];
    try {
      // A batch serves several callers, so it must not appear in the trace of one of them.
      results = await outsideTraces(() => run(batch.map(({ item }) => item)));
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((alone) => settle([alone])));
      else for (const { reject } of batch) reject(error);
      return;
    }
    for (const [at, { resolve, reject }] of batch.entries()) {
      // If the number of results is wrong, all callers get an error. Otherwise a caller could get another
      // item's result.
      if (results.length === batch.length) resolve(results[at] as Out);
      else reject(new Error(`${String(batch.length)} items had ${String(results.length)} results.`));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length > 1) return;
      if (running === 0) setImmediate(() => void runWhatWaits());
      else if (running === 1) late = setTimeout(() => void runWhatWaits(), lateMs);
    });
}
