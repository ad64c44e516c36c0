const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type Hold = { readonly isInterrupted: boolean; release: () => void };

/** Thrown if a person interrupted the check, once the check has undone its changes. */
export class Interrupted extends Error {}

/**
 * Holds interrupts until `release`, so that the check always undoes its changes. Ctrl-C makes the check skip its
 * remaining steps.
 */
export function holdInterrupts(): Hold {
  let isInterrupted = false;
  const note = () => {
    isInterrupted = true;
    process.stderr.write("Taking back what was changed, then ending.\n");
  };
  SIGNALS.forEach((signal) => process.on(signal, note));
  return {
    get isInterrupted() {
      return isInterrupted;
    },
    release: () => SIGNALS.forEach((signal) => process.off(signal, note)),
  };
}
