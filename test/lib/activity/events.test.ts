import { globSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { EVENT_OF, eventOf, EVENTS } from "../../../app/lib/activity/events.ts";

const sources = globSync("app/**/*.server.ts").map((file) => readFileSync(file, "utf8"));

/** Returns true if the code records activities of a kind: by its name, or by a template and the name's end in the same file. */
function isRecorded(kind: string): boolean {
  const [slice = "", name = ""] = kind.split(".");
  return sources.some(
    (source) =>
      new RegExp(`\\bkind(:| =) [^,;]*"${kind}"`).test(source) ||
      (source.includes(`kind: \`${slice}.\${`) && source.includes(`"${name}"`)),
  );
}

it("notification events include only kinds of activities that the app records", () => {
  expect(Object.keys(EVENT_OF).filter((kind) => !isRecorded(kind))).toEqual([]);
});

it("every notification event has at least one kind of activity", () => {
  expect(new Set(Object.values(EVENT_OF))).toEqual(new Set(EVENTS));
});

it.each([
  "orders.unknown-to-supplier",
  "orders.update-differs",
  "orders.missing-not-ordered",
  "orders.request-failed",
  "orders.request-hidden",
  "tracking.failed",
  "tracking.waits",
])("%s, which only the merchant can solve, belongs to the event order-needs-attention", (kind) => {
  expect(eventOf({ kind, tone: "warning" })).toBe("order-needs-attention");
});
