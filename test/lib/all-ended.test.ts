import { expect, it } from "vitest";

import { allEnded } from "../../app/lib/all-ended.ts";

it("gives the result of each, in their order", async () => {
  expect(await allEnded([Promise.resolve(1), "two", Promise.resolve(undefined)])).toEqual([
    1,
    "two",
    undefined,
  ]);
  expect(await allEnded([])).toEqual([]);
});

it("fails with the first of those that failed, and only once all have ended", async () => {
  const other = Promise.withResolvers<string>();
  let isOver = false;
  const all = allEnded([other.promise, Promise.reject(new Error("one")), Promise.reject(new Error("two"))]);
  const failed = all.catch((error: unknown) => error).finally(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  other.resolve("late");
  expect(await failed).toEqual(new Error("one"));
});
