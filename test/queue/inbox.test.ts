import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { asSystem } from "../../app/lib/db.server.ts";
import { Failure } from "../../app/lib/failure.ts";
import { enqueue, startQueue, startWorking, stopQueue } from "../../app/queue/boss.server.ts";
import { defineJob, handleJob } from "../../app/queue/define-job.ts";
import {
  eraseInbox,
  handleEntry,
  handleEntryJob,
  type InboxEvent,
  receive,
  sweepInbox,
  type TopicHandlers,
} from "../../app/queue/inbox.server.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";

const now = new Date("2026-11-21T10:00:00Z");

function after(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

function anEvent(more: Partial<InboxEvent> = {}): InboxEvent {
  return {
    shop: newShop(),
    topic: "orders/paid",
    webhookId: randomUUID(),
    eventId: randomUUID(),
    subjectId: "gid://shopify/Order/7",
    triggeredAt: after(-5),
    ...more,
  };
}

type Row = {
  id: string;
  retry_count: number;
  failure: string | null;
  next_at: Date | null;
  handled_at: Date | null;
};

async function rowsOf(webhookId: string): Promise<Row[]> {
  return query<Row>(
    databaseUrl,
    "select id, retry_count, failure, next_at, handled_at from inbox_entry where webhook_id = $1",
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
  await receive(event, now);
  return rowOf(event.webhookId);
}

/** Handlers that note whom they were called for, and then do what the test says. */
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

describe("before the queue is open", () => {
  it("a webhook leaves no row, as its wake-up cannot be enqueued: it will be sent again", async () => {
    const event = anEvent();
    await expect(receive(event, now)).rejects.toThrow();
    expect(await rowsOf(event.webhookId)).toEqual([]);
  });
});

describe("the inbox", () => {
  const echoed: string[] = [];
  const echoJob = defineJob("test.echo", z.object({ said: z.string() }));
  const sayAloud = handleJob(echoJob, ({ said }) => {
    if (said === "fail") return Promise.reject(new Error("on purpose"));
    echoed.push(said);
    return Promise.resolve(undefined);
  });

  // Nobody works off `inbox.handle` here: each test does, when it wants to.
  beforeAll(() => startQueue([handleJob(handleEntryJob, () => Promise.resolve()), sayAloud]));
  afterAll(stopQueue);

  describe("receiving", () => {
    it("keeps that a webhook came, and wakes its handling", async () => {
      const event = anEvent();
      expect(await receive(event, now)).toBe(true);
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
        triggered_at: after(-5),
        received_at: now,
        next_at: now,
        retry_count: 0,
        handled_at: null,
        failure: null,
      });
      expect(await jobsFor(row?.["id"] as string)).toEqual([{ name: "inbox.handle" }]);
    });

    it("makes one row and one wake-up of one webhook id, however often and whenever it comes", async () => {
      const event = anEvent();
      const fresh = await Promise.all([1, 2, 3, 4, 5].map(() => receive(event, now)));
      expect(fresh.toSorted()).toEqual([false, false, false, false, true]);
      expect(await receive({ ...event, topic: "orders/cancelled" }, after(3600))).toBe(false);
      const row = await rowOf(event.webhookId);
      expect(await jobsFor(row.id)).toHaveLength(1);
    });

    it("leaves neither row nor wake-up when its transaction is rolled back", async () => {
      const event = anEvent();
      const entryId = randomUUID();
      const failing = asSystem("inbox", async (tx) => {
        await tx.inboxEntry.create({ data: { id: entryId, ...event, receivedAt: now, nextAt: now } });
        await enqueue(tx, handleEntryJob, { entryId });
        throw new Error("on purpose");
      });
      await expect(failing).rejects.toThrow("on purpose");
      expect(await rowsOf(event.webhookId)).toEqual([]);
      expect(await jobsFor(entryId)).toEqual([]);
    });

    it("leaves no wake-up that carries something else than its job says", async () => {
      const wrong = { entryId: "not an id" };
      await expect(asSystem("inbox", (tx) => enqueue(tx, handleEntryJob, wrong))).rejects.toThrow();
      expect(await jobsFor(wrong.entryId)).toEqual([]);
    });
  });

  describe("handling", () => {
    it("hands over what was kept, once, and writes down when", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const { calls, handlers } = recording();
      await handleEntry(handlers, { entryId: id, now: after(1) });
      expect(calls).toMatchObject([event]);
      expect(await rowOf(event.webhookId)).toMatchObject({
        retry_count: 1,
        failure: null,
        next_at: null,
        handled_at: after(1),
      });
      await handleEntry(handlers, { entryId: id, now: after(86_400) });
      expect(calls).toHaveLength(1);
    });

    it("is done once when five want to at once", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const { calls, handlers } = recording();
      await Promise.all([1, 2, 3, 4, 5].map(() => handleEntry(handlers, { entryId: id, now })));
      expect(calls).toHaveLength(1);
      expect(await rowOf(event.webhookId)).toMatchObject({ retry_count: 1, handled_at: now });
    });

    it("does nothing for an entry that is not there, or not due yet", async () => {
      const { calls, handlers } = recording();
      await handleEntry(handlers, { entryId: randomUUID(), now });
      const { id } = await received();
      await handleEntry(handlers, { entryId: id, now: after(-1) });
      expect(calls).toEqual([]);
    });

    it("does not hinder erasing the shop meanwhile, nor stumbles over it", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const other = anEvent();
      await receive(other, now);
      const { handlers } = recording(({ shop }) => eraseInbox(shop));
      await handleEntry(handlers, { entryId: id, now });
      expect(await rowsOf(event.webhookId)).toEqual([]);
      expect(await rowsOf(other.webhookId)).toHaveLength(1);
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
    ])("is written down as %s, and tried again by a later sweep", async (code, error) => {
      const event = anEvent();
      const { id } = await received(event);
      const failing = recording(() => Promise.reject(error));
      await handleEntry(failing.handlers, { entryId: id, now });
      const failed = await rowOf(event.webhookId);
      expect(failed).toMatchObject({ retry_count: 1, failure: code, handled_at: null, next_at: after(10) });
      expect(JSON.stringify(failed)).not.toContain("secret detail");

      const { calls, handlers } = recording();
      await sweepInbox(handlers, after(9.999));
      expect(calls.filter(({ shop }) => shop === event.shop)).toEqual([]);
      await sweepInbox(handlers, after(10));
      expect(calls.filter(({ shop }) => shop === event.shop)).toMatchObject([event]);
      expect(await rowOf(event.webhookId)).toMatchObject({
        retry_count: 2,
        failure: null,
        next_at: null,
        handled_at: after(10),
      });
    });

    it("waits longer each time, and never longer than an hour", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const { handlers } = recording(() => Promise.reject(new Error("on purpose")));
      const waits: number[] = [];
      let at = now;
      for (let attempt = 1; attempt <= 12; attempt++) {
        await handleEntry(handlers, { entryId: id, now: at });
        const { next_at: next, retry_count: retryCount } = await rowOf(event.webhookId);
        expect(retryCount).toBe(attempt);
        waits.push(((next?.getTime() ?? 0) - at.getTime()) / 1000);
        at = next ?? at;
      }
      expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
    });

    it("is not there for a topic of an earlier version: the entry waits for one that has it again", async () => {
      const event = anEvent({ topic: "orders/renamed" });
      const { id } = await received(event);
      await handleEntry(recording().handlers, { entryId: id, now });
      expect(await rowOf(event.webhookId)).toMatchObject({ failure: "error", handled_at: null });
    });

    it("hinders no other entry", async () => {
      const [bad, good] = [anEvent(), anEvent()];
      await receive(bad, now);
      await receive(good, now);
      const { handlers } = recording(({ shop }) =>
        shop === bad.shop ? Promise.reject(new Error("on purpose")) : Promise.resolve(),
      );
      await sweepInbox(handlers, now);
      expect(await rowOf(bad.webhookId)).toMatchObject({ failure: "error" });
      expect(await rowOf(good.webhookId)).toMatchObject({ handled_at: now });
    });
  });

  describe("the sweep", () => {
    it("finds an entry whose wake-up was lost", async () => {
      const event = anEvent();
      const { id } = await received(event);
      await query(databaseUrl, "delete from pgboss.job where data->>'entryId' = $1", [id]);
      await sweepInbox(recording().handlers, now);
      expect(await rowOf(event.webhookId)).toMatchObject({ handled_at: now });
    });

    it("finds an entry again that a process took and died with, once its lease is over", async () => {
      const event = anEvent();
      const { id } = await received(event);
      const never = recording(() => new Promise(() => undefined));
      void handleEntry(never.handlers, { entryId: id, now });
      await vi.waitFor(() => {
        expect(never.calls).toHaveLength(1);
      });

      const { calls, handlers } = recording();
      await sweepInbox(handlers, after(59));
      await handleEntry(handlers, { entryId: id, now: after(59) });
      expect(calls.filter(({ shop }) => shop === event.shop)).toEqual([]);
      await sweepInbox(handlers, after(60));
      expect(calls.filter(({ shop }) => shop === event.shop)).toHaveLength(1);
      expect(await rowOf(event.webhookId)).toMatchObject({ retry_count: 2, handled_at: after(60) });
    });

    it.each<[string, (settle: PromiseWithResolvers<undefined>) => void]>([
      [
        "failed",
        ({ reject }) => {
          reject(new Error("on purpose"));
        },
      ],
      [
        "worked",
        ({ resolve }) => {
          resolve(undefined);
        },
      ],
    ])("is not undone by who comes back after the lease and says that it %s", async (_, comeBack) => {
      const event = anEvent();
      const { id } = await received(event);
      const settle = Promise.withResolvers<undefined>();
      const slow = handleEntry(recording(() => settle.promise).handlers, { entryId: id, now });
      await vi.waitFor(async () => {
        expect(await rowOf(event.webhookId)).toMatchObject({ retry_count: 1 });
      });
      await handleEntry(recording().handlers, { entryId: id, now: after(60) });
      const handled = await rowOf(event.webhookId);
      expect(handled).toMatchObject({ retry_count: 2, handled_at: after(60) });
      comeBack(settle);
      await slow;
      expect(await rowOf(event.webhookId)).toEqual(handled);
    });

    it("gets to an entry behind a hundred that fail again and again", async () => {
      const [bad, good] = [anEvent(), anEvent()];
      for (let count = 0; count < 100; count += 1)
        await receive({ ...bad, webhookId: randomUUID() }, after(-60));
      await receive(good, now);
      const { handlers } = recording(({ shop }) =>
        shop === bad.shop ? Promise.reject(new Error("on purpose")) : Promise.resolve(),
      );
      await sweepInbox(handlers, now);
      expect(await rowOf(good.webhookId)).toMatchObject({ handled_at: now });
    });

    it("takes all that are due", async () => {
      const events = [anEvent(), anEvent(), anEvent()];
      const [first, second, third] = events;
      if (!first || !second || !third) throw new Error("There are three.");
      await receive(second, after(-20));
      await receive(third, after(-10));
      await receive(first, after(-30));
      const { calls, handlers } = recording();
      await sweepInbox(handlers, now);
      const shops = events.map(({ shop }) => shop);
      const taken = calls.map(({ shop }) => shop).filter((shop) => shops.includes(shop));
      expect(taken.sort()).toEqual(shops.sort());
    });
  });

  describe("the queue", () => {
    it("works its jobs off, and goes on after one that failed", async () => {
      await startWorking([sayAloud]);
      await asSystem("inbox", (tx) => enqueue(tx, echoJob, { said: "fail" }));
      await asSystem("inbox", (tx) => enqueue(tx, echoJob, { said: "hello" }));
      await expect.poll(() => echoed, { timeout: 30_000 }).toEqual(["hello"]);
    });

    it("can be opened again with the same jobs", async () => {
      await startQueue([sayAloud]);
      await asSystem("inbox", (tx) => enqueue(tx, echoJob, { said: "again" }));
      await expect.poll(() => echoed, { timeout: 30_000 }).toContain("again");
    });
  });
});
