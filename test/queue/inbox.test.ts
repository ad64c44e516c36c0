import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { eraseRows } from "../../app/installation/erase-rows.server.ts";
import { asSystem } from "../../app/lib/database/db.server.ts";
import { Failure } from "../../app/lib/failure.ts";
import {
  type Handler,
  type InboxEvent,
  openInbox,
  type ReceivedEvent,
  receive,
  removeEndedEntries,
} from "../../app/queue/inbox.server.ts";
import { type ShopDomain, shopDomain } from "../../app/lib/shop-domain.ts";
import { shopGone } from "../../app/shop/failures.ts";
import { inSpan } from "../../app/lib/telemetry/trace.server.ts";
import { query } from "../support/database.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl } from "../support/world.ts";

/** No test calls this shop, so there may be any number. */
function aShop(): ShopDomain {
  return shopDomain.parse(`inbox-${String(shops++)}.myshopify.com`);
}
let shops = 0;

function anEvent(more: Partial<InboxEvent> = {}): InboxEvent {
  return {
    shop: aShop(),
    topic: "orders/paid",
    webhookId: randomUUID(),
    eventId: randomUUID(),
    subjectId: "gid://shopify/Order/7",
    triggeredAt: new Date("2026-11-21T10:00:00Z"),
    ...more,
  };
}

function aTraceparent(index: number): string {
  return `00-${String(index).padStart(32, "0")}-b7ad6b7169203331-00`;
}

type Row = {
  id: string;
  retry_count: number;
  failure: string | null;
  due_at: Date | null;
  handled_at: Date | null;
  /** Seconds until it is due. */
  wait: number;
};

async function rowsOf(webhookId: string): Promise<Row[]> {
  return query<Row>(
    databaseUrl,
    `select id, retry_count, failure, due_at, handled_at, extract(epoch from greatest(due_at, leased_until) - now())::float as wait
     from inbox_entry where webhook_id = $1`,
    [webhookId],
  );
}

async function rowOf(webhookId: string): Promise<Row> {
  const [row, ...more] = await rowsOf(webhookId);
  if (!row || more.length > 0) throw new Error("There is not exactly one row of this webhook.");
  return row;
}

/** Returns an inbox that records its handler's calls, each of which then does the test's work. */
function recording(work: Handler = () => Promise.resolve(), concurrency = 8) {
  const calls: InboxEvent[] = [];
  const handle = (received: ReceivedEvent) => {
    const { shop, topic, webhookId, eventId, subjectId, triggeredAt } = received;
    calls.push({ shop, topic, webhookId, eventId, subjectId, triggeredAt });
    return work(received);
  };
  const inbox = openInbox({ "orders/paid": handle, "orders/edited": handle }, concurrency);
  return { calls, inbox, of: (shop: ShopDomain) => calls.filter((call) => call.shop === shop) };
}

/** Returns the entries of the shop's activity about given-up webhooks. */
function givenUpOf(shop: ShopDomain): Promise<object[]> {
  const reports = "select message from activity where shop = $1 and kind = 'shop.webhook-given-up'";
  return query(databaseUrl, reports, [shop]);
}

const handled = { failure: null, due_at: null, handled_at: expect.any(Date) as Date };

