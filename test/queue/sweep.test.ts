import { Prisma } from "@prisma/client";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { asSystem } from "../../app/lib/database/db.server.ts";
import { log } from "../../app/lib/telemetry/log.server.ts";
import { type ShopDomain, shopDomain } from "../../app/lib/shop-domain.ts";
import { claim, type Claimed, release } from "../../app/queue/lease.server.ts";
import { sweep, sweepShops } from "../../app/queue/sweep.server.ts";
import { query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";

beforeEach(() => query(databaseUrl, "truncate inbox_entry"));
afterEach(() => {
  vi.restoreAllMocks();
});

/** Rows of a shop, the oldest due first, each a second after the one before; the last one has been due for a second. */
async function plant(shop: ShopDomain, count: number): Promise<void> {
  await query(
    databaseUrl,
    `insert into inbox_entry (id, shop, topic, webhook_id, event_id, subject_id, received_at, due_at)
     select gen_random_uuid(), $1, 'any', gen_random_uuid(), 'event ' || n % 2, n, now() - interval '1 second', now() - make_interval(secs => $2 - n + 1)
     from generate_series(1, $2) as n`,
    [shop, count],
  );
}

async function handled(id: string): Promise<void> {
  await query(databaseUrl, "update inbox_entry set due_at = null where id = $1", [id]);
}

/** Fails each claim, and counts it in a sequence, since no rollback resets that. */
async function failClaims(): Promise<void> {
  onTestFinished(allowClaims);
  await query(databaseUrl, "create sequence failed");
  await query(
    databaseUrl,
    `create function fail() returns trigger language plpgsql security definer as $$ begin
       perform nextval('failed'); raise exception 'on purpose'; end $$`,
  );
  await query(
    databaseUrl,
    `create trigger fail before update on inbox_entry for each row
     when (new.leased_until is distinct from old.leased_until) execute function fail()`,
  );
}

async function allowClaims(): Promise<void> {
  await query(databaseUrl, "drop function if exists fail cascade");
}

type Row = Claimed<"InboxEntry">;

/** Sweeps. @returns the processed rows in order. */
async function swept(process: (row: Row) => Promise<void>): Promise<Row[]> {
  const rows: Row[] = [];
  await sweep({
    purpose: "inbox",
    work: "InboxEntry",
    seconds: 60,
    process: (row) => {
      rows.push(row);
      return process(row);
    },
  });
  return rows;
}

describe("a sweep", () => {
  it("processes only due rows", async () => {
    const shop = newShop();
    await plant(shop, 3);
    await query(
      databaseUrl,
      "update inbox_entry set due_at = now() + interval '1 minute' where event_id = $1",
      ["event 0"],
    );
    expect(await swept(({ id }) => handled(id))).toHaveLength(2);
    expect(await swept(({ id }) => handled(id))).toEqual([]);
  });

  it("lets shops take turns, each shop's oldest row first", async () => {
    const [many, few] = [newShop(), newShop()];
    await plant(many, 300);
    await plant(few, 2);
    const rows = await swept(({ id }) => handled(id));
    expect(rows.slice(0, 5).map(({ shop }) => shop)).toEqual([many, few, many, few, many]);
    expect(rows).toHaveLength(302);
    const theirs = rows.filter(({ shop }) => shop === many).slice(0, 8);
    const oldest = await query(
      databaseUrl,
      "select id from inbox_entry where shop = $1 order by subject_id::int limit 8",
      [many],
    );
    expect(theirs.map(({ id }) => ({ id }))).toEqual(oldest);
  });

  it("serves each of 251 shops before any shop gets a second turn", async () => {
    const old = Array.from({ length: 250 }, (_, index) =>
      shopDomain.parse(`old-${String(index)}.myshopify.com`),
    );
    for (const shop of old) await plant(shop, 3);
    await query(databaseUrl, "update inbox_entry set due_at = due_at - interval '1 hour'");
    const newcomer = newShop();
    await plant(newcomer, 1);
    const rows = await swept(({ id }) => handled(id));
    expect(rows.findIndex(({ shop }) => shop === newcomer)).toBeLessThan(251);
    expect(rows).toHaveLength(751);
  });

  it("begins with the shops that an earlier sweep had no time for", async () => {
    const shops = Array.from({ length: 90 }, (_, index) =>
      shopDomain.parse(`busy-${String(index)}.myshopify.com`),
    );
    for (const shop of shops) await plant(shop, 5);
    const first = shops.slice(0, 45);
    const older = "update inbox_entry set due_at = due_at - interval '1 hour' where shop = any($1)";
    await query(databaseUrl, older, [first]);
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    const served = new Set<string>();
    for (let sweeps = 0; sweeps < 2; sweeps += 1)
      for (const { shop } of await swept(({ id }) => {
        clock += 1000;
        return handled(id);
      }))
        served.add(shop);
    expect(served.size).toBe(90);
  });

  it("continues until nothing is due, and processes each row once", async () => {
    await plant(newShop(), 450);
    const rows = await swept(({ id }) => handled(id));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(450);
    expect(rows).toHaveLength(450);
  });

  it("finds rows that become due while it runs", async () => {
    const [first, second] = [newShop(), newShop()];
    await plant(first, 1);
    const rows = await swept(async ({ shop, id }) => {
      await handled(id);
      if (shop === first) await plant(second, 1);
    });
    expect(rows.map(({ shop }) => shop)).toEqual([first, second]);
  });

  it("processes a row only once, even if the row is due again at once", async () => {
    const shop = newShop();
    await plant(shop, 3);
    const again = (row: Row) =>
      asSystem("inbox", (tx, now) => release(tx, "InboxEntry", row, { dueAt: now })).then(() => undefined);
    expect(await swept(again)).toHaveLength(3);
    expect(await swept(({ id }) => handled(id))).toHaveLength(3);
  });

  it("leaves a row that is due again to other workers, even while the sweep still processes a slow row", async () => {
    const [slow, quick] = [newShop(), newShop()];
    await plant(slow, 1);
    await plant(quick, 1);
    const [mayEnd, woken] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Row>()];
    const sweeping = swept(async (row) => {
      if (row.shop === slow) {
        await mayEnd.promise;
        return handled(row.id);
      }
      await asSystem("inbox", (tx, now) => release(tx, "InboxEntry", row, { dueAt: now }));
      woken.resolve(row);
      return undefined;
    });
    const { shop, id } = await woken.promise;
    const key = { shop, id };
    await expect
      .poll(() => asSystem("inbox", (tx) => claim(tx, "InboxEntry", { key, seconds: 60 })))
      .toHaveLength(1);
    mayEnd.resolve(undefined);
    await sweeping;
  });

  it("claims nothing more after a failed claim, and ends once its started rows have ended", async () => {
    const [slow, quick, later] = [newShop(), newShop(), newShop()];
    await plant(slow, 1);
    await plant(quick, 1);
    const mayEnd = Promise.withResolvers<undefined>();
    const happened: string[] = [];
    const sweeping = swept(async ({ shop, id }) => {
      if (shop === slow) await mayEnd.promise;
      await handled(id);
      happened.push(shop);
      if (shop !== quick) return;
      await failClaims();
      await plant(later, 3);
    }).catch(() => happened.push("failed"));
    await expect
      .poll(async () => (await query(databaseUrl, "select from failed where is_called")).length)
      .toBe(1);
    await allowClaims();
    mayEnd.resolve(undefined);
    await sweeping;
    expect(happened).toEqual([quick, slow, "failed"]);
    const leased = "select from inbox_entry where due_at is not null and leased_until > now()";
    expect(await query(databaseUrl, leased)).toEqual([]);
  });

  it("processes a failed row again only once the row's lease has ended", async () => {
    await plant(newShop(), 1);
    expect(await swept(() => Promise.reject(new Error("on purpose")))).toHaveLength(1);
    expect(await swept(({ id }) => handled(id))).toEqual([]);
    await query(databaseUrl, "update inbox_entry set leased_until = now() - interval '1 second'");
    expect(await swept(({ id }) => handled(id))).toHaveLength(1);
  });

  it("continues if processing a row fails", async () => {
    const [bad, good] = [newShop(), newShop()];
    await plant(bad, 20);
    await plant(good, 3);
    const rows = await swept(({ shop, id }) =>
      shop === bad ? Promise.reject(new Error("on purpose")) : handled(id),
    );
    expect(rows.filter(({ shop }) => shop === good)).toHaveLength(3);
    const left = await query(databaseUrl, "select from inbox_entry where shop = $1 and due_at is not null", [
      good,
    ]);
    expect(left).toEqual([]);
  });

  it("continues with other rows if one takes long", async () => {
    const [slow, quick] = [newShop(), newShop()];
    await plant(slow, 1);
    await plant(quick, 50);
    const all = Promise.withResolvers<undefined>();
    let done = 0;
    const rows = await swept(async ({ shop, id }) => {
      if (shop === slow) await all.promise;
      await handled(id);
      done += 1;
      if (done === 50) all.resolve(undefined);
    });
    expect(rows).toHaveLength(51);
  });

  it("ends when its time is up, and leaves the remaining rows to the next sweep", async () => {
    await plant(newShop(), 300);
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    const rows = await swept(({ id }) => {
      clock += 1000;
      return handled(id);
    });
    expect(rows.length).toBeGreaterThanOrEqual(50);
    expect(rows.length).toBeLessThan(60);
  });

  it("releases rows that it has claimed but not started when its time is up", async () => {
    await plant(newShop(), 100);
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    const first = await swept(({ id }) => {
      clock += 10_000;
      return handled(id);
    });
    expect(await swept(({ id }) => handled(id))).toHaveLength(100 - first.length);
  });

  it("renews the lease of a claimed row that waits to be processed", async () => {
    await plant(newShop(), 9);
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
    const lost = vi.fn();
    const rows = await swept(async (row) => {
      clock += 6000;
      // Another worker has the rows that this one has not begun.
      await query(
        databaseUrl,
        "update inbox_entry set leased_until = now() + interval '1 hour' where leased_until < now() + interval '50 s'",
      );
      if (!(await asSystem("inbox", (tx) => release(tx, "InboxEntry", row, { dueAt: null })))) lost();
    });
    expect(rows).toHaveLength(9);
    expect(lost).not.toHaveBeenCalled();
  });
});

