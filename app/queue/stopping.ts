let stopping = false;

/** The process is about to end: from now on it claims nothing new. What is under way goes on to its end. */
export function beginStopping(): void {
  stopping = true;
}

export function isStopping(): boolean {
  return stopping;
}