describe("receive", () => {
  it("stores a webhook", async () => {
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
      due_at: row?.["received_at"],
      retry_count: 0,
      looks: 0,
      leased_until: null,
      handled_at: null,
      failure: null,
      traceparent: null,
    });
  });

  it("stores one row per webhook id, however often and whenever it comes", async () => {
    const event = anEvent();
    const isNew = await Promise.all([1, 2, 3, 4, 5].map(() => receive(event)));
    expect(isNew.toSorted()).toEqual([false, false, false, false, true]);
    await timePasses(event.shop, 3600);
    expect(await receive({ ...event, topic: "orders/edited" })).toBe(false);
    await rowOf(event.webhookId);
  });

  it("stores many webhooks in few transactions, each with its own values", async () => {
    const events = Array.from({ length: 60 }, (_, index) =>
      anEvent({
        shop: SHOP,
        subjectId: index % 2 === 0 ? null : `"{${String(index)},\\`,
        ...(index % 3 === 0 && { eventId: null, triggeredAt: null }),
      }),
    );
    const before = await transactions();
    const traces = events.map((_, index) => (index % 4 === 0 ? null : aTraceparent(index)));
    const receiveTraced = (event: InboxEvent, index: number) =>
      traces[index] ? inSpan("test", { parent: traces[index] }, () => receive(event)) : receive(event);
    expect(await Promise.all(events.map(receiveTraced))).toEqual(events.map(() => true));
    expect((await transactions()) - before).toBeLessThan(10);
    const rows = await query(
      databaseUrl,
      `select shop, topic, webhook_id as "webhookId", event_id as "eventId", subject_id as "subjectId",
         triggered_at as "triggeredAt", traceparent from inbox_entry where webhook_id = any($1)
       order by array_position($1, webhook_id)`,
      [events.map(({ webhookId }) => webhookId)],
    );
    expect(rows).toEqual(events.map((event, index) => ({ ...event, traceparent: traces[index] })));
    await eraseRows(SHOP);
  });

  it("stores a webhook even if another webhook of the same transaction cannot be stored", async () => {
    const [good, bad, other] = [anEvent(), anEvent({ subjectId: "\0" }), anEvent()];
    const results = await Promise.allSettled([anEvent(), anEvent(), good, bad, other].map(receive));
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    await rowOf(good.webhookId);
    await rowOf(other.webhookId);
  });

  it("wakes a listening process after the commit if its own process handles no webhooks", async () => {
    const { inbox, of } = recording();
    const end = inbox.listen();
    try {
      await expect.poll(() => query(databaseUrl, LISTENING)).toHaveLength(1);
      const event = anEvent();
      await receive(event);
      await expect.poll(() => of(event.shop)).toMatchObject([event]);
      await inbox.drain();
    } finally {
      await end();
    }
  });

  it("gets a webhook handled even if the connection for notifications was lost", async () => {
    const { inbox, of } = recording();
    const end = inbox.listen();
    try {
      await expect.poll(() => query(databaseUrl, LISTENING)).toHaveLength(1);
      await query(databaseUrl, `select pg_terminate_backend(pid) from (${LISTENING}) listening`);
      const event = anEvent();
      await receive(event);
      await expect.poll(() => of(event.shop)).toHaveLength(1);
      await expect.poll(() => query(databaseUrl, LISTENING)).toHaveLength(1);
      await inbox.drain();
    } finally {
      await end();
    }
  });
});

