import { expect, it } from "vitest";

import { pipelined } from "../../app/lib/pipelined.ts";

it("begins each in a tick of its own, in their order, and waits for no result in between", async () => {
  const events: string[] = [];
  const first = Promise.withResolvers<string>();
  const results = await pipelined([
    () => {
      events.push("first");
      process.nextTick(() => events.push("a tick"));
      return first.promise;
    },
    () => {
      events.push("second");
      first.resolve("one");
      return "two";
    },
  ]);
  expect(results).toEqual(["one", "two"]);
  expect(events).toEqual(["first", "a tick", "second"]);
});

it("gives nothing for nothing", async () => {
  expect(await pipelined([])).toEqual([]);
});

it("begins the others also where one throws at once, and fails only when they have ended", async () => {
  const events: string[] = [];
  const failing = pipelined([
    () => {
      throw new Error("on purpose");
    },
    async () => {
      await new Promise((resolve) => setImmediate(resolve));
      events.push("ended");
    },
  ]);
  await expect(failing).rejects.toThrow("on purpose");
  expect(events).toEqual(["ended"]);
});
