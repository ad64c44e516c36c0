import { log } from "../lib/telemetry/log.server.ts";
import { durations, secondsSince } from "../lib/telemetry/metrics.server.ts";
import { errorType, inSpan } from "../lib/telemetry/trace.server.ts";

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
