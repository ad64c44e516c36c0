import { describe, expect, it } from "vitest";

import { retryAfterSeconds } from "../../app/wholesale/failures.ts";

const now = new Date("2026-11-22T10:00:00Z");

describe("retryAfterSeconds", () => {
  it.each([
    ["0", 0],
    ["7", 7],
    [" 120 ", 120],
    ["3600", 3600],
    ["Sun, 22 Nov 2026 10:01:30 GMT", 90],
    ["Sunday, 22-Nov-26 10:01:30 GMT", 90],
  ])("returns the seconds until the time in %j", (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  it.each([
    ["3601"],
    // A moment, in seconds and in milliseconds since 1970.
    ["1795342800"],
    ["1795342800000"],
    ["9".repeat(400)],
    ["Mon, 23 Nov 2026 10:00:00 GMT"],
    ["Fri, 31 Dec 2083 23:59:59 GMT"],
  ])("caps %j at one hour", (header) => {
    expect(retryAfterSeconds(header, now)).toBe(3600);
  });

  it("returns 0 for a date in the past", () => {
    expect(retryAfterSeconds("Sat, 21 Nov 2026 10:00:00 GMT", now)).toBe(0);
  });

  it.each([
    [null],
    [""],
    [" "],
    ["-5"],
    ["1.5"],
    ["1e3"],
    ["0x10"],
    ["soon"],
    ["NaN"],
    ["Infinity"],
    ["120, 120"],
    ["2 minutes"],
    ["Sun, 99 Foo 2026 99:99:99 GMT"],
  ])("ignores %j", (header) => {
    expect(retryAfterSeconds(header, now)).toBeUndefined();
  });
});
