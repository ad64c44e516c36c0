import { describe, expect, it } from "vitest";

import { translator } from "../../../app/messages/translate.ts";
import { groupByDay } from "../../../app/routes/app.activity/group-by-day.ts";

type Shown = { now: string; timeZone: string | null };

/** Returns the titles of the days, each with the number of its entries. */
function titles(moments: string[], clock: Shown) {
  const t = translator("en", { numbers: "en", timeZone: clock.timeZone });
  const days = groupByDay(
    moments.map((at) => ({ at })),
    clock,
  );
  return days.map(({ title, entries }) => [t(title), entries.length]);
}

describe("groupByDay", () => {
  it("names today and yesterday, and dates earlier days", () => {
    const moments = [
      "2026-03-01T00:00:00.000Z",
      "2026-02-28T23:59:59.999Z",
      "2026-02-28T00:00:00.000Z",
      "2026-02-27T12:00:00.000Z",
    ];
    expect(titles(moments, { now: "2026-03-01T08:00:00.000Z", timeZone: null })).toEqual([
      ["Today", 1],
      ["Yesterday", 2],
      ["Friday, February 27, 2026", 1],
    ]);
    expect(titles([], { now: "2026-03-01T08:00:00.000Z", timeZone: null })).toEqual([]);
  });

  it.each([
    // Midnight is at 18:30 UTC.
    ["Asia/Kolkata", "2026-02-28T20:00:00Z", ["2026-02-28T18:30:00Z"], ["2026-02-28T18:29:59.999Z"]],
    // Midnight is at 05:00 UTC.
    ["America/New_York", "2026-03-01T06:00:00Z", ["2026-03-01T05:00:00Z"], ["2026-03-01T04:59:59Z"]],
    // The day of the change to summer time has 23 hours: midnight was at 05:00 UTC, the next one is at 04:00.
    ["America/New_York", "2026-03-09T03:59:59Z", ["2026-03-08T05:00:00Z"], ["2026-03-08T04:59:59Z"]],
    // The day of the change back has 25 hours.
    [
      "America/New_York",
      "2026-11-02T04:59:59Z",
      ["2026-11-02T04:00:00Z", "2026-11-01T04:00:00Z"],
      ["2026-11-01T03:59:59Z"],
    ],
    // 45 minutes off, and a day ahead of UTC.
    ["Pacific/Chatham", "2026-06-30T12:00:00Z", ["2026-06-30T11:15:00Z"], ["2026-06-30T11:14:59Z"]],
  ])("begins the day at midnight in %s (now: %s)", (timeZone, now, today, yesterday) => {
    expect(titles([...today, ...yesterday], { now, timeZone })).toEqual([
      ["Today", today.length],
      ["Yesterday", yesterday.length],
    ]);
  });

  it("dates an earlier day in the shop's time zone", () => {
    const clock = { now: "2026-03-01T12:00:00Z", timeZone: "America/New_York" };
    // February 27 in UTC.
    expect(titles(["2026-02-27T02:00:00Z"], clock)).toEqual([["Thursday, February 26, 2026", 1]]);
  });
});