describe("an inbox", () => {
  it("handles a stored webhook once, and records the time", async () => {
    const event = anEvent();
    await receive(event);
    const { of, inbox } = recording();
    await inbox.drain();
    expect(of(event.shop)).toEqual([event]);
    expect(await rowOf(event.webhookId)).toMatchObject({ ...handled, retry_count: 0 });
    await timePasses(event.shop, 86_400);
    await inbox.drain();
    expect(of(event.shop)).toHaveLength(1);
  });

  it("handles a webhook once if five workers want it at once", async () => {
    const event = anEvent();
    await receive(event);
    const workers = Array.from({ length: 5 }, () => recording());
    await Promise.all(workers.map(({ inbox }) => inbox.drain()));
    expect(workers.flatMap(({ of }) => of(event.shop))).toHaveLength(1);
    expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("handles all waiting webhooks of one subject in one call, with the latest webhook", async () => {
    const shop = aShop();
    const first = anEvent({ shop });
    const latest = anEvent({ shop, triggeredAt: new Date("2026-11-21T11:00:00Z") });
    const others = [anEvent({ shop, subjectId: "8" }), anEvent({ shop, topic: "orders/edited" })];
    for (const event of [latest, first, ...others]) await receive(event);
    const { of, inbox } = recording();
    await inbox.drain();
    expect(sorted(of(shop))).toEqual(sorted([latest, ...others]));
    for (const event of [latest, first, ...others])
      expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("handles a subject in one process at a time, and once more for webhooks that arrive meanwhile", async () => {
    const shop = aShop();
    await receive(anEvent({ shop, subjectId: null }));
    const work = Promise.withResolvers<undefined>();
    const { of, inbox } = recording(() => (of(shop).length === 1 ? work.promise : Promise.resolve()));
    const drained = inbox.drain();
    await expect.poll(() => of(shop)).toHaveLength(1);
    const later = [1, 2, 3].map(() => anEvent({ shop, subjectId: null }));
    for (const event of later) await receive(event);
    const others = [recording(), recording()];
    const free = anEvent({ shop, subjectId: "8" });
    await receive(free);
    await Promise.all(others.map((other) => other.inbox.drain()));
    expect(others.flatMap((other) => other.of(shop))).toEqual([free]);
    work.resolve(undefined);
    await drained;
    expect(of(shop)).toHaveLength(2);
    for (const event of later) expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("never handles a subject twice at once, although each of its webhooks wakes five processes", async () => {
    const shop = aShop();
    let atOnce = 0;
    const mostAtOnce: number[] = [];
    const workers = Array.from({ length: 5 }, () =>
      recording(async () => {
        mostAtOnce.push((atOnce += 1));
        await query(databaseUrl, "select");
        atOnce -= 1;
      }),
    );
    const events = Array.from({ length: 100 }, () => anEvent({ shop }));
    for (const event of events) {
      await receive(event);
      for (const { inbox } of workers) inbox.wake();
    }
    await Promise.all(workers.map(({ inbox }) => inbox.drain()));
    // A process that found the subject leased leaves the last webhooks to the next look.
    await workers[0]!.inbox.drain();
    expect(Math.max(...mostAtOnce)).toBe(1);
    for (const event of events) expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("handles no entry before it is due", async () => {
    const event = anEvent();
    await receive(event);
    await timePasses(event.shop, -60);
    const { of, inbox } = recording();
    await inbox.drain();
    expect(of(event.shop)).toEqual([]);
  });

  it("neither blocks the erasure of a shop nor waits for it", async () => {
    const [event, other] = [anEvent(), anEvent()];
    await receive(event);
    await timePasses(other.shop, 0);
    const { inbox } = recording(({ shop }) => (shop === event.shop ? eraseRows(shop) : Promise.resolve()));
    await receive(other);
    await inbox.drain();
    expect(await rowsOf(event.webhookId)).toEqual([]);
    expect(await rowsOf(other.webhookId)).toHaveLength(1);
  });

  it("counts a webhook of a shop that is gone as handled", async () => {
    const event = anEvent();
    await receive(event);
    await recording(() => Promise.reject(shopGone())).inbox.drain();
    expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("runs a limited number of handlers at once, and at most half of them for one shop", async () => {
    const [busy, other] = [aShop(), aShop()];
    const ends: (() => void)[] = [];
    const work = ({ shop }: InboxEvent) =>
      shop === busy ? new Promise<void>((resolve) => ends.push(resolve)) : Promise.resolve();
    const { of, inbox } = recording(work, 4);
    for (let number = 0; number < 10; number += 1)
      await receive(anEvent({ shop: busy, subjectId: String(number) }));
    const drained = inbox.drain();
    await expect.poll(() => of(busy)).toHaveLength(2);
    // One shop's calls hang, and another's webhook comes.
    const event = anEvent({ shop: other });
    await receive(event);
    inbox.wake();
    await expect.poll(() => rowOf(event.webhookId)).toMatchObject(handled);
    expect(of(busy)).toHaveLength(2);
    for (let count = 2; count < 10; count += 1) {
      ends.shift()?.();
      await expect.poll(() => of(busy)).toHaveLength(count + 1);
    }
    for (const end of ends) end();
    await drained;
  });

  it("continues until no entry is due, however quickly each handler ends", async () => {
    const shop = aShop();
    const events = Array.from({ length: 300 }, (_, index) => anEvent({ shop, subjectId: String(index) }));
    await Promise.all(events.map(receive));
    const { of, inbox } = recording(undefined, 64);
    await inbox.drain();
    expect(of(shop)).toHaveLength(300);
  });

  it("lets shops take turns, so that one shop's burst delays no other", async () => {
    const [busy, ...others] = [aShop(), aShop(), aShop()];
    for (let number = 0; number < 50; number += 1)
      await receive(anEvent({ shop: busy, subjectId: String(number) }));
    for (const shop of others) await receive(anEvent({ shop }));
    const { calls, inbox } = recording(undefined, 2);
    await inbox.drain();
    for (const shop of others) {
      const before = calls.slice(
        0,
        calls.findIndex((call) => call.shop === shop),
      );
      expect(before.length).toBeLessThan(10);
    }
    expect(calls.filter((call) => call.shop === busy)).toHaveLength(50);
  });
});

describe("a webhook whose event the shop does not show yet", () => {
  it("is handled again after ten seconds and after a minute, and then no more", async () => {
    const event = anEvent();
    await receive(event);
    const { inbox, of } = recording(() => Promise.resolve("not-yet"));
    for (const seconds of [10, 60]) {
      await inbox.drain();
      const { wait } = await rowOf(event.webhookId);
      expect(wait).toBeGreaterThan(seconds - 5);
      expect(wait).toBeLessThanOrEqual(seconds);
      await timePasses(event.shop, wait);
    }
    await inbox.drain();
    expect(of(event.shop)).toHaveLength(3);
    expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("is handled three times even if its handler failed before", async () => {
    const event = anEvent();
    await receive(event);
    const failing = recording(() => Promise.reject(new Error("on purpose")));
    for (let failures = 0; failures < 3; failures += 1) {
      await failing.inbox.drain();
      await timePasses(event.shop, 100);
    }
    const { inbox, of } = recording(() => Promise.resolve("not-yet"));
    for (let looks = 0; looks < 3; looks += 1) {
      await inbox.drain();
      await timePasses(event.shop, 60);
    }
    expect(of(event.shop)).toHaveLength(3);
    expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("leaves a later webhook about the same subject all its repetitions", async () => {
    const [early, late] = [anEvent({ shop: SHOP }), anEvent({ shop: SHOP })];
    const { inbox, of } = recording(() => Promise.resolve("not-yet"));
    await receive(early);
    for (const seconds of [10, 60]) {
      await inbox.drain();
      await timePasses(SHOP, seconds);
    }
    await receive(late);
    for (const seconds of [10, 60]) {
      await inbox.drain();
      await timePasses(SHOP, seconds);
    }
    await inbox.drain();
    expect(of(SHOP).filter(({ webhookId }) => webhookId === late.webhookId)).toHaveLength(3);
  });
});

describe("a webhook whose handler fails", () => {
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
  ])("is recorded as %s, and retried later", async (code, error) => {
    const event = anEvent();
    await receive(event);
    await recording(() => Promise.reject(error)).inbox.drain();
    const failed = await rowOf(event.webhookId);
    expect(failed).toMatchObject({ retry_count: 1, failure: code, handled_at: null });
    expect(failed.wait).toBeGreaterThan(5);
    expect(failed.wait).toBeLessThanOrEqual(12);
    expect(JSON.stringify(failed)).not.toContain("secret detail");

    const { of, inbox } = recording();
    await inbox.drain();
    expect(of(event.shop)).toEqual([]);
    await timePasses(event.shop, 12);
    await inbox.drain();
    expect(of(event.shop)).toMatchObject([{ webhookId: event.webhookId }]);
    expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("waits longer before each retry, up to about an hour", async () => {
    const event = anEvent();
    await receive(event);
    const { inbox } = recording(() => Promise.reject(new Error("on purpose")));
    for (const seconds of [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]) {
      await inbox.drain();
      const { wait } = await rowOf(event.webhookId);
      expect(wait).toBeGreaterThan(seconds - 5);
      expect(wait).toBeLessThanOrEqual(seconds * 1.2);
      await timePasses(event.shop, wait);
    }
    expect(await rowOf(event.webhookId)).toMatchObject({ retry_count: 11 });
  });

  it("waits as long as Retry-After demands", async () => {
    const event = anEvent();
    await receive(event);
    const explanation = { code: "failure.shop.rate-limited" } as const;
    const limited = new Failure({
      code: "rate-limited",
      side: "shop",
      explanation,
      retryAfterSeconds: 100,
    });
    await recording(() => Promise.reject(limited)).inbox.drain();
    const { wait } = await rowOf(event.webhookId);
    expect(wait).toBeGreaterThan(95);
    expect(wait).toBeLessThanOrEqual(100);
  });

  it("is given up after a week, stays recorded, and is reported to the merchant once", async () => {
    const event = anEvent();
    await receive(event);
    const { inbox, of } = recording(() => Promise.reject(new Error("on purpose")));
    await timePasses(event.shop, 7 * DAY - 60);
    await inbox.drain();
    expect(await rowOf(event.webhookId)).toMatchObject({ handled_at: null, failure: "error" });
    expect(await givenUpOf(event.shop)).toEqual([]);
    await timePasses(event.shop, 3600);
    // A new webhook of the same subject is tried.
    const fresh = anEvent({ shop: event.shop });
    await receive(fresh);
    await inbox.drain();
    expect(await givenUpOf(event.shop)).toHaveLength(1);
    expect(await rowOf(event.webhookId)).toMatchObject({ ...handled, failure: "error" });
    expect(await rowOf(fresh.webhookId)).toMatchObject({ handled_at: null, failure: "error" });
    await eraseRows(event.shop);
    await inbox.drain();
    expect(of(event.shop)).toHaveLength(2);
  });

  it("stays due if the message to the merchant cannot be stored", async () => {
    const event = anEvent();
    await receive(event);
    const { inbox } = recording(() => Promise.reject(new Error("on purpose")));
    await timePasses(event.shop, 8 * DAY);
    const isAnother = `check (shop <> '${event.shop}') not valid`;
    await query(databaseUrl, `alter table activity add constraint fails_on_purpose ${isAnother}`);
    await inbox.drain();
    await query(databaseUrl, "alter table activity drop constraint fails_on_purpose");
    expect(await rowOf(event.webhookId)).toMatchObject({ handled_at: null });
    expect(await givenUpOf(event.shop)).toEqual([]);
    await timePasses(event.shop, 3600);
    await inbox.drain();
    expect(await givenUpOf(event.shop)).toHaveLength(1);
    expect(await rowOf(event.webhookId)).toMatchObject({ ...handled, failure: "error" });
  });

  it("waits if its topic's handler is missing, until a version has the handler again", async () => {
    const event = anEvent({ topic: "orders/renamed" });
    await receive(event);
    await recording().inbox.drain();
    expect(await rowOf(event.webhookId)).toMatchObject({ failure: "error", handled_at: null });
    await timePasses(event.shop, 3600);
    const handledShops: ShopDomain[] = [];
    const renamed: Handler = ({ shop }) => Promise.resolve(void handledShops.push(shop));
    await openInbox({ "orders/renamed": renamed }, 8).drain();
    expect(handledShops).toEqual([event.shop]);
    expect(await rowOf(event.webhookId)).toMatchObject(handled);
  });

  it("does not delay other entries", async () => {
    const [bad, good] = [anEvent(), anEvent()];
    await receive(bad);
    await receive(good);
    const { inbox } = recording(({ shop }) =>
      shop === bad.shop ? Promise.reject(new Error("on purpose")) : Promise.resolve(),
    );
    await inbox.drain();
    expect(await rowOf(bad.webhookId)).toMatchObject({ failure: "error" });
    expect(await rowOf(good.webhookId)).toMatchObject(handled);
  });
});

describe("the lease of a webhook", () => {
  it("ends five minutes after its process died, and another process handles the entry", async () => {
    const event = anEvent();
    await receive(event);
    const death = Promise.withResolvers<undefined>();
    const never = recording(() => death.promise);
    const drained = never.inbox.drain();
    await expect.poll(() => never.of(event.shop)).toHaveLength(1);

    const { of, inbox } = recording();
    await timePasses(event.shop, 290);
    await inbox.drain();
    expect(of(event.shop)).toEqual([]);
    await timePasses(event.shop, 10);
    await inbox.drain();
    expect(of(event.shop)).toHaveLength(1);
    expect(await rowOf(event.webhookId)).toMatchObject(handled);
    // It would claim the entries of later tests.
    death.resolve(undefined);
    await drained;
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
  ])("cannot be ended by its former worker once it has expired, even if the work %s", async (_, end) => {
    const event = anEvent();
    await receive(event);
    const work = Promise.withResolvers<undefined>();
    const slow = recording(() => work.promise);
    const ending = slow.inbox.drain();
    await expect.poll(() => slow.of(event.shop)).toHaveLength(1);
    await timePasses(event.shop, 300);
    await recording().inbox.drain();
    const { wait: _wait, ...row } = await rowOf(event.webhookId);
    expect(row).toMatchObject(handled);
    end(work);
    await ending;
    expect(await rowOf(event.webhookId)).toMatchObject(row);
  });
});

describe("ended inbox entries", () => {
  async function handledBefore(days: number): Promise<string> {
    const event = anEvent();
    await receive(event);
    await recording().inbox.drain();
    await timePasses(event.shop, days * DAY);
    return event.webhookId;
  }

  it("are kept for thirty days if they were given up", async () => {
    const [old, recent] = [await handledBefore(31), await handledBefore(29)];
    const giveUp = "update inbox_entry set failure = 'error' where webhook_id = any($1)";
    await query(databaseUrl, giveUp, [[old, recent]]);
    await removeEndedEntries();
    expect(await rowsOf(old)).toEqual([]);
    expect(await rowsOf(recent)).toHaveLength(1);
  });

  it("are removed after three days, unlike entries that are still due", async () => {
    const [old, recent] = [await handledBefore(4), await handledBefore(2)];
    const waiting = anEvent();
    await receive(waiting);
    await timePasses(waiting.shop, 365 * DAY);
    await removeEndedEntries();
    expect(await rowsOf(old)).toEqual([]);
    expect(await rowsOf(recent)).toHaveLength(1);
    expect(await rowsOf(waiting.webhookId)).toHaveLength(1);
    await eraseRows(waiting.shop);
  });

  it("are found by an index", async () => {
    const plan = await asSystem("inbox", async (tx) => {
      await tx.$executeRaw`set local enable_seqscan = off`;
      return tx.$queryRaw`explain select id from inbox_entry where handled_at < now() limit 5000`;
    });
    expect(JSON.stringify(plan)).toContain("inbox_entry_handled");
  });
});

describe("receive with an id that two shops share", () => {
  it("stores one webhook per shop", async () => {
    const webhookId = randomUUID();
    const kept = await Promise.all([receive(anEvent({ webhookId })), receive(anEvent({ webhookId }))]);
    expect(kept).toEqual([true, true]);
    expect(await rowsOf(webhookId)).toHaveLength(2);
  });
});

const DAY = 86_400;
/** The shop of tests that need many entries. */
const SHOP = aShop();
const LISTENING = `select pid from pg_stat_activity where query = 'listen "stockbridge_inbox"' and datname = current_database()`;

function sorted(events: InboxEvent[]): InboxEvent[] {
  return events.toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1));
}

/** Returns the number of transactions that have written entries. */
async function transactions(): Promise<number> {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    `select count(distinct xmin::text)::int as count from inbox_entry`,
  );
  return row!.count;
}
