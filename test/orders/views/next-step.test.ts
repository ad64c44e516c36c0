import { describe, expect, it } from "vitest";

import type { Message } from "../../../app/messages/message.ts";
import { translator } from "../../../app/messages/translate.ts";
import { type Course, nextStepOf, refreshAfterMs } from "../../../app/orders/views/next-step.ts";
import { after, now } from "../testing.ts";

const course: Course = {
  state: "held",
  cancelRequestedAt: null,
  acceptance: null,
  retryCount: 0,
  dueAt: null,
  updateDueAt: null,
  shipmentDueAt: null,
  canLookUp: true,
};

const moment = { code: "orders.when.moment" } as const;

function minutes(minutes: number) {
  return { code: "orders.when.minutes", minutes } as const;
}

function hours(hours: number) {
  return { code: "orders.when.hours", hours } as const;
}

describe("the next step of an order", () => {
  it.each<[Partial<Course>, Message | null]>([
    [{ dueAt: after(900) }, { code: "orders.next.checks", when: minutes(15) }],
    [{ dueAt: after(3600) }, { code: "orders.next.checks", when: hours(1) }],
    [{ dueAt: after(3 * 3600) }, { code: "orders.next.checks", when: hours(3) }],
    [{ dueAt: after(70) }, { code: "orders.next.checks", when: minutes(1) }],
    [{ dueAt: after(-5) }, { code: "orders.next.checks", when: moment }],
    [
      { dueAt: now, cancelRequestedAt: now },
      { code: "orders.next.cancels-unsent", when: moment },
    ],
    [{}, { code: "orders.next.rests" }],
    [
      { state: "ready", dueAt: now },
      { code: "orders.next.orders", when: moment },
    ],
    [
      { state: "ready", dueAt: after(120), retryCount: 3 },
      { code: "orders.next.retries", when: minutes(2) },
    ],
    [{ state: "placing", dueAt: after(60) }, { code: "orders.next.placing" }],
    [
      { state: "in_doubt", dueAt: after(240) },
      { code: "orders.next.looks-up", when: minutes(4) },
    ],
    [{ state: "in_doubt" }, { code: "orders.next.decision" }],
    // There is no way to look for it.
    [{ state: "in_doubt", dueAt: after(240), canLookUp: false }, { code: "orders.next.your-decision" }],
    [{ state: "in_doubt", canLookUp: false }, { code: "orders.next.your-decision" }],
    [
      { state: "placed", acceptance: "due", dueAt: now },
      { code: "orders.next.accepts", when: moment },
    ],
    [
      { state: "placed", cancelRequestedAt: now, acceptance: "due", dueAt: now },
      { code: "orders.next.cancels", when: moment },
    ],
    [
      { state: "placed", updateDueAt: after(600) },
      { code: "orders.next.reads-update", when: minutes(10) },
    ],
    [
      { state: "shipped", updateDueAt: after(600), shipmentDueAt: now },
      { code: "orders.next.shows-shipment", when: moment },
    ],
    [
      { state: "rejected", acceptance: "closing", dueAt: now },
      { code: "orders.next.closes", when: moment },
    ],
    [{ state: "delivered" }, null],
    [{ state: "rejected" }, null],
    [{ state: "canceled" }, null],
  ])("for %j is %j", (more, message) => {
    expect(nextStepOf({ ...course, ...more }, { now, connected: true })).toEqual(message);
  });

  it.each<[Partial<Course>, Message | null]>([
    [{ dueAt: after(900) }, null],
    [{ state: "ready", dueAt: now }, null],
    [{ state: "in_doubt", dueAt: after(240) }, null],
    [{ state: "placed", updateDueAt: after(3600) }, null],
    [{}, null],
    [
      { dueAt: now, cancelRequestedAt: now },
      { code: "orders.next.cancels-unsent", when: moment },
    ],
    [
      { state: "placed", acceptance: "due", dueAt: now },
      { code: "orders.next.accepts", when: moment },
    ],
    [
      { state: "shipped", shipmentDueAt: after(60), updateDueAt: after(3600) },
      { code: "orders.next.shows-shipment", when: moment },
    ],
  ])("without a connection, for %j, is %j", (more, message) => {
    expect(nextStepOf({ ...course, ...more }, { now, connected: false })).toEqual(message);
  });

  it.each<[Partial<Course>, string]>([
    [{ dueAt: after(-5) }, "Stockbridge checks again in a moment."],
    [{ dueAt: after(70) }, "Stockbridge checks again in about a minute."],
    [
      { state: "in_doubt", dueAt: after(240) },
      "Stockbridge looks it up with your supplier again in about 4 minutes.",
    ],
    [
      { state: "placed", updateDueAt: after(3600) },
      "Stockbridge checks with your supplier for an update in about an hour.",
    ],
  ])("for %j reads “%s”", (more, sentence) => {
    const step = nextStepOf({ ...course, ...more }, { now, connected: true });
    expect(step && translator("en")(step)).toBe(sentence);
  });
});

describe("a page that shows the next step", () => {
  it.each<[string, Partial<Course>, number | null]>([
    ["refreshes every few seconds while the order is sent", { state: "placing" }, 3000],
    ["refreshes in a few seconds if work is due", { state: "ready", dueAt: now }, 3000],
    [
      "refreshes every few seconds if a worker may hold the order",
      { state: "ready", dueAt: after(60) },
      3000,
    ],
    ["refreshes when work becomes due soon", { state: "ready", dueAt: after(300) }, 240_000],
    ["refreshes less and less often if work is overdue", { state: "ready", dueAt: after(-600) }, 60_000],
    ["does not refresh if nothing is due soon", { dueAt: after(900) }, null],
    ["does not refresh for an ended order", { state: "delivered" }, null],
  ])("%s", (_, more, milliseconds) => {
    expect(refreshAfterMs({ ...course, ...more }, now)).toBe(milliseconds);
  });
});
