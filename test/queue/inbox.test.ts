import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { asSystem } from "../../app/lib/db.server.ts";
import { Failure } from "../../app/lib/failure.ts";
import { enqueue, startQueue, startWorking, stopQueue } from "../../app/queue/boss.server.ts";
import { defineJob, handleJob } from "../../app/queue/define-job.ts";
import {
  eraseInbox,
  handleEntry,
  type InboxEvent,
  receive,
  removeHandledEntries,
  sweepInbox,
  type TopicHandlers,
} from "../../app/queue/inbox.server.ts";
import { handleEntryJob } from "../../app/queue/jobs.ts";
import { shopGone } from "../../app/shop/failures.ts";
import { query } from "../support/database.ts";
import { runScript } from "../support/run-script.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop } from "../support/world.ts";

function anEvent(more: Partial<InboxEvent> = {}): InboxEvent {
  return {
    shop: newShop(),
    topic: "orders/paid",
    webhookId: randomUUID(),
    eventId: randomUUID(),
    subjectId: "gid://shopify/Order/7",
    triggeredAt: new Date("2026-11-21T10:00:00Z"),
    ...more,
  };
}

type Row = {
  id: string;
  retry_count: number;
  failure: string | null;
  next_at: Date | null;
  handled_at: Date | null;
  /** Seconds until it is due. */
  wait: number;
};

async function rowsOf(webhookId: string): Promise<Row[]> {
  return query<Row>(
    databaseUrl,
    `select id, retry_count, failure, next_at, handled_at, extract(epoch from next_at - now())::float as wait
     from inbox_entry where webhook_id = $1`,
    [webhookId],
  );
}

async function rowOf(webhookId: string): Promise<Row> {
  const [row, ...more] = await rowsOf(webhookId);
  if (!row || more.length > 0) throw new Error("There is not exactly one row of this webhook.");
  return row;
}

function jobsFor(entryId: string): Promise<Record<string, unknown>[]> {
  return query(databaseUrl, "select name from pgboss.job where data->>'entryId' = $1", [entryId]);
}

/** Receives an event and gives its row. */
async function received(event = anEvent()): Promise<Row> {
  await receive(event);
  return rowOf(event.webhookId);
}

/** Handlers that note whom they were called for, and then do what the test wants. */
function recording(work: (event: InboxEvent) => Promise<void> = () => Promise.resolve()) {
  const calls: InboxEvent[] = [];
  const handlers: TopicHandlers<"orders/paid"> = {
    "orders/paid": (event) => {
      calls.push(event);
      return work(event);
    },
  };
  return { calls, handlers };
}

const handled = { failure: null, next_at: null, handled_at: expect.any(Date) as Date };

describe("before the queue is open", () => {
  it("a webhook leaves no row, as its wake-up cannot be enqueued: it will be sent again", async () => {
    const event = anEvent();
    const { code, stderr } = await runScript(`
      import { receive } from "./app/queue/inbox.server.ts";
      await receive(${JSON.stringify({ ...event, triggeredAt: null })});`);
    expect(code).toBe(1);
    expect(stderr).toContain("at enqueue");
    expect(await rowsOf(event.webhookId)).toEqual([]);
  });
});

