import { describe, expect, it } from "vitest";

import { translator } from "../../../app/messages/translate.ts";
import { type Course, nextStepOf, refreshAfterMs } from "../../../app/orders/views/next-step.ts";
import { after, now } from "../testing.ts";

const t = translator("en");

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
    [{ nextAt: after(900) }, "Stockbridge checks again in about 15 minutes."],
    [{ nextAt: after(3600) }, "Stockbridge checks again in about an hour."],
    [{ nextAt: after(3 * 3600) }, "Stockbridge checks again in about 3 hours."],
    [{ nextAt: after(70) }, "Stockbridge checks again in about a minute."],
    [{ nextAt: after(-5) }, "Stockbridge checks again in a moment."],
    [{ nextAt: now, cancelRequestedAt: now }, "Stockbridge cancels it in a moment."],
    [{}, "Nothing more happens automatically."],
    [{ state: "ready", nextAt: now }, "Stockbridge orders it in a moment."],
    [{ state: "ready", nextAt: after(120), retryCount: 3 }, "Stockbridge tries again in about 2 minutes."],
    [{ state: "placing", nextAt: after(60) }, "This takes a minute at most."],
    [
      { state: "in_doubt", nextAt: after(240) },
      "Stockbridge looks for it at your supplier again in about 4 minutes.",
    ],
    [{ state: "in_doubt" }, "Stockbridge has stopped looking for it and waits for your decision."],
    [
      { state: "placed", acceptance: "due", nextAt: now },
      "Stockbridge accepts the request in Shopify in a moment.",
    ],
    [
      { state: "placed", cancelRequestedAt: now, acceptance: "due", nextAt: now },
      "Stockbridge cancels it at your supplier in a moment.",
    ],
    [
      { state: "placed", updateDueAt: after(600) },
      "Stockbridge asks your supplier for an update in about 10 minutes.",
    ],
    [
      { state: "shipped", updateDueAt: after(600), parcelDueAt: now },
      "Shopify gets a parcel's tracking in a moment.",
    ],
    [
      { state: "rejected", acceptance: "closing", nextAt: now },
      "Stockbridge closes the request in Shopify in a moment.",
    ],
    [{ state: "delivered" }, null],
    [{ state: "rejected" }, null],
    [{ state: "cancelled" }, null],
  ])("with %j reads %j", (more, sentence) => {
    const step = nextStepOf({ ...course, ...more }, now);
    expect(step && t(step)).toBe(sentence);
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