describe("sweepShops", () => {
  it("processes each shop that a query finds", async () => {
    const [one, other] = [newShop(), newShop()];
    for (const shop of [one, other]) await plant(shop, 1);
    const shops: ShopDomain[] = [];
    await sweepShops({
      purpose: "inbox",
      name: "any",
      query: Prisma.sql`select distinct shop from inbox_entry where shop = ${other}`,
      process: ({ shop }) => Promise.resolve(shops.push(shop)),
    });
    expect(shops).toEqual([other]);
  });

  it("logs failing rows only once per minute, however many there are", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
    await plant(newShop(), 20);
    await sweepShops({
      purpose: "inbox",
      name: "failing",
      query: Prisma.sql`select shop, id::text from inbox_entry`,
      process: () => Promise.reject(new Error("of the same kind")),
    });
    expect(logged.mock.calls.map(([, event]) => event)).toEqual(["queue.sweep-failed"]);
  });
});

describe("sweeps of two workers", () => {
  it("process each row once, and each takes a part of one shop's rows", async () => {
    await plant(newShop(), 200);
    const bothBusy = Promise.withResolvers<undefined>();
    const begun = new Set<number>();
    // Neither worker continues before both have begun, so that the quicker one does not do it all.
    const process = async (worker: number, id: string) => {
      if (begun.add(worker).size === 2) bothBusy.resolve(undefined);
      await bothBusy.promise;
      await handled(id);
    };
    const parts = await Promise.all([swept(({ id }) => process(1, id)), swept(({ id }) => process(2, id))]);
    const ids = parts.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(200);
    expect(ids).toHaveLength(200);
    for (const part of parts) expect(part.length).toBeGreaterThan(8);
  });

  it("serve every shop before any shop gets a second turn", async () => {
    const shops = Array.from({ length: 40 }, (_, index) =>
      shopDomain.parse(`turn-${String(index)}.myshopify.com`),
    );
    for (const shop of shops) await plant(shop, 20);
    const order: string[] = [];
    const process = ({ shop, id }: Row) => {
      order.push(shop);
      return handled(id);
    };
    await Promise.all([swept(process), swept(process)]);
    expect(order).toHaveLength(800);
    // Each has claimed its next rows while the other one was still at its own.
    expect(new Set(order.slice(0, 80)).size).toBe(40);
  });

  it("skip rows that the other worker is processing", async () => {
    const shop = newShop();
    await plant(shop, 1);
    const [isRunning, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = swept(async () => {
      isRunning.resolve(undefined);
      await mayEnd.promise;
    });
    await isRunning.promise;
    expect(await swept(() => Promise.resolve())).toEqual([]);
    mayEnd.resolve(undefined);
    expect(await first).toHaveLength(1);
  });

  it("take over a killed worker's rows once its lease has ended", async () => {
    const shop = newShop();
    await plant(shop, 3);
    // A killed worker leaves its rows claimed.
    await query(databaseUrl, "update inbox_entry set leased_until = now() + interval '1 minute'");
    expect(await swept(({ id }) => handled(id))).toEqual([]);
    await query(databaseUrl, "update inbox_entry set leased_until = now() - interval '1 second'");
    expect(await swept(({ id }) => handled(id))).toHaveLength(3);
  });
});