describe("the inbox", () => {
  const echoed: string[] = [];
  const echoJob = defineJob("test.echo", z.object({ word: z.string() }));
  const echo = handleJob(echoJob, ({ word }) => {
    if (word === "fail") return Promise.reject(new Error("on purpose"));
    echoed.push(word);
    return Promise.resolve(undefined);
  });

  // No worker processes `inbox.handle` here: each test does, when it wants to.
  beforeAll(() => startQueue([handleJob(handleEntryJob, () => Promise.resolve()), echo]));
  afterAll(stopQueue);

  describe("receiving", () => {
    it("keeps that a webhook came, and wakes its handling", async () => {
      const event = anEvent();
      expect(await receive(event)).toBe(true);
      const [row] = await query(databaseUrl, "select * from inbox_entry where webhook_id = $1", [
        event.webhookId,
      ]);
      expect(row).toEqual({
        id: expect.any(String) as string,
        shop: event.shop,
        topic: "orders/paid",
        webhook_id: event.webhookId,
        event_id: event.eventId,
        subject_id: "gid://shopify/Order/7",
        triggered_at: event.triggeredAt,
        received_at: expect.any(Date) as Date,
        next_at: row?.["received_at"],
        retry_count: 0,
        handled_at: null,
        failure: null,
      });
      expect(await jobsFor(row?.["id"] as string)).toEqual([{ name: "inbox.handle" }]);
    });

    it("makes one row and one wake-up of one webhook id, however often and whenever it comes", async () => {
      const event = anEvent();
      const isNew = await Promise.all([1, 2, 3, 4, 5].map(() => receive(event)));
      expect(isNew.toSorted()).toEqual([false, false, false, false, true]);
      await timePasses(event.shop, 3600);
      expect(await receive({ ...event, topic: "orders/cancelled" })).toBe(false);
      const row = await rowOf(event.webhookId);
      expect(await jobsFor(row.id)).toHaveLength(1);
    });

    it("leaves neither row nor wake-up when its transaction is rolled back", async () => {
      const event = anEvent();
      const entryId = randomUUID();
      const failing = asSystem("inbox", async (tx, now) => {
        await tx.inboxEntry.create({ data: { id: entryId, ...event, receivedAt: now, nextAt: now } });
        await enqueue(tx, handleEntryJob, { entryId });
        throw new Error("on purpose");
      });
      await expect(failing).rejects.toThrow("on purpose");
      expect(await rowsOf(event.webhookId)).toEqual([]);
      expect(await jobsFor(entryId)).toEqual([]);
    });

    it("leaves no wake-up with other data than its job defines", async () => {
      const wrong = { entryId: "not an id" };
      await expect(asSystem("inbox", (tx) => enqueue(tx, handleEntryJob, wrong))).rejects.toThrow();
      expect(await jobsFor(wrong.entryId)).toEqual([]);
    });
  });

  describe("handling", () => {
    it("hands over what was kept, once, and records when", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const { calls, handlers } = recording();
      await handleEntry(handlers, { entryId: id });
      expect(calls).toMatchObject([event]);
      expect(await rowOf(event.webhookId)).toMatchObject({ ...handled, retry_count: 0 });
      await timePasses(event.shop, 86_400);
      await handleEntry(handlers, { entryId: id });
      expect(calls).toHaveLength(1);
    });

    it("happens once when five workers want to at once", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const { calls, handlers } = recording();
      await Promise.all([1, 2, 3, 4, 5].map(() => handleEntry(handlers, { entryId: id })));
      expect(calls).toHaveLength(1);
      expect(await rowOf(event.webhookId)).toMatchObject(handled);
    });

    it("does nothing for an entry that is not there, or not due yet", async () => {
      const { calls, handlers } = recording();
      await handleEntry(handlers, { entryId: randomUUID() });
      const event = anEvent();
      const { id } = await received(event);
      await timePasses(event.shop, -60);
      await handleEntry(handlers, { entryId: id });
      expect(calls).toEqual([]);
    });

    it("does not hinder erasing the shop meanwhile, nor is hindered by it", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const other = anEvent();
      await receive(other);
      const { handlers } = recording(({ shop }) => eraseInbox(shop));
      await handleEntry(handlers, { entryId: id });
      expect(await rowsOf(event.webhookId)).toEqual([]);
      expect(await rowsOf(other.webhookId)).toHaveLength(1);
    });

    it("has nothing left to do for a shop that is gone", async () => {
      const event = anEvent();
      const { id } = await received(event);
      await handleEntry(recording(() => Promise.reject(shopGone())).handlers, { entryId: id });
      expect(await rowOf(event.webhookId)).toMatchObject(handled);
    });
  });

  describe("a handler that fails", () => {
    it.each([
      [
        "unreachable",
        new Failure({
          code: "unreachable",
          side: "shop",
          explanation: { code: "failure.shop.access-lost" },
          detail: "secret detail",
        }),
      ],
      ["error", new TypeError("secret detail")],
    ])("is recorded as %s, and tried again by a later sweep", async (code, error) => {
      const event = anEvent();
      const { id } = await received(event);
      const failing = recording(() => Promise.reject(error));
      await handleEntry(failing.handlers, { entryId: id });
      const failed = await rowOf(event.webhookId);
      expect(failed).toMatchObject({ retry_count: 1, failure: code, handled_at: null });
      expect(failed.wait).toBeGreaterThan(5);
      expect(failed.wait).toBeLessThanOrEqual(12);
      expect(JSON.stringify(failed)).not.toContain("secret detail");

      const { calls, handlers } = recording();
      await sweepInbox(handlers);
      expect(calls.filter(({ shop }) => shop === event.shop)).toEqual([]);
      await timePasses(event.shop, 12);
      await sweepInbox(handlers);
      expect(calls.filter(({ shop }) => shop === event.shop)).toMatchObject([{ webhookId: event.webhookId }]);
      expect(await rowOf(event.webhookId)).toMatchObject(handled);
    });

    it("waits longer each time, and about an hour at most", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const { handlers } = recording(() => Promise.reject(new Error("on purpose")));
      for (const seconds of [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]) {
        await handleEntry(handlers, { entryId: id });
        const { wait } = await rowOf(event.webhookId);
        expect(wait).toBeGreaterThan(seconds - 5);
        expect(wait).toBeLessThanOrEqual(seconds * 1.2);
        await timePasses(event.shop, wait);
      }
      expect(await rowOf(event.webhookId)).toMatchObject({ retry_count: 11 });
    });

    it("waits as long as the other side asks for", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const explanation = { code: "failure.shop.rate-limited" } as const;
      const limited = new Failure({
        code: "rate-limited",
        side: "shop",
        explanation,
        retryAfterSeconds: 100,
      });
      await handleEntry(recording(() => Promise.reject(limited)).handlers, { entryId: id });
      const { wait } = await rowOf(event.webhookId);
      expect(wait).toBeGreaterThan(95);
      expect(wait).toBeLessThanOrEqual(100);
    });

    it("is missing for a topic of an earlier version: the entry waits for one that has it again", async () => {
      const event = anEvent({ topic: "orders/renamed" });
      const { id } = await received(event);
      await handleEntry(recording().handlers, { entryId: id });
      expect(await rowOf(event.webhookId)).toMatchObject({ failure: "error", handled_at: null });
    });

    it("hinders no other entry", async () => {
      const [bad, good] = [anEvent(), anEvent()];
      await receive(bad);
      await receive(good);
      const { handlers } = recording(({ shop }) =>
        shop === bad.shop ? Promise.reject(new Error("on purpose")) : Promise.resolve(),
      );
      await sweepInbox(handlers);
      expect(await rowOf(bad.webhookId)).toMatchObject({ failure: "error" });
      expect(await rowOf(good.webhookId)).toMatchObject(handled);
    });
  });

  describe("the sweep", () => {
    it("finds an entry whose wake-up was lost", async () => {
      const event = anEvent();
      const { id } = await received(event);
      await query(databaseUrl, "delete from pgboss.job where data->>'entryId' = $1", [id]);
      await sweepInbox(recording().handlers);
      expect(await rowOf(event.webhookId)).toMatchObject(handled);
    });

    it("finds an entry again whose process died while it had it, once the lease is over", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const never = recording(() => new Promise(() => undefined));
      void handleEntry(never.handlers, { entryId: id });
      await expect.poll(() => never.calls).toHaveLength(1);

      const { calls, handlers } = recording();
      await timePasses(event.shop, 290);
      await sweepInbox(handlers);
      await handleEntry(handlers, { entryId: id });
      expect(calls.filter(({ shop }) => shop === event.shop)).toEqual([]);
      await timePasses(event.shop, 10);
      await sweepInbox(handlers);
      expect(calls.filter(({ shop }) => shop === event.shop)).toHaveLength(1);
      expect(await rowOf(event.webhookId)).toMatchObject(handled);
    });

    it.each<[string, (work: PromiseWithResolvers<undefined>) => void]>([
      [
        "failed",
        ({ reject }) => {
          reject(new Error("on purpose"));
        },
      ],
      [
        "succeeded",
        ({ resolve }) => {
          resolve(undefined);
        },
      ],
    ])("is not undone by a worker that ends after its lease, and %s", async (_, end) => {
      const event = anEvent();
      const { id } = await received(event);
      const work = Promise.withResolvers<undefined>();
      const slow = recording(() => work.promise);
      const ending = handleEntry(slow.handlers, { entryId: id });
      await expect.poll(() => slow.calls).toHaveLength(1);
      await timePasses(event.shop, 300);
      await handleEntry(recording().handlers, { entryId: id });
      const { wait: _wait, ...row } = await rowOf(event.webhookId);
      expect(row).toMatchObject(handled);
      end(work);
      await ending;
      expect(await rowOf(event.webhookId)).toMatchObject(row);
    });

    it("gets to an entry behind a hundred of another shop that fail again and again", async () => {
      const [bad, good] = [anEvent(), anEvent()];
      for (let count = 0; count < 100; count += 1) await receive({ ...bad, webhookId: randomUUID() });
      await timePasses(bad.shop, 60);
      await receive(good);
      const { handlers, calls } = recording(({ shop }) =>
        shop === bad.shop ? Promise.reject(new Error("on purpose")) : Promise.resolve(),
      );
      await sweepInbox(handlers);
      expect(await rowOf(good.webhookId)).toMatchObject(handled);
      const before = calls.slice(
        0,
        calls.findIndex(({ shop }) => shop === good.shop),
      );
      expect(before.filter(({ shop }) => shop === bad.shop).length).toBeLessThan(10);
    });
  });

  describe("entries that were handled", () => {
    async function handledBefore(days: number): Promise<string> {
      const event = anEvent();
      const { id } = await received(event);
      await handleEntry(recording().handlers, { entryId: id });
      await timePasses(event.shop, days * 86_400);
      return event.webhookId;
    }

    it("are removed after thirty days, and those that were not handled stay", async () => {
      const [old, recent] = [await handledBefore(31), await handledBefore(29)];
      const waiting = anEvent();
      await receive(waiting);
      await timePasses(waiting.shop, 365 * 86_400);
      await removeHandledEntries();
      expect(await rowsOf(old)).toEqual([]);
      expect(await rowsOf(recent)).toHaveLength(1);
      expect(await rowsOf(waiting.webhookId)).toHaveLength(1);
    });

    it("are found by an index", async () => {
      const plan = await asSystem("inbox", async (tx) => {
        await tx.$executeRaw`set local enable_seqscan = off`;
        return tx.$queryRaw`explain select id from inbox_entry where handled_at < now() limit 5000`;
      });
      expect(JSON.stringify(plan)).toContain("inbox_entry_handled");
    });
  });

  describe("the queue", () => {
    it("processes its jobs, and continues after one that failed", async () => {
      await startWorking([echo]);
      await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "fail" }));
      await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "hello" }));
      await expect.poll(() => echoed, { timeout: 30_000 }).toEqual(["hello"]);
    });

    it("can be opened again with the same jobs", async () => {
      await startQueue([echo]);
      await asSystem("inbox", (tx) => enqueue(tx, echoJob, { word: "again" }));
      await expect.poll(() => echoed, { timeout: 30_000 }).toContain("again");
    });
  });
});
