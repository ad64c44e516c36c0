/**
 * Time for which a process reports a full disk after Postgres refused a write for want of space. A worker writes more often, so
 * its `/readyz` stays 503 while the disk is full. An idle web process becomes ready again.
 */
const REMEMBERED_MS = 60_000;

/** Returns true if Postgres had no space for a statement of this process within the last minute. */
export function isDiskFull(): boolean {
  return performance.now() - metAt < REMEMBERED_MS;
}

/** postgresql.org: Error Codes, class 53. */
const DISK_FULL = "53100";

let metAt = -Infinity;

/** Remembers that Postgres has refused a statement because its disk is full. Reading does not show it. */
export function recordDiskFull({ code }: { code?: string | undefined }): void {
  if (code === DISK_FULL) metAt = performance.now();
}
