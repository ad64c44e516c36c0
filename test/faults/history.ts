/** The events of a run, per customer's order and for all, for a person who investigates a violation. */
export type History = {
  /** `about`: the mark of a customer's order; null for what may concern all of them. */
  note: (about: string | null, what: string) => void;
  /** All that concerns one order, from the moment that it was made. */
  of: (mark: string) => string[];
  /** How often something of that kind happened: what stands before the first colon. */
  counts: () => Record<string, number>;
};

export function keepHistory(): History {
  const began = performance.now();
  const entries: { at: number; about: string | null; what: string }[] = [];
  return {
    note: (about, what) => void entries.push({ at: performance.now() - began, about, what }),
    of: (mark) => {
      const first = entries.findIndex(({ about }) => about === mark);
      return entries
        .slice(first)
        .filter(({ about }) => about === mark || about === null)
        .map(({ at, about, what }) => `${(at / 1000).toFixed(2)} s ${about === null ? "* " : ""}${what}`);
    },
    counts: () => {
      const counted: Record<string, number> = {};
      for (const { what } of entries) {
        const kind = what.split(":")[0] ?? what;
        counted[kind] = (counted[kind] ?? 0) + 1;
      }
      return counted;
    },
  };
}
