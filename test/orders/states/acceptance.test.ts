import { expect, it } from "vitest";

import { type Acceptance, acceptances, mayBecome } from "../../../app/orders/states/acceptance.ts";

const allowed: [Acceptance | null, Acceptance[]][] = [
  [null, ["due"]],
  ["due", ["accepted", "gone", "closing"]],
  ["accepted", ["closing"]],
  ["gone", ["due", "closing", "closed"]],
  ["closing", ["closed"]],
  ["closed", []],
];

it.each(allowed)("a request's answer that is %s may stay, or become %j, and nothing else", (from, to) => {
  const possible = acceptances.filter((each) => mayBecome(from, each));
  expect(possible.toSorted()).toEqual([...to, ...(from === null ? [] : [from])].toSorted());
});

it("every answer is in the table", () => {
  expect(allowed.map(([from]) => from)).toEqual([null, ...acceptances]);
});

it("what is closed is never accepted any more", () => {
  expect(mayBecome("closing", "accepted")).toBe(false);
  expect(mayBecome("closed", "accepted")).toBe(false);
});
