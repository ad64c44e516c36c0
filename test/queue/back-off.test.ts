import { describe, expect, it } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { after, backOffSeconds } from "../../app/queue/back-off.ts";

/** The shortest and the longest of many pauses. */
function range(pause: () => number): [shortest: number, longest: number] {
  const pauses = Array.from({ length: 500 }, pause);
  return [Math.min(...pauses), Math.max(...pauses)];
}

function asksToWait(retryAfterSeconds: number): Failure {
  return new Failure({
    code: "rate-limited",
    side: "shop",
    explanation: { code: "failure.shop.rate-limited" },
    retryAfterSeconds,
  });
}

describe("backOffSeconds", () => {
  it.each([
    [0, 10],
    [1, 20],
    [2, 40],
    [8, 2560],
    [9, 3600],
    [1000, 3600],
  ])("waits after %i failures in a row for %i seconds, and up to a fifth longer", (retryCount, seconds) => {
    const [shortest, longest] = range(() => backOffSeconds(retryCount));
    expect(shortest).toBeGreaterThanOrEqual(seconds);
    expect(longest).toBeLessThan(seconds * 1.2);
    // Jitter keeps jobs that failed together from retrying together.
    expect(longest - shortest).toBeGreaterThan(seconds * 0.1);
  });

  it("accepts a shorter first pause and a shorter maximum", () => {
    const pace = { firstSeconds: 5, longestSeconds: 60 };
    expect(Math.floor(backOffSeconds(0, pace))).toBe(5);
    expect(range(() => backOffSeconds(20, pace))[0]).toBeGreaterThanOrEqual(60);
    expect(range(() => backOffSeconds(20, pace))[1]).toBeLessThan(72);
  });

  it("waits for Retry-After or for its own time, whichever is longer", () => {
    expect(backOffSeconds(0, { failure: asksToWait(500) })).toBe(500);
    expect(backOffSeconds(5, { failure: asksToWait(1) })).toBeGreaterThanOrEqual(320);
    expect(backOffSeconds(0, { failure: null })).toBeLessThan(12);
  });
});

it("after() adds seconds to a moment", () => {
  expect(after(new Date("2026-11-21T10:00:00Z"), 90)).toEqual(new Date("2026-11-21T10:01:30Z"));
});
