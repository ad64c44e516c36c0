import { describe, expect, it, vi } from "vitest";

import { batchCalls } from "../../app/lib/database/batch-calls.ts";

/** Returns a run that records its batches and ends each at the test's command. */
function batches() {
  const begun: number[][] = [];
  const ends: PromiseWithResolvers<number[]>[] = [];
  const run = (items: number[]): Promise<number[]> => {
    begun.push(items);
    const end = Promise.withResolvers<number[]>();
    ends.push(end);
    return end.promise;
  };
  const end = (at: number) => ends[at]!.resolve(begun[at]!.map((item) => item * 10));
  const fail = (at: number) => ends[at]!.reject(new Error(`run ${String(at)} failed`));
  return { begun, run, end, fail };
}

/** Lets all pending promises settle. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Adds the first item, and the others once its run has started. */
async function addedApart<Result>(
  add: (item: number) => Promise<Result>,
  [first, ...others]: [number, ...number[]],
) {
  const result = add(first);
  await settled();
  return [result, ...others.map(add)];
}

describe("batchCalls", () => {
  it("runs a single call at once, and calls of one turn of the event loop together", async () => {
    const { begun, run, end } = batches();
    const add = batchCalls(run);
    const first = add(1);
    await settled();
    end(0);
    await first;
    void add(2);
    void add(3);
    await settled();
    expect(begun).toEqual([[1], [2, 3]]);
  });

  it("puts all calls that arrive during a run into the next run", async () => {
    const { begun, run, end } = batches();
    const add = batchCalls(run);
    const results = Promise.all(await addedApart(add, [1, 2, 3, 4]));
    end(0);
    await settled();
    expect(begun).toEqual([[1], [2, 3, 4]]);
    end(1);
    expect(await results).toEqual([10, 20, 30, 40]);
    void add(5);
    await settled();
    expect(begun).toHaveLength(3);
  });

  it("starts a second run while a slow run continues, but never a third", async () => {
    const { begun, run, end } = batches();
    const add = batchCalls(run, { lateMs: 0 });
    const [first, ...others] = await addedApart(add, [1, 2, 3]);
    await vi.waitFor(() => {
      expect(begun).toEqual([[1], [2, 3]]);
    });
    const last = add(4);
    await settled();
    expect(begun).toHaveLength(2);
    end(1);
    await settled();
    expect(begun).toEqual([[1], [2, 3], [4]]);
    end(2);
    expect(await Promise.all([...others, last])).toEqual([20, 30, 40]);
    end(0);
    expect(await first).toBe(10);
  });

  it("puts at most `most` calls into a run, oldest first", async () => {
    const { begun, run, end } = batches();
    const add = batchCalls(run, { most: 2 });
    const results = Promise.all(await addedApart(add, [1, 2, 3, 4]));
    for (let at = 0; at < 3; at += 1) {
      end(at);
      await settled();
    }
    expect(begun).toEqual([[1], [2, 3], [4]]);
    expect(await results).toEqual([10, 20, 30, 40]);
  });

  it("repeats a failed run item by item, so that only the bad item fails", async () => {
    const begun: number[][] = [];
    const add = batchCalls(async (items: number[]) => {
      begun.push(items);
      await settled();
      if (items.includes(3)) throw new Error("3 is bad");
      return items;
    });
    const results = await Promise.allSettled(await addedApart(add, [1, 2, 3, 4]));
    expect(results.map((result) => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
      1,
      2,
      "failed",
      4,
    ]);
    expect(begun).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
    expect(await add(5)).toBe(5);
  });

  it("does not repeat a failed run of one item, and continues with the next run", async () => {
    const { begun, run, end, fail } = batches();
    const add = batchCalls(run);
    const [first, second] = await addedApart(add, [1, 2]);
    fail(0);
    await expect(first).rejects.toThrow("run 0 failed");
    await settled();
    end(1);
    expect(await second).toBe(20);
    expect(begun).toEqual([[1], [2]]);
  });

  it("fails a call whose run throws synchronously", async () => {
    const add = batchCalls<number, number>(() => {
      throw new Error("not even begun");
    });
    await expect(add(1)).rejects.toThrow("not even begun");
  });

  it("fails every call that gets no result from its run, and does not repeat the run", async () => {
    let runs = 0;
    const add = batchCalls(async (items: number[]) => {
      runs += 1;
      await settled();
      return items.slice(0, 1);
    });
    const results = await Promise.allSettled(await addedApart(add, [1, 2, 3]));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(runs).toBe(2);
  });
});
