import { expect, it } from "vitest";

import { splitConflicting } from "../../../app/orders/store/order-batch.server.ts";

it.each<[string[], string[][]]>([
  [[], []],
  [["a", "b", "c"], [["a", "b", "c"]]],
  [
    ["a", "a", "a"],
    [["a"], ["a"], ["a"]],
  ],
  [
    ["ab", "bc", "cd", "e"],
    [["ab", "e"], ["bc"], ["cd"]],
  ],
  [
    ["a", "b", "ab", "a"],
    [["a", "b"], ["ab"], ["a"]],
  ],
  // A call that shares nothing with another never waits.
  [["", "", "a"], [["", "", "a"]]],
])(
  "splits %j into batches whose items share no letter, and keeps conflicting items in their sequence",
  (items, batches) => {
    expect(splitConflicting(items, (item) => Array.from(item))).toEqual(batches);
  },
);
