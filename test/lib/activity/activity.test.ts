import { describe, expect, it } from "vitest";

import { eraseRows } from "../../../app/installation/erase-rows.server.ts";
import {
  type NewEntry,
  recordActivity,
  removeOldActivity,
} from "../../../app/lib/activity/record-activity.server.ts";
import { type ActivityFilter, ALL_ACTIVITY } from "../../../app/lib/activity/activity-filter.ts";
import { type ActivityPage, listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { recordVisit } from "../../../app/lib/activity/visits.server.ts";
import { inShop } from "../../../app/lib/database/db.server.ts";
import type { Place } from "../../../app/lib/http/keyset-page.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { en } from "../../../app/messages/en.ts";
import type { Message } from "../../../app/messages/message.ts";
import { query } from "../../support/database.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, newShop } from "../../support/world.ts";

const now = new Date("2026-11-21T10:00:00Z");
const DAY_SECONDS = 24 * 60 * 60;

/** Returns a message that differs from others by its word. */
function about(keyName: string): Message {
  return { code: "connection.activity.connected", keyName };
}

function record(shop: ShopDomain, more: Partial<NewEntry> = {}): Promise<void> {
  const entry = { shop, kind: "shop.happened", tone: "info", message: about("it"), at: now } as const;
  return inShop(shop, (tx) => recordActivity(tx, { ...entry, ...more }));
}

function list(
  shop: ShopDomain,
  place: Place | null = null,
  filter: Partial<ActivityFilter> = {},
): Promise<ActivityPage> {
  return listActivity(shop, { filter: { ...ALL_ACTIVITY, ...filter }, place });
}

async function messages(shop: ShopDomain): Promise<Message[]> {
  return (await list(shop)).entries.map((entry) => entry.message);
}

describe("the activity log", () => {
  it("lists only the shop's own entries, newest first, each with its subject or the page of its kind", async () => {
    const [shop, stranger] = [newShop(), newShop()];
    await record(shop, { message: about("earlier"), at: new Date(now.getTime() - 1) });
    const subject = { label: "#1001", url: "shopify:admin/orders/1" } as const;
    await record(shop, { message: about("later"), tone: "warning", subject });
    const { entries, newer, older } = await list(shop);
    expect(entries).toMatchObject([
      { message: about("later"), tone: "warning", subject, at: now },
      { message: about("earlier"), tone: "info", subject: { label: { code: "home.menu" }, url: "/app" } },
    ]);
    expect({ newer, older }).toEqual({ newer: null, older: null });
    expect(await messages(stranger)).toEqual([]);
  });

  it("contains no entry of a transaction that was rolled back", async () => {
    const shop = newShop();
    const failing = inShop(shop, async (tx) => {
      await recordActivity(tx, {
        shop,
        kind: "shop.happened",
        tone: "info",
        message: about("nothing"),
        at: now,
      });
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await messages(shop)).toEqual([]);
  });

  it.each([
    { kind: "nonsense" },
    { kind: "Test.Happened" },
    { tone: "loud" },
    { subject: { label: "x", url: "https://example.com/" } },
    { subject: { label: "x", url: "javascript:alert(1)" } },
  ])("rejects an entry with %j by a constraint of the database", async (spoiled) => {
    await expect(record(newShop(), spoiled as Partial<NewEntry>)).rejects.toThrow(/constraint/);
  });
});

describe("paging through the activity log", () => {
  it("shows each entry once, to the end and back, even if many have the same time", async () => {
    const shop = newShop();
    const all = Array.from({ length: 120 }, (_, index) => String(index));
    await inShop(shop, async (tx) => {
      for (const text of all) {
        // Tens of one moment.
        const at = new Date(now.getTime() + Math.floor(Number(text) / 10));
        await recordActivity(tx, { shop, kind: "shop.happened", tone: "info", message: about(text), at });
      }
    });
    const forth = [await list(shop)];
    for (let next = forth[0]?.older; next; next = forth.at(-1)?.older)
      forth.push(await list(shop, { towards: "older", cursor: next }));
    expect(forth.map(({ entries }) => entries.length)).toEqual([50, 50, 20]);
    const read = forth.flatMap(({ entries }) => entries);
    expect(read.map(({ message }) => message)).toEqual(expect.arrayContaining(all.map(about)));
    expect(read.map(({ at }) => at.getTime())).toEqual(
      read.map(({ at }) => at.getTime()).sort((a, b) => b - a),
    );

    const back = [forth[2]!];
    for (let next = back[0]?.newer; next; next = back[0]?.newer)
      back.unshift(await list(shop, { towards: "newer", cursor: next }));
    expect(back.flatMap(({ entries }) => entries)).toEqual(read);
    expect(back[0]).toEqual(forth[0]);
  });

  it("shows only warnings and critical entries under the filter “needs attention”", async () => {
    const shop = newShop();
    for (const tone of ["info", "success", "warning", "critical"] as const)
      await record(shop, { tone, message: about(tone) });
    const { entries } = await list(shop, null, { show: "needs-attention" });
    expect(entries.map(({ tone }) => tone).toSorted()).toEqual(["critical", "warning"]);
  });

  it.each(["", "x", "1_2", "99999999999999_00000000-0000-0000-0000-00000000000g", "' or 1=1 --"])(
    "starts at the top for the invalid cursor %j",
    async (cursor) => {
      const shop = newShop();
      await record(shop);
      expect((await list(shop, { towards: "older", cursor })).entries).toHaveLength(1);
      expect((await list(shop, { towards: "newer", cursor })).entries).toHaveLength(1);
    },
  );
});

async function texts(shop: ShopDomain, filter: Partial<ActivityFilter>): Promise<unknown[]> {
  return (await list(shop, null, filter)).entries.map(({ message }) => message);
}

describe("filtering the activity log", () => {
  it.each([
    ["hat-key", true],
    ["HAT-KEY", true],
    ["supplier hat", true],
    ["#1001", true],
    // Words of codes and parameters, which no reader sees.
    ["keyName", false],
    ["activity", false],
    ["%", false],
    ["supplier cat", false],
  ])("searches the text that a reader sees for %j", async (query, isFound) => {
    const shop = newShop();
    const subject = { label: "#1001", url: "shopify:admin/orders/1" } as const;
    await record(shop, { message: about("hat-key"), subject });
    expect((await texts(shop, { query })).length > 0).toBe(isFound);
  });

  it("searches for the first eight different words only", async () => {
    const shop = newShop();
    await record(shop, { message: about("a b c d e f g h") });
    expect(await texts(shop, { query: "a b a b a b a b c missing" })).toEqual([]);
    expect(await texts(shop, { query: "a b c d e f g missing" })).toEqual([]);
    expect(await texts(shop, { query: "a b c d e f g h missing" })).toHaveLength(1);
  });

  it("searches also a message that is part of another message", async () => {
    const shop = newShop();
    const why = { code: "connection.products.unauthorized" } as const;
    await record(shop, { message: { code: "connection.activity.unauthorized", keyName: "k", why } });
    const query = en[why.code].split(" ").slice(0, 4).join(" ");
    expect(await texts(shop, { query })).toHaveLength(1);
  });

  it("shows only entries of the filter's type", async () => {
    const shop = newShop();
    await record(shop, { kind: "orders.held", message: about("order") });
    await record(shop, { kind: "tracking.failed", message: about("package") });
    await record(shop, { kind: "catalog.imported", message: about("product") });
    await record(shop, { kind: "shipping.saved", message: about("rates") });
    expect(await texts(shop, { type: "orders" })).toHaveLength(2);
    expect(await texts(shop, { type: "products" })).toEqual([about("product")]);
    expect(await texts(shop, { type: "shop" })).toEqual([about("rates")]);
    expect(await texts(shop, { type: "branding" })).toEqual([]);
  });

  it("drops a warning once a later entry resolves it, and shows the next warning", async () => {
    const shop = newShop();
    const at = (second: number) => new Date(now.getTime() + second * 1000);
    const unauthorized = { kind: "connection.unauthorized", tone: "critical" } as const;
    await record(shop, { ...unauthorized, message: about("first"), at: at(0) });
    expect(await texts(shop, { show: "needs-attention" })).toEqual([about("first")]);
    await record(shop, { kind: "connection.accepted", tone: "success", at: at(1) });
    expect(await texts(shop, { show: "needs-attention" })).toEqual([]);
    await record(shop, { ...unauthorized, message: about("second"), at: at(2) });
    expect(await texts(shop, { show: "needs-attention" })).toEqual([about("second")]);
  });

  it("shows all warnings about different events of one order", async () => {
    const shop = newShop();
    const subject = { label: "#1001", url: "/app/orders/018f3a0e-0000-7000-8000-000000000001" } as const;
    for (const kind of ["orders.mismatch", "orders.changed-in-shop", "tracking.failed"] as const)
      for (const word of ["first", "second"])
        await record(shop, { kind, tone: "warning", message: about(word), subject });
    expect(await texts(shop, { show: "needs-attention" })).toHaveLength(6);
  });

  it("shows only the newest of the warnings that say why an order waits", async () => {
    const shop = newShop();
    const warn = (word: string, more: Partial<NewEntry> = {}) =>
      record(shop, { kind: "orders.held", tone: "warning", message: about(word), ...more });
    const order = { label: "#1001", url: "/app/orders/018f3a0e-0000-7000-8000-000000000001" } as const;
    const inAdmin = { label: "#1001", url: "shopify:admin/orders/1" } as const;
    const other = { label: "#1002", url: "/app/orders/018f3a0e-0000-7000-8000-000000000002" } as const;
    for (const word of ["first", "second"])
      for (const subject of [order, inAdmin, other]) await warn(word, { subject });
    await warn("canceled", { subject: order, kind: "orders.canceled", tone: "critical" });
    await warn("good news", { subject: other, tone: "info" });
    const shown = (await list(shop, null, { show: "needs-attention" })).entries;
    const [news, ...rest] = shown.map(({ message, subject }) => [message, subject]);
    expect(news).toEqual([about("canceled"), order]);
    expect(rest).toEqual([
      [about("second"), other],
      [about("second"), inAdmin],
      [about("second"), order],
    ]);
    expect((await list(shop)).entries).toHaveLength(8);
  });

  it("shows new entries since the last visit, and keeps showing them during the present visit", async () => {
    const shop = newShop();
    await record(shop, { message: about("seen"), at: new Date() });
    await recordVisit(shop);
    await timePasses(shop, 3600);
    await record(shop, { message: about("new"), at: new Date() });
    expect(await texts(shop, { show: "new" })).toEqual([about("new")]);
    await recordVisit(shop);
    expect(await texts(shop, { show: "new" })).toEqual([about("new")]);
    await timePasses(shop, 3600);
    expect(await texts(shop, { show: "new" })).toEqual([]);
  });
});

describe("activity entries", () => {
  it("are removed after 90 days in every shop, and not before", async () => {
    const [one, other] = [newShop(), newShop()];
    for (const shop of [one, other]) {
      await record(shop, { message: about("old"), at: new Date() });
      await timePasses(shop, DAY_SECONDS);
      await record(shop, { message: about("kept"), at: new Date() });
      await timePasses(shop, 90 * DAY_SECONDS - 60);
    }
    await removeOldActivity();
    expect([await messages(one), await messages(other)]).toEqual([[about("kept")], [about("kept")]]);
  });

  it("are erased with their own shop only", async () => {
    const [shop, other] = [newShop(), newShop()];
    await record(shop);
    await record(other);
    await eraseRows(shop);
    expect(await query(databaseUrl, "select from activity where shop = $1", [shop])).toEqual([]);
    expect(await messages(other)).toEqual([about("it")]);
  });
});
