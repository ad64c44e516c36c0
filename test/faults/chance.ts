import { type Dice, diceFor } from "../sandbox/wholesale/dice.ts";

/** Everything that a run leaves to chance comes from its seed through this. */
export type Chance = {
  /** From the first to the last, both included. */
  between: (first: number, last: number) => number;
  /** Returns true in this many of a hundred cases. */
  percent: (often: number) => boolean;
  one: <T>(of: readonly T[]) => T;
  shuffled: <T>(list: readonly T[]) => T[];
};

/** The same seed and purpose always give the same chances. */
export function chanceFor(seed: number, purpose: number): Chance {
  const dice: Dice = diceFor(seed, purpose);
  const one = <T>(of: readonly T[]): T => {
    const found = of[dice(of.length)];
    if (found === undefined) throw new Error("There is nothing to choose from.");
    return found;
  };
  return {
    between: (first, last) => first + dice(last - first + 1),
    percent: (often) => dice(100) < often,
    one,
    shuffled: (list) =>
      list
        .map((each) => ({ each, place: dice(1_000_000) }))
        .toSorted((first, second) => first.place - second.place)
        .map(({ each }) => each),
  };
}
