let stopping = false;

/**
 * Stops this process from claiming: sweeps and the inbox take no more rows, and `placeOrder` begins no attempt. Running work
 * continues to its end, for which `server.ts` waits.
 */
export function beginStopping(): void {
  stopping = true;
}

export function isStopping(): boolean {
  return stopping;
}
