import { beforeEach, describe, expect, it } from "vitest";

import { asSystem } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { findStuck, type Stuck, type StuckOptions } from "../../app/operator/find-stuck.server.ts";
import { dueWords } from "../../app/operator/words.ts";
import { pauseForSupport } from "../../app/orders/store/ordering-settings.server.ts";
import { allDueColumns, allWork, describeWork } from "../../app/queue/lease.server.ts";
import { storeOrder, storeOrders } from "../orders/stored-order.ts";
import { emptyTables, query } from "../support/database.ts";
import { databaseUrl, newShop } from "../support/world.ts";
import { storeEntry } from "./stored-entry.ts";

beforeEach(() => emptyTables(databaseUrl));

const shop = newShop();

function look(options: Partial<StuckOptions> = {}): Promise<Stuck> {
  return findStuck({ minutes: 10, givenUpDays: 7, shop: null, ...options });
}

function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

async function install(shops: ShopDomain[]): Promise<void> {
  for (const each of shops)
    await query(
      databaseUrl,
      `insert into session (id, shop, state, "accessToken") values ('offline_' || $1, $1, '', '')`,
      [each],
    );
}

/** Fifty shops at work: each has an order that is due in a moment, one that has just become due, and one that is placed. */
async function fiftyShops(): Promise<ShopDomain[]> {
  const shops = Array.from({ length: 50 }, (_, n) => `busy-${String(n)}.myshopify.com` as ShopDomain);
  await install(shops);
  for (const each of shops)
    await storeOrders(each, [
      { state: "ready", dueAt: ago(-1) },
      { state: "ready", dueAt: ago(0.1) },
      { state: "placed", dueAt: null },
    ]);
  return shops;
}

