import { Prisma } from "@prisma/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { log } from "../../app/lib/log.server.ts";
import { type ShopDomain, shopDomain } from "../../app/lib/shop-domain.ts";
import { sweep } from "../../app/queue/sweep.server.ts";
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
    `insert into inbox_entry (id, shop, topic, webhook_id, event_id, subject_id, received_at, next_at)
     select gen_random_uuid(), $1, 'any', gen_random_uuid(), 'event ' || n % 2, n, now() - interval '1 second', now() - make_interval(secs => $2 - n + 1)
     from generate_series(1, $2) as n`,
    [shop, count],
  );
}

async function handled(id: string): Promise<void> {
  await query(databaseUrl, "update inbox_entry set next_at = null where id = $1", [id]);
}

const inbox = { purpose: "inbox", table: "inbox_entry", id: "id" } as const;

type Row = { shop: ShopDomain; id: string };

/** Sweeps, and gives what was processed, in its order. */
async function swept(process: (row: Row) => Promise<void>, wanted: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  await sweep({
    ...inbox,
    ...wanted,
    process: (row) => {
      rows.push(row);
      return process(row);
    },
  });
  return rows;
}

describe("a sweep", () => {
  it("processes what is due, and nothing else", async () => {
    const shop = newShop();
    await plant(shop, 3);
    await query(
      databaseUrl,
      "update inbox_entry set next_at = now() + interval '1 minute' where event_id = $1",
      ["event 0"],
    );
    expect(await swept(({ id }) => handled(id))).toHaveLength(2);
    expect(await swept(({ id }) => handled(id))).toEqual([]);
  });

  it("lets shops take turns, a shop's oldest row first", async () => {
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

  it("comes by every shop before any has its second turn, however many there are and whatever waits longest", async () => {
    const old = Array.from({ length: 250 }, (_, index) =>
      shopDomain.parse(`old-${String(index)}.myshopify.com`),
    );
    for (const shop of old) await plant(shop, 3);
    await query(databaseUrl, "update inbox_entry set next_at = next_at - interval '1 hour'");
    const newcomer = newShop();
    await plant(newcomer, 1);
    const rows = await swept(({ id }) => handled(id));
    expect(rows.findIndex(({ shop }) => shop === newcomer)).toBeLessThan(251);
    expect(rows).toHaveLength(751);
  });

  it("goes on with the next shop where the one before ran out of time", async () => {
    const shops = Array.from({ length: 90 }, (_, index) =>
      shopDomain.parse(`busy-${String(index)}.myshopify.com`),
    );
    for (const shop of shops) await plant(shop, 5);
    const first = shops.slice(0, 45);
    const older = "update inbox_entry set next_at = next_at - interval '1 hour' where shop = any($1)";
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

  it("goes on while there is more, and processes each row once", async () => {
    await plant(newShop(), 450);
    const rows = await swept(({ id }) => handled(id));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(450);
    expect(rows).toHaveLength(450);
  });

  it("finds what becomes due while it runs", async () => {
    const [first, second] = [newShop(), newShop()];
    await plant(first, 1);
    const rows = await swept(async ({ shop, id }) => {
      await handled(id);
      if (shop === first) await plant(second, 1);
    });
    expect(rows.map(({ shop }) => shop)).toEqual([first, second]);
  });

  it("ends although rows stay due: each waits for the next sweep", async () => {
    const shop = newShop();
    await plant(shop, 3);
    expect(await swept(() => Promise.resolve())).toHaveLength(3);
    const again = "update inbox_entry set next_at = now() - interval '1 second' where id = $1";
    const rows = await swept(async ({ id }) => {
      await query(databaseUrl, again, [id]);
    });
    expect(rows).toHaveLength(3);
  });

  it("is not hindered by a row whose processing fails", async () => {
    const [bad, good] = [newShop(), newShop()];
    await plant(bad, 20);
    await plant(good, 3);
    const rows = await swept(({ shop, id }) =>
      shop === bad ? Promise.reject(new Error("on purpose")) : handled(id),
    );
    expect(rows.filter(({ shop }) => shop === good)).toHaveLength(3);
    const left = await query(databaseUrl, "select from inbox_entry where shop = $1 and next_at is not null", [
      good,
    ]);
    expect(left).toEqual([]);
  });

  it("logs rows that fail once a minute, however many there are", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
    await plant(newShop(), 20);
    await swept(() => Promise.reject(new Error("of the same kind")), { name: "failing rows" });
    expect(logged.mock.calls.map(([, event]) => event)).toEqual(["queue.sweep-failed"]);
  });

  it("is not held up by a row whose processing takes long", async () => {
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

  it("ends when its time is up, and leaves the rest to the next one", async () => {
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

  it("processes several rows of one thing once", async () => {
    const shop = newShop();
    await plant(shop, 6);
    const rows = await swept(() => Promise.resolve(), { id: "event_id" });
    expect(rows.map(({ id }) => id).toSorted()).toEqual(["event 0", "event 1"]);
  });

  it("processes a shop once where no column tells its rows apart", async () => {
    const [one, other] = [newShop(), newShop()];
    await plant(one, 3);
    await plant(other, 1);
    const rows = await swept(() => Promise.resolve(), { id: undefined });
    expect(rows.map(({ shop }) => shop).toSorted()).toEqual([one, other].toSorted());
  });

  it("may ask a query for what is due", async () => {
    const [one, other] = [newShop(), newShop()];
    for (const shop of [one, other]) await plant(shop, 1);
    const table = Prisma.sql`select shop, received_at as next_at from inbox_entry where shop = ${other}`;
    const rows = await swept(() => Promise.resolve(), { table, id: undefined });
    expect(rows.map(({ shop }) => shop)).toEqual([other]);
  });
});

describe("sweeps of two workers", () => {
  it("process each row once, and each takes its part of one shop's rows", async () => {
    await plant(newShop(), 200);
    const bothBusy = Promise.withResolvers<undefined>();
    const begun = new Set<number>();
    // Nobody goes on before both have begun, so that the quicker one does not do it all.
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

  it("serve every shop before any has its second turn", async () => {
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

  it("leave to each other what is being processed, though it stays due", async () => {
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
    expect(await query(databaseUrl, "select from sweep_claim")).toEqual([]);
    expect(await swept(({ id }) => handled(id))).toHaveLength(1);
  });

  it("take over the rows of a worker that was killed once its lease has ended", async () => {
    const shop = newShop();
    await plant(shop, 3);
    // As it is left behind: claimed, and never released.
    await query(
      databaseUrl,
      `insert into sweep_claim (shop, sweep, row_id, leased_until)
       select shop, 'inbox inbox_entry.next_at', id::text, now() + interval '1 minute' from inbox_entry`,
    );
    expect(await swept(({ id }) => handled(id))).toEqual([]);
    await query(databaseUrl, "update sweep_claim set leased_until = now() - interval '1 second'");
    expect(await swept(({ id }) => handled(id))).toHaveLength(3);
    expect(await query(databaseUrl, "select from sweep_claim")).toEqual([]);
  });

  it("of queries and of shops each serve a shop once", async () => {
    const shops = [newShop(), newShop(), newShop()];
    for (const shop of shops) await plant(shop, 2);
    const table = Prisma.sql`select shop, next_at from inbox_entry where next_at is not null`;
    const handleShop = ({ shop }: Row) =>
      query(databaseUrl, "update inbox_entry set next_at = null where shop = $1", [shop]).then(
        () => undefined,
      );
    for (const wanted of [{ table, name: "any", id: undefined }, { id: undefined }]) {
      await query(databaseUrl, "update inbox_entry set next_at = now() - interval '1 second'");
      const parts = await Promise.all([swept(handleShop, wanted), swept(handleShop, wanted)]);
      expect(
        parts
          .flat()
          .map(({ shop }) => shop)
          .toSorted(),
      ).toEqual(shops.toSorted());
    }
  });
});
