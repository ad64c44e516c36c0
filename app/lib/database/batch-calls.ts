import { outsideTraces } from "../telemetry/trace.server.ts";

type Waiting<In, Out> = { item: In; resolve: (result: Out) => void; reject: (error: unknown) => void };

/**
 * Time that items wait for a run before a second run starts: the first run may wait for a lock that they do not need.
 */
const LATE_MS = 100;

/**
 * Lets callers share one commit. Items of the same turn of the event loop form a batch; those that arrive during a
 * run wait for the next one, up to `most` per batch. Batches grow with load, and an item that comes alone does not
 * wait. A second run starts once items have waited `lateMs` for the first.
 *
 * A failed batch is repeated item by item, so that a bad item fails alone. `run` must be all or nothing, and safe to
 * repeat: the reply to a commit may be lost.
 *
 * @param run returns one result per item, in their order.
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
      // A batch serves the traces of all its callers, so it belongs to none.
      results = await outsideTraces(() => run(batch.map(({ item }) => item)));
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((alone) => settle([alone])));
      else for (const { reject } of batch) reject(error);
      return;
    }
    for (const [at, { resolve, reject }] of batch.entries()) {
      // With a wrong number of results, all are rejected: another item's result would be worse than an
      // unknown outcome.
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