describe("findStuck", () => {
  it("lists orders that wait for a setting or a command of the operator", async () => {
    await storeOrders(shop, [
      { state: "held", reason: "not-confirmed", dueAt: ago(-5) },
      { state: "held", reason: "not-confirmed", dueAt: ago(-5) },
      { state: "held", reason: "unpaid", dueAt: ago(-5) },
    ]);
    expect((await look()).shops).toMatchObject([
      { shop, troubles: [{ kind: "waits-for-operator", code: "not-confirmed", rows: 2 }] },
    ]);
  });

  it("finds the one stuck shop among fifty, and its waiting work", async () => {
    const shops = await fiftyShops();
    const [, , , one] = shops;
    await storeOrders(one!, [
      { state: "ready", dueAt: ago(30) },
      { state: "held", reason: "unpaid", dueAt: ago(25) },
    ]);
    const found = await look();
    expect(found.installed).toBe(50);
    expect(found.shops).toEqual([
      {
        shop: one,
        troubles: [
          {
            kind: "waits-too-long",
            what: "orders",
            code: null,
            rows: 2,
            since: expect.any(Date) as Date,
            why: "Due, and no worker has processed it.",
          },
        ],
      },
    ]);
    expect(found.shops[0]?.troubles[0]?.since.getTime()).toBeCloseTo(ago(30).getTime(), -5);
    expect((await look({ minutes: 45 })).shops).toEqual([]);
    expect((await look({ shop: shops[7]! })).shops).toEqual([]);
    expect((await look({ shop: one! })).shops).toHaveLength(1);
  });

  it("finds nothing if all goes well", async () => {
    await fiftyShops();
    await storeEntry({ shop, nextIn: 60 });
    await storeEntry({ shop, handledAgo: 60 });
    expect(await look()).toMatchObject({ shops: [], leases: [] });
  });

  it("has words only for due columns and work that exist in the code", () => {
    const columns = [
      ...allDueColumns.map(({ name }) => name),
      ...allWork.map((work) => describeWork(work).name),
    ];
    expect(columns).toEqual(expect.arrayContaining(Object.keys(dueWords)));
  });

  it.each<[string, () => Promise<unknown>, object]>([
    [
      "a webhook that keeps failing",
      () => storeEntry({ shop, nextIn: 600, retryCount: 6, failure: "access-lost" }),
      {
        kind: "fails",
        what: "webhooks",
        code: "access-lost",
        why: expect.stringContaining("opens the app once"),
      },
    ],
    [
      "a webhook that was given up",
      () => storeEntry({ shop, handledAgo: 600, retryCount: 90, failure: "rejected" }),
      { kind: "given-up", what: "webhooks", code: "rejected", why: expect.stringContaining("said no") },
    ],
    [
      "an order in doubt",
      () => storeOrder(shop, { state: "in_doubt", reason: "unclear", dueAt: null }),
      { kind: "in-doubt", what: "orders", code: "unclear" },
    ],
    [
      "an order that fails again and again",
      async () => {
        const id = await storeOrder(shop, {
          state: "ready",
          reason: "supplier-unreachable",
          dueAt: ago(-5),
        });
        await query(databaseUrl, "update supplier_order set retry_count = 7 where id = $1", [id]);
      },
      { kind: "fails", what: "orders", code: "supplier-unreachable" },
    ],
    [
      "lost access",
      () =>
        query(
          databaseUrl,
          "insert into shop_access (shop, renew_at, lost_at) values ($1, now() + interval '1 hour', now())",
          [shop],
        ),
      { kind: "access-lost", code: "access-lost" },
    ],
    [
      "an unauthorized key",
      () =>
        query(
          databaseUrl,
          `insert into connection (shop, key_name, sealed_key, key_start, key_end, generation, connected_at, key_check,
             check_since, checked_at, key_check_message) values ($1, '', '', '', '', 1, now(), 'unauthorized', now(), now(),
             '{"code": "failure.supplier.unauthorized"}')`,
          [shop],
        ),
      { kind: "key-unauthorized", why: "Your supplier didn't accept the sign-in or the key." },
    ],
    [
      "a catalog that cannot be read",
      () =>
        query(
          databaseUrl,
          `insert into catalog_mirror (shop, state, run, due_at, started_at, problem, problem_message)
           values ($1, 'reading', 1, now() + interval '1 hour', now(), 'failed', '{"code": "failure.supplier.no-answer"}')`,
          [shop],
        ),
      { kind: "fails", what: "reading of the supplier's catalog", code: "failed" },
    ],
  ])("reports %s, with its code in words", async (_, plant, trouble) => {
    await plant();
    expect((await look()).shops).toEqual([{ shop, troubles: [expect.objectContaining(trouble)] }]);
  });

  it("skips a webhook that was given up too long ago", async () => {
    await storeEntry({ shop, handledAgo: 3 * 86_400, failure: "rejected" });
    expect((await look({ givenUpDays: 2 })).shops).toEqual([]);
    expect((await look({ givenUpDays: 4 })).shops).toHaveLength(1);
  });

  it("lists shops with overdue work before shops whose work keeps failing", async () => {
    const [waits, fails] = [newShop(), newShop()];
    await storeEntry({ shop: fails, nextIn: 600, retryCount: 9, failure: "error" });
    await storeOrder(waits, { state: "ready", dueAt: ago(11) });
    expect((await look()).shops.map((each) => each.shop)).toEqual([waits, fails]);
  });

  it("lists pauses and held leases, but not as troubles of a shop", async () => {
    await asSystem("operator", async (tx, now) => {
      await pauseForSupport(tx, { shop, by: "ada", why: "A test.", now });
      await pauseForSupport(tx, { shop: null, by: "bob", why: "Another.", now });
    });
    await storeEntry({ shop, nextIn: 200, isClaimed: true });
    const id = await storeOrder(shop, { state: "ready" });
    await query(
      databaseUrl,
      "update supplier_order set due_at = now(), leased_until = now() + interval '200 s' where id = $1",
      [id],
    );
    await query(
      databaseUrl,
      "insert into ordering_settings (shop, reference_prefix, paused_at) values ($1, $1, now())",
      [shop],
    );
    const { shops, pauses, leases } = await look();
    expect(shops).toEqual([]);
    expect(pauses).toMatchObject({ bySetting: false, ofAll: { by: "bob", why: "Another." } });
    expect(pauses.shops).toMatchObject([
      { shop, who: "support", by: "ada", why: "A test." },
      { shop, who: "merchant" },
    ]);
    expect(leases).toMatchObject([
      { what: "webhooks", rows: 1 },
      { what: "orders", rows: 1 },
    ]);
  });
});
