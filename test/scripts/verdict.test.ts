import { expect, it } from "vitest";

import { verdictOn } from "../../scripts/check/verdict.ts";

it("a check that tried nothing gets the verdict unproven", () => {
  expect(verdictOn([{ result: "not tried" }, { result: "not tried" }])).toBe("unproven");
  expect(verdictOn([])).toBe("unproven");
  expect(verdictOn([{ result: "fits" }, { result: "not tried" }])).toBe("fits");
});
