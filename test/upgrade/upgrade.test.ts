/** An upgrade from the schema before messages had codes: no row is lost, and the pages show the same facts. */
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";

import { restrictedConnection } from "../../app/lib/database/restricted-connection.ts";
import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { shopDomain } from "../../app/lib/shop-domain.ts";
import { createShops } from "../sandbox/shop/state.ts";
import { query } from "../support/database.ts";
import { changeSettings, shopify } from "../support/world.ts";
import { afterUpgrade, NEW_TABLES } from "./after-upgrade.ts";
import { allRows, type Row } from "./all-rows.ts";
import { formerDatabase } from "./former-database.ts";
import former from "./former-pages.json" with { type: "json" };
import type * as shownToday from "./shown-today.ts";

const SHOP = shopDomain.parse(former.shops.connected.shop);
const KEYRING = { current: "fixture", keys: { fixture: Buffer.alloc(32, 7).toString("base64") } };

let url: string;
let ownerUrl: string;
let before: Record<string, Row[]>;
let after: Record<string, Row[]>;
beforeAll(async () => {
  ({ url, ownerUrl } = await formerDatabase());
  before = await allRows(url);
  await setupDatabase(ownerUrl);
  after = await allRows(url);
});

describe("an upgrade", () => {
  it("is tested with a row in each table, and a value in each column", () => {
    const empty = Object.entries(before).flatMap(([table, rows]) =>
      rows.length === 0
        ? [table]
        : Object.keys(rows[0] ?? {})
            .filter((column) => rows.every((row) => row[column] === null))
            .map((column) => `${table}.${column}`),
    );
    expect(empty).toEqual([]);
  });

  it("keeps each row and value, under the columns' new names", () => {
    for (const [table, rows] of Object.entries(before)) {
      const expected = rows.map((row) => afterUpgrade(table, row));
      const columns = Object.keys(expected[0] ?? {});
      // Another test covers new columns.
      const kept = after[NEW_TABLES[table] ?? table]?.map((row) =>
        Object.fromEntries(columns.map((column) => [column, row[column]])),
      );
      expect(sorted(kept), table).toEqual(sorted(expected));
    }
  });

  it("lets the app's role see only one shop's rows at a time in every table", async () => {
    // Every process reads which releases may work, and none writes it.
    const { schema_version: version, ...ofShops } = after;
    expect(version).toHaveLength(1);
    const app = new pg.Client(restrictedConnection({ DATABASE_URL: ownerUrl }));
    await app.connect();
    const seen = async (shop: string, system: string) => {
      await app.query(
        "select set_config('stockbridge.shop', $1, false), set_config('stockbridge.system', $2, false)",
        [shop, system],
      );
      const counts: [string, number | null][] = [];
      for (const table of Object.keys(ofShops))
        counts.push([table, (await app.query(`select from ${table}`)).rowCount]);
      return Object.fromEntries(counts);
    };
    const rowsThat = (holds: (row: Row) => boolean) =>
      Object.fromEntries(Object.entries(ofShops).map(([table, rows]) => [table, rows.filter(holds).length]));
    try {
      expect(await seen("", "")).toEqual(rowsThat(() => false));
      expect(await seen(SHOP, "")).toEqual(rowsThat(({ shop }) => shop === SHOP));
      expect(await seen("", "test")).toEqual(rowsThat(() => true));
      const { rows } = await app.query(
        `select relname as table, may from pg_class, unnest(array['insert', 'update', 'delete']) as may
         where relname = any($1) and not has_table_privilege(oid, may)`,
        [Object.keys(after)],
      );
      expect(rows).toEqual(["insert", "update", "delete"].map((may) => ({ table: "schema_version", may })));
    } finally {
      await app.end();
    }
  });

  it.each([
    ["connection", "key_check", "refused"],
    ["key_attempt", "outcome", "settled"],
    ["supplier_order", "acceptance", "withdrawn"],
    ["shipment", "state", "told"],
    ["catalog_mirror", "problem", "refused"],
    ["product_link", "state", "refused"],
    ["product_link", "delisted", "forgotten"],
    ["link_run", "kind", "forget"],
    ["fulfillment_service", "state", "refused"],
  ])("makes the database reject a code's old name: %s.%s = %s", async (table, column, word) => {
    const writing = query(url, `update ${table} set ${column} = $1`, [word]);
    await expect(writing).rejects.toThrow("violates check constraint");
  });
});

