const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type Hold = { readonly isInterrupted: boolean; release: () => void };

/** Thrown after everything is taken back, if a person interrupted the check. */
export class Interrupted extends Error {}

/** Between a change and its being taken back, Ctrl-C only asks for the rest to be skipped. */
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
