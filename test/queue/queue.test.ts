import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { asSystem } from "../../app/lib/db.server.ts";
import { enqueue, startQueue, startWorking, stopQueue } from "../../app/queue/boss.server.ts";
import { defineJob, handleJob } from "../../app/queue/define-job.ts";
import { query } from "../support/database.ts";
import { databaseUrl } from "../support/world.ts";

const echoed: string[] = [];
const echoJob = defineJob("test.echo", z.object({ word: z.string() }));
const echo = handleJob(echoJob, ({ word }) => {
  if (word === "fail") return Promise.reject(new Error("on purpose"));
  echoed.push(word);
  return Promise.resolve(undefined);
});

beforeAll(() => startQueue([echo]));
afterAll(stopQueue);

describe("the queue", () => {
  it("takes a job only when its transaction is committed, and with no other data than it defines", async () => {
    const failing = asSystem("inbox", async (tx) => {
      await enqueue(tx, echoJob, { word: "never" });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    const wrong = { word: 7 } as unknown as { word: string };
    await expect(asSystem("inbox", (tx) => enqueue(tx, echoJob, wrong))).rejects.toThrow();
    expect(await query(databaseUrl, "select from pgboss.job where name = 'test.echo'")).toEqual([]);
  });

  it("processes its jobs, and continues after one that failed", async () => {
    await startWorking([echo]);
    await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "fail" }));
    await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "hello" }));
    await expect.poll(() => echoed, { timeout: 30_000 }).toEqual(["hello"]);
  });

  it("begins the schedules of a minute one after the other", async () => {
    const noop = () => Promise.resolve();
    const sweeps = ["one", "two", "three", "four"].map((name) =>
      handleJob(defineJob(`test.${name}`, z.object({})), noop, { cron: "* * * * *" }),
    );
    await startQueue(sweeps);
    await startWorking(sweeps);
    const stored = await query<{ after: number }>(
      databaseUrl,
      "select (options->>'startAfter')::int as after from pgboss.schedule order by after",
    );
    expect(stored.map(({ after }) => after)).toEqual([0, 12, 25, 37]);
  });

  it("repeats a sweep in each worker, and takes the schedule of an earlier version away", async () => {
    const runs: number[] = [];
    const sweepJob = defineJob("test.sweep", z.object({}));
    const run = () => Promise.resolve(runs.push(runs.length));
    await startQueue([handleJob(sweepJob, run)]);
    await startWorking([handleJob(sweepJob, run, { cron: "* * * * *" })]);
    await startWorking([handleJob(sweepJob, run, { everySeconds: 1 })]);
    expect(await query(databaseUrl, "select from pgboss.schedule where name = 'test.sweep'")).toEqual([]);
    await expect.poll(() => runs.length, { timeout: 30_000 }).toBeGreaterThan(3);
  });

  it("can be opened again with the same jobs", async () => {
    await startQueue([echo]);
    await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "again" }));
    await expect.poll(() => echoed, { timeout: 30_000 }).toContain("again");
  });
});
