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

it.each(allowed)("lets the acceptance %s stay, or change to %j only", (from, to) => {
  const possible = acceptances.filter((each) => mayBecome(from, each));
  expect(possible.toSorted()).toEqual([...to, ...(from === null ? [] : [from])].toSorted());
});

it("lists the allowed changes of every acceptance", () => {
  expect(allowed.map(([from]) => from)).toEqual([null, ...acceptances]);
});

it("never accepts a closed request again", () => {
  expect(mayBecome("closing", "accepted")).toBe(false);
  expect(mayBecome("closed", "accepted")).toBe(false);
});
