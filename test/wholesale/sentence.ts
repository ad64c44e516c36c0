import { expect } from "vitest";

/** Every unsuccessful status. */
export const STATUSES = Array.from({ length: 300 }, (_, index) => 300 + index);

/** One status of each kind with a meaning of its own, and the ends of the range. */
export const TELLING_STATUSES = [
  300, 301, 304, 307, 400, 401, 403, 404, 405, 408, 409, 421, 422, 429, 499, 500, 502, 503, 599,
];

/** A sentence for a person, with nothing in it of a program, and none of the secrets that tests use. */
export function expectSentence(text: string, what: string): void {
  expect(text, what).toMatch(/^[A-Z][^]* [^]*\.$/);
  expect(text, what).not.toMatch(
    /undefined|NaN|\[object|Error\b|\.server\.ts|node_modules|\n\s+at |mirobel|rk_stand|a\.session/,
  );
}
