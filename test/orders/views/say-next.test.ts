import { describe, expect, it } from "vitest";

import { type Course, refreshAfterMs, sayNext } from "../../../app/orders/views/say-next.ts";
import { after, now } from "../testing.ts";

const course: Course = {
  state: "held",
  cancelRequestedAt: null,
  acceptance: null,
  retryCount: 0,
  nextAt: null,
  updateDueAt: null,
  parcelDueAt: null,
};

describe("what happens next", () => {
  it.each<[Partial<Course>, string | null]>([
    [{ nextAt: after(900) }, "Stockbridge looks at it again by itself in about 15 minutes."],
    [{ nextAt: after(3600) }, "Stockbridge looks at it again by itself in about an hour."],
    [{ nextAt: after(3 * 3600) }, "Stockbridge looks at it again by itself in about 3 hours."],
    [{ nextAt: after(70) }, "Stockbridge looks at it again by itself in about a minute."],
    [{ nextAt: after(-5) }, "Stockbridge looks at it again by itself in a moment."],
    [{ nextAt: now, cancelRequestedAt: now }, "It is cancelled in a moment."],
    [{}, "Nothing more happens by itself."],
    [{ state: "ready", nextAt: now }, "It is ordered in a moment."],
    [
      { state: "ready", nextAt: after(120), retryCount: 3 },
      "Stockbridge tries again by itself in about 2 minutes.",
    ],
    [{ state: "placing", nextAt: after(60) }, "This takes a minute at most."],
    [
      { state: "in_doubt", nextAt: after(240) },
      "Stockbridge looks it up at the supplier again in about 4 minutes.",
    ],
    [{ state: "in_doubt" }, "Stockbridge does not look it up any more. It waits for your decision."],
    [{ state: "placed", acceptance: "due", nextAt: now }, "Shopify is told that it was ordered in a moment."],
    [
      { state: "placed", cancelRequestedAt: now, acceptance: "due", nextAt: now },
      "Stockbridge cancels it at the supplier in a moment.",
    ],
    [
      { state: "placed", updateDueAt: after(600) },
      "Stockbridge asks the supplier for news in about 10 minutes.",
    ],
    [
      { state: "shipped", updateDueAt: after(600), parcelDueAt: now },
      "Shopify is told of a parcel in a moment.",
    ],
    [
      { state: "rejected", acceptance: "closing", nextAt: now },
      "The request in Shopify is taken back in a moment.",
    ],
    [{ state: "delivered" }, null],
    [{ state: "rejected" }, null],
    [{ state: "cancelled" }, null],
  ])("of %j is told as %j", (more, said) => {
    expect(sayNext({ ...course, ...more }, now)).toBe(said);
  });
});

describe("a page that shows it", () => {
  it.each<[string, Partial<Course>, number | null]>([
    ["looks every few seconds while it is sent", { state: "placing" }, 3000],
    ["looks in a few seconds at what is due", { state: "ready", nextAt: now }, 3000],
    [
      "looks every few seconds at what a worker may have in hand",
      { state: "ready", nextAt: after(60) },
      3000,
    ],
    ["looks when something is about to be due", { state: "ready", nextAt: after(300) }, 240_000],
    ["looks ever more rarely at what is long overdue", { state: "ready", nextAt: after(-600) }, 60_000],
    ["rests while nothing is due for long", { nextAt: after(900) }, null],
    ["rests with the order", { state: "delivered" }, null],
  ])("%s", (_, more, milliseconds) => {
    expect(refreshAfterMs({ ...course, ...more }, now)).toBe(milliseconds);
  });
});
