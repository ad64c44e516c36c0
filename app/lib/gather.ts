import { outsideTraces } from "./trace.server.ts";

type Waiting<In, Out> = { item: In; resolve: (result: Out) => void; reject: (error: unknown) => void };

/** A run that takes longer may hang on a lock that none of those who wait for it needs. */
const LATE_MS = 100;

/**
 * Lets many callers share one commit: those that come in the same turn of the event loop do, and those that
 * come while a run is under way wait for the next one, up to `most` together. So the busier it is, the more share one;
 * who comes alone waits for nothing. A second run begins beside one that is late.
 *
 * A failed batch is repeated item by item, so that a bad item fails alone. So `run` is all or nothing, and does no harm
 * where it is done twice: the answer to a commit may be lost.
 *
 * @param run returns a result for each of the items, in their order.
 */
export function gather<In, Out>(
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

  /** Never fails itself. */
  async function settle(batch: Waiting<In, Out>[]): Promise<void> {
    let results: Out[];
    try {
      // A batch serves the traces of all its callers: none of them is its own.
      results = await outsideTraces(() => run(batch.map(({ item }) => item)));
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((alone) => settle([alone])));
      else for (const { reject } of batch) reject(error);
      return;
    }
    for (const [at, { resolve, reject }] of batch.entries()) {
      // Without its own result nobody knows what became of it; another's would be worse.
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