describe("the app after an upgrade", () => {
  let today: typeof shownToday;
  beforeAll(async () => {
    const shops = Object.values(former.shops).map(({ shop }) => ({ domain: shop }));
    shopify.shops.push(...createShops(shops, new Date()));
    await changeSettings({ DATABASE_URL: ownerUrl, STOCKBRIDGE_KEYRING: JSON.stringify(KEYRING) });
    // The app's modules connect to the database when they load, so they load only now.
    today = await import("./shown-today.ts");
  });

  it.each(["connected", "locked", "left"] as const)(
    "shows connection and catalog of a shop that is %s",
    async (name) => {
      const facts = former.shops[name];
      const { connection, ...rest } = inTodaysWords(facts);
      // The account of an older connection is not known.
      const expected = { ...rest, connection: connection && { ...connection, account: null } };
      expect(await today.shopToday(shopDomain.parse(facts.shop))).toEqual(expected);
    },
  );

  it("decrypts stored keys and accounts", async () => {
    const { findKey } = await import("../../app/connection/connection-store.server.ts");
    const { recognizeAccount } = await import("../../app/connection/account.server.ts");
    const { email, account, key } = former.secrets;
    expect(await findKey(SHOP)).toMatchObject({ apiKey: key, account });
    expect(await recognizeAccount(email)).toBe(account);
  });

  it("shows the activity unchanged, except for links to pages", async () => {
    const withoutPage = (entry: string) => entry.replace(/ \[(Home|Orders|Settings): \/app[^\]]*\]$/, "");
    const entries = await today.activityToday(SHOP);
    expect(entries.map(withoutPage)).toEqual(
      former.activity.map((entry) => withoutPage(entry.replace("show=refused", "show=skipped"))),
    );
  });

  it("shows the published branding, the draft, and why the supplier rejected the draft", async () => {
    expect(await today.brandingToday(shopDomain.parse(former.shops.locked.shop))).toEqual(former.branding);
  });

  it("shows each order in its former group, except those that this release groups differently", async () => {
    const standing = await today.standingToday(SHOP, [...Object.values(GROUPS), "shipped"]);
    const expected = former.standing.flatMap(({ group, label, tone, orders }) =>
      orders.map((number) => {
        const as = { group: GROUPS[group], label: `orders.badge.${String(BADGES[label])}`, tone };
        return [`#${String(number)}`, { ...as, ...MOVED[number] }] as const;
      }),
    );
    expect(standing).toEqual(Object.fromEntries(expected));
  });

  it("shows why each order waits or ended, in a few words and with the stored sentence", async () => {
    const expected = (before["supplier_order"] ?? []).map(({ order_name: name, reason, said: sentence }) => [
      String(name),
      { sentence, why: reason === null ? null : (expect.stringMatching(/^[A-Z]/) as string) },
    ]);
    expect(await today.reasonsToday(SHOP)).toEqual(Object.fromEntries(expected));
  });

  it.each(Object.entries(former.orders))("shows the page of the order %s unchanged", async (name, facts) => {
    // A canceled order costs nothing.
    const cost = name === CANCELED ? null : facts.cost;
    expect(await today.orderToday(SHOP, idOf(name))).toEqual(inTodaysWords({ ...facts, cost }));
  });
});

const CANCELED = "#1011";

function idOf(orderName: string): string {
  return String(before["supplier_order"]?.find((row) => row["order_name"] === orderName)?.["id"]);
}

/** Facts with today's words for states and kinds. Moments, names, numbers and sentences are the same. */
function inTodaysWords<Facts>(facts: Facts): Facts {
  const reviver = (key: string, value: unknown) => WORDS[`${key} ${String(value)}`] ?? value;
  return JSON.parse(JSON.stringify(facts), reviver) as Facts;
}

const WORDS: Record<string, string> = {
  "kind refused": "unauthorized",
  "why refused": "unauthorized",
  "listing refused": "skipped",
  "state refused": "failed",
  "state told": "shown",
};

const GROUPS: Record<string, string> = {
  "needs-you": "needs-attention",
  "on-their-way": "in-progress",
  done: "completed",
};

/** A badge's former words, and what it is called in today's catalog of messages. */
const BADGES: Record<string, string> = {
  "Needs you": "needs-attention",
  Waiting: "waiting",
  "To be ordered": "ready",
  "Being ordered": "placing",
  "Unclear if ordered": "in-doubt",
  "Being cancelled": "canceling",
  Ordered: "placed",
  "Partly shipped": "partially-shipped",
  Shipped: "shipped",
  Delivered: "delivered",
  Cancelled: "canceled",
  "Turned down": "rejected",
};

const NEEDS_ATTENTION = { group: "needs-attention", label: "orders.badge.needs-attention", tone: "warning" };
const WAITING = { group: "in-progress", label: "orders.badge.waiting", tone: "attention" };
/**
 * Orders that move to another group: those that only the merchant can end need attention, those that continue
 * automatically don't.
 */
const MOVED: Record<number, object> = {
  // Held, and a look at it failed: supplier or shop did not take the request, or did not answer.
  9023: WAITING,
  9026: WAITING,
  // The shop does not let the app in, or does not understand it.
  9036: NEEDS_ATTENTION,
  9041: NEEDS_ATTENTION,
  // The shop does not take the answer to its request.
  9054: { group: "needs-attention", tone: "warning" },
  9055: { group: "needs-attention" },
  // It is to be canceled at a supplier that does not accept the key.
  9060: { group: "needs-attention" },
  // Shipped in full: the supplier may never report a delivery.
  9066: { group: "shipped" },
  9070: { group: "shipped" },
};

function sorted(rows: Row[] = []): Row[] {
  return rows.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

function keyOf(row: Row): string {
  const names = [
    "shop",
    "id",
    "supplier_product_id",
    "supplier_variant_id",
    "line_item_id",
    "subject",
    "number",
  ];
  return names.map((name) => String(row[name])).join(" ");
}
