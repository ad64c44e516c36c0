/**
 * A worker that runs only one sweep, so that several can begin it at the same moment: `node sweep-worker.ts polls` prints a
 * line once it is ready, sweeps on SIGUSR2, and prints a line after each sweep.
 */
import { pollRequests } from "../../../app/orders/ingest/poll-requests.server.ts";
import { startQueue } from "../../../app/queue/boss.server.ts";
import { sweepUpdates } from "../../../app/orders/tracking/read-update.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import type { Swept } from "./sweeps.ts";

const SWEEPS: Record<Swept, () => Promise<void>> = { polls: pollRequests, "single updates": sweepUpdates };

// Starts no worker, so jobs that the sweep enqueues stay in the queue.
await startQueue(jobs);
const sweep = SWEEPS[process.argv[2] as Swept];
process.on("SIGUSR2", () => {
  void sweep().then(() => process.stdout.write("swept\n"));
});
process.stdout.write("ready\n");
