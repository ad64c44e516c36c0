/** Throws numbers 0 … sides-1. The same seed and salt always throw the same sequence. */
export type Dice = (sides: number) => number;

/**
 * Dice that belong to one product and one purpose. Purposes have dice of their own (the salt), so that asking for
 * a product's date does not require composing the product first.
 */
export function diceFor(seed: number, salt: number): Dice {
  let state = scramble(seed + Math.imul(salt, 0x9e3779b1));
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    return scramble(state) % sides;
  };
}

/** Returns an element of the list. */
export function pick<T>(dice: Dice, list: readonly [T, ...T[]]): T {
  return list[dice(list.length)] ?? list[0];
}

/** Spreads neighbouring numbers over all 32 bits (the finaliser of MurmurHash3). */
function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
