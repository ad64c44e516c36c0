import { expect, it } from "vitest";

import { translator } from "../../../app/messages/translate.ts";
import { groupByDay } from "../../../app/routes/app.activity/group-by-day.ts";

it("groups entries by day, with words for recent days", () => {
  const at = (iso: string) => ({ at: iso });
  const days = groupByDay(
    [
      at("2026-03-01T00:00:00.000Z"),
      at("2026-02-28T23:59:59.999Z"),
      at("2026-02-28T00:00:00.000Z"),
      at("2026-02-27T12:00:00.000Z"),
    ],
    "2026-03-01T08:00:00.000Z",
  );
  expect(days.map(({ title, entries }) => [translator("en")(title), entries.length])).toEqual([
    ["Today", 1],
    ["Yesterday", 2],
    ["Friday, February 27, 2026", 1],
  ]);
  expect(groupByDay([], "2026-03-01T08:00:00.000Z")).toEqual([]);
});
