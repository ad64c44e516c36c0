import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { nextTimeOfDay, startOfDayOf, startOfNextDay } from "../../app/messages/zoned-time.ts";

const at = (text: string) => new Date(text);

describe("nextTimeOfDay", () => {
  it.each([
    ["in winter", "17:00", "2026-01-10T12:00:00Z", "Europe/Berlin", "2026-01-10T16:00:00Z"],
    ["in summer", "17:00", "2026-07-10T12:00:00Z", "Europe/Berlin", "2026-07-10T15:00:00Z"],
    ["across the change to summer", "17:00", "2026-03-28T16:30:00Z", "Europe/Berlin", "2026-03-29T15:00:00Z"],
    ["across the change to winter", "17:00", "2026-10-24T15:30:00Z", "Europe/Berlin", "2026-10-25T16:00:00Z"],
    [
      "an hour later where clocks skip it",
      "02:30",
      "2026-03-28T12:00:00Z",
      "Europe/Berlin",
      "2026-03-29T01:30:00Z",
    ],
    [
      "for the first time where clocks show it twice",
      "02:30",
      "2026-10-24T12:00:00Z",
      "Europe/Berlin",
      "2026-10-25T00:30:00Z",
    ],
    ["where clocks skip midnight", "00:00", "2026-03-28T12:00:00Z", "Asia/Beirut", "2026-03-28T22:00:00Z"],
    ["with half an hour's offset", "09:00", "2026-01-10T12:00:00Z", "Asia/Kolkata", "2026-01-11T03:30:00Z"],
    ["at the very moment", "17:00", "2026-01-10T16:00:00Z", "Europe/Berlin", "2026-01-10T16:00:00Z"],
    ["in UTC for an unknown zone", "17:00", "2026-01-10T12:00:00Z", "Mars/Base", "2026-01-10T17:00:00Z"],
  ])("finds the next occurrence of a time %s", (_, time, since, zone, expected) => {
    expect(nextTimeOfDay(time, at(since), zone)).toEqual(at(expected));
  });

  it("returns a time that is at most 25 hours away, and never in the past", () => {
    const zone = fc.constantFrom(
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      null,
    );
    const since = fc.date({
      min: at("2026-01-01T00:00:00Z"),
      max: at("2027-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    fc.assert(
      fc.property(zone, since, time, (timeZone, from, [hour, minute]) => {
        const text = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        const hours = (nextTimeOfDay(text, from, timeZone).getTime() - from.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThanOrEqual(0);
        expect(hours).toBeLessThanOrEqual(25);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a day in the shop's time zone", () => {
  it("begins and ends at midnight there, even if the day has 23 or 25 hours", () => {
    const spring = at("2026-03-29T12:00:00Z");
    expect(startOfDayOf(spring, "Europe/Berlin")).toEqual(at("2026-03-28T23:00:00Z"));
    expect(startOfNextDay(spring, "Europe/Berlin")).toEqual(at("2026-03-29T22:00:00Z"));
    const autumn = at("2026-10-25T12:00:00Z");
    expect(startOfDayOf(autumn, "Europe/Berlin")).toEqual(at("2026-10-24T22:00:00Z"));
    expect(startOfNextDay(autumn, "Europe/Berlin")).toEqual(at("2026-10-25T23:00:00Z"));
  });
});
