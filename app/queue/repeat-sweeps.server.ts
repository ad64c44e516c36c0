import { logRepeated, log } from "../lib/telemetry/log.server.ts";
import type { JobHandler } from "./define-jobs.ts";
import { isStopping } from "./stopping.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { errorType, inSpan } from "../lib/telemetry/trace.server.ts";

/** A sweep of this process. Its runs never overlap, no matter if the timer or a job starts them. */
type Repeated = { running: Promise<unknown> | null; timer: NodeJS.Timeout };

const repeated = new Map<string, Repeated>();

/**
 * Runs each sweep in this process at once, then at its interval. Staggers the repetitions: all at a minute's
 * first second would delay the orders of that second.
 */
export function startSweeps(sweeps: JobHandler[]): void {
  for (const [index, handler] of sweeps.entries()) {
    const { everySeconds = 0 } = handler.job;
    const everyMs = everySeconds * 1000;
    const repeat = () => {
      const sweep = repeated.get(handler.job.name);
      if (!sweep) return;
      sweep.timer = setTimeout(repeat, everyMs);
      // Skips this run if the previous one is still going.
      if (sweep.running === null) void runLogged(handler);
    };
    const timer = setTimeout(repeat, (everyMs * (index + 1)) / sweeps.length);
    repeated.set(handler.job.name, { running: null, timer });
    // Not awaited: leftover work must not delay the start.
    void runLogged(handler);
  }
}

/** Runs a sweep for a job, after the run under way, which may have passed the job's rows already. */
export async function runSweep({ job, handle }: JobHandler): Promise<void> {
  const sweep = repeated.get(job.name);
  while (sweep?.running) await sweep.running.catch(() => undefined);
  if (isStopping()) return;
  const run = observeJob(job.name, () => handle({}));
  if (sweep) sweep.running = run;
  try {
    await run;
  } finally {
    if (sweep?.running === run) sweep.running = null;
  }
}

/** Stops the repetitions, and waits up to `withinMs` for running sweeps. */
export async function stopSweeps({ withinMs }: { withinMs: number }): Promise<void> {
  const ending = [...repeated.values()].map(async ({ running, timer }) => {
    clearTimeout(timer);
    await running?.catch(() => undefined);
  });
  repeated.clear();
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    late.resolve(undefined);
  }, withinMs);
  await Promise.race([Promise.all(ending), late.promise]);
  clearTimeout(timer);
}

async function runLogged(handler: JobHandler): Promise<void> {
  await runSweep(handler).catch((error: unknown) => {
    // The rows are still due, and the next sweep will find them.
    const { name } = handler.job;
    logRepeated("error", { err: error, sweep: name }, "queue.sweep-failed", name);
  });
}

const duration = durations("stockbridge.job.duration", "Time that a job or a sweep took.");

/** Measures a job or a sweep, in a trace of its own: the rows that it processes have their own traces. */
export async function observeJob(name: string, work: () => Promise<unknown>): Promise<void> {
  const beganAt = performance.now();
  let outcome = "done";
  try {
    await inSpan(`job ${name}`, { kind: "consumer", parent: null }, work);
  } catch (error) {
    outcome = errorType(error);
    throw error;
  } finally {
    const seconds = secondsSince(beganAt);
    duration.record(seconds, { "job.name": name, outcome });
    log.debug({ job: name, outcome, durationMs: Math.round(seconds * 1000) }, "queue.job-ended");
  }
}
