let stopping = false;

/** Stops this process from claiming. Running work continues to its end. */
export function beginStopping(): void {
  stopping = true;
}

export function isStopping(): boolean {
  return stopping;
}
