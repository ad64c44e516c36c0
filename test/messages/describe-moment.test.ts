import { describe, expect, it } from "vitest";

import { describeMoment, type MomentForm } from "../../app/messages/describe-moment.ts";
import { translator } from "../../app/messages/translate.ts";

type Seen = { at: string; now: string; timeZone?: string | null; form?: MomentForm };

function describeAt({ at, now, timeZone = "America/New_York", form = "medium" }: Seen): string {
  return translator("en", { numbers: "en", timeZone })(describeMoment(at, form, { now, timeZone }));
}

/** 10:00 AM in New York. */
const now = "2026-11-26T15:00:00.000Z";

describe("describeMoment", () => {
  it.each([
    ["2026-11-26T15:00:00.000Z", "just now"],
    ["2026-11-26T14:59:01.000Z", "just now"],
    ["2026-11-26T14:59:00.000Z", "1 minute ago"],
    ["2026-11-26T14:54:30.000Z", "5 minutes ago"],
    ["2026-11-26T14:00:01.000Z", "59 minutes ago"],
    ["2026-11-26T14:00:00.000Z", "today at 9:00 AM"],
    ["2026-11-26T05:00:00.000Z", "today at 12:00 AM"],
    ["2026-11-26T04:59:59.000Z", "yesterday at 11:59 PM"],
    ["2026-11-25T05:00:00.000Z", "yesterday at 12:00 AM"],
    ["2026-11-25T04:59:59.000Z", "Nov 24, 2026, 11:59 PM"],
  ])("describes %s", (at, said) => {
    expect(describeAt({ at, now })).toBe(said);
  });

  it("says “just now” up to a minute ahead of the clock, and gives later moments their time", () => {
    expect(describeAt({ at: "2026-11-26T15:00:59.000Z", now })).toBe("just now");
    expect(describeAt({ at: "2026-11-26T15:01:00.000Z", now })).toBe("today at 10:01 AM");
    expect(describeAt({ at: "2026-11-27T15:00:00.000Z", now })).toBe("Nov 27, 2026, 10:00 AM");
  });

  it("writes only the time if a heading names the day", () => {
    expect(describeAt({ at: "2026-11-26T04:59:59.000Z", now, form: "time" })).toBe("11:59 PM");
    expect(describeAt({ at: "2026-11-26T14:55:00.000Z", now, form: "time" })).toBe("5 minutes ago");
  });

  it("adds the time zone's name to exact times, since an hour occurs twice when clocks go back", () => {
    const night = { now: "2026-11-01T15:00:00.000Z" };
    const exact = (at: string) =>
      translator("en", { numbers: "en", timeZone: "America/New_York" })("moment.exact", { at });
    for (const at of ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"])
      expect(describeAt({ at, ...night })).toBe("today at 1:30 AM");
    expect(exact("2026-11-01T05:30:00.000Z")).toBe("November 1, 2026 at 1:30:00 AM EDT");
    expect(exact("2026-11-01T06:30:00.000Z")).toBe("November 1, 2026 at 1:30:00 AM EST");
  });

  it.each([[null], ["Mars/Olympus"], [""]])("says UTC if the time zone is %j", (timeZone) => {
    const at = "2026-11-26T13:00:00.000Z";
    expect(describeAt({ at, now, timeZone })).toBe("today at 1:00 PM UTC");
    expect(describeAt({ at: "2026-11-20T13:00:00.000Z", now, timeZone, form: "long" })).toBe(
      "November 20, 2026 at 1:00 PM UTC",
    );
  });
});
