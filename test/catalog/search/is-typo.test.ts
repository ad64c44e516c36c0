import { expect, it } from "vitest";

import { isTypo } from "../../../app/catalog/search/correct-words.server.ts";

it.each([
  ["becher", "becher", true],
  ["bechr", "becher", true],
  ["bechher", "becher", true],
  ["bexher", "becher", true],
  ["behcer", "becher", true],
  ["becehr", "becher", true],
  ["echer", "becher", true],
  ["xbecher", "becher", true],
  ["becherr", "becher", true],
  ["emialle", "emaillebecher", true],
  ["bxchxr", "becher", false],
  ["lampe", "becher", false],
  ["becherab", "becher", false],
])("tells if %j is a typo of %j: %s", (typed, word, expected) => {
  expect(isTypo(typed, word)).toBe(expected);
});
