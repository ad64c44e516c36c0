import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { asSystem } from "../../app/lib/database/db.server.ts";
import { enqueue, startQueue, startWorking, stopQueue } from "../../app/queue/boss.server.ts";
import { defineJobs } from "../../app/queue/jobs.ts";
import { query } from "../support/database.ts";
import { databaseUrl } from "../support/world.ts";

const echoed: string[] = [];
const jobs = defineJobs({ "test.echo": { data: z.object({ word: z.string() }) } });
const echoJob = jobs["test.echo"];
const handlers = {
  "test.echo": ({ word }: { word: string }) => {
    if (word === "fail") return Promise.reject(new Error("on purpose"));
    echoed.push(word);
    return Promise.resolve();
  },
};

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

describe("the queue", () => {
  it("stores a job only if its transaction commits and its data match the job's schema", async () => {
    const failing = asSystem("inbox", async (tx) => {
      await enqueue(tx, echoJob, { word: "never" });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    const wrong = { word: 7 } as unknown as { word: string };
    await expect(asSystem("inbox", (tx) => enqueue(tx, echoJob, wrong))).rejects.toThrow();
    expect(await query(databaseUrl, "select from pgboss.job where name = 'test.echo'")).toEqual([]);
  });

  it("continues after a job that failed", async () => {
    await startWorking(jobs, handlers);
    await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "fail" }));
    await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "hello" }));
    await expect.poll(() => echoed).toEqual(["hello"]);
  });

  it("spreads the starts of jobs that are due in the same minute", async () => {
    const minutely = { data: z.object({}), cron: "* * * * *" };
    const names = ["test.one", "test.two", "test.three", "test.four"];
    const sweeps = defineJobs(Object.fromEntries(names.map((name) => [name, minutely])));
    await startQueue(sweeps);
    await startWorking(sweeps, Object.fromEntries(names.map((name) => [name, () => Promise.resolve()])));
    const stored = await query<{ after: number }>(
      databaseUrl,
      "select (options->>'startAfter')::int as after from pgboss.schedule order by after",
    );
    expect(stored.map(({ after }) => after)).toEqual([0, 12, 25, 37]);
  });

  it("repeats a sweep at its interval", async () => {
    const runs: number[] = [];
    const sweeps = defineJobs({ "test.sweep": { data: z.object({}), everySeconds: 1 } });
    await startQueue(sweeps);
    await startWorking(sweeps, { "test.sweep": () => Promise.resolve(runs.push(runs.length)) });
    await expect.poll(() => runs.length).toBeGreaterThan(3);
  });

  it("can be opened again with the same jobs", async () => {
    await startQueue(jobs);
    await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "again" }));
    await expect.poll(() => echoed).toContain("again");
  });
});
