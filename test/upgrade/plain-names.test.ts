/** An upgrade of rows with the names of before the migration plain_names: each row stays, and pages show the same. */
import { beforeAll, describe, expect, it } from "vitest";

import { setupDatabase } from "../../app/lib/database/setup-database.server.ts";
import { shopDomain } from "../../app/lib/shop-domain.ts";
import { createShops } from "../sandbox/shop/state.ts";
import { query } from "../support/database.ts";
import { changeSettings, shopify } from "../support/world.ts";
import { allRows, type Row } from "./all-rows.ts";
import { formerDatabase } from "./former-database.ts";
import type * as shownToday from "./shown-today.ts";

const MIGRATION = "20261128060000_plain_names";
const SHOP = shopDomain.parse("demo-shop.myshopify.com");

const NEW_TABLES: Record<string, string> = {
  supplier_doubt: "doubt_pause_of_all",
  supplier_find: "product_search",
  supplier_word: "search_word",
};

/** Old names of columns and keys in rows, and codes. The supplier's status and what a person wrote may contain them. */
const OLD_NAMES =
  /cancelled|[a-z]-there"|over-here|waits-here|beside|parcel|"(kept|intended|unowned|restore|doubts|doubted_at|left)"/;
const NOT_OURS = [/"status": "cancelled"/g, /They wrote .*? 1\./g];

let url: string;
let ownerUrl: string;
let before: Record<string, Row[]>;
let after: Record<string, Row[]>;
beforeAll(async () => {
  ({ url, ownerUrl } = await formerDatabase({ until: MIGRATION, rows: "old-names.sql" }));
  before = await allRows(url);
  await setupDatabase(ownerUrl);
  after = await allRows(url);
});

describe("the migration plain_names", () => {
  it("is tested with rows that have old names", () => {
    for (const table of ["shipment", "import_run", "recorded_mismatch", "product_link", "variant_link"])
      for (const row of before[table] ?? []) expect(JSON.stringify(row)).toMatch(OLD_NAMES);
  });

  it("keeps each row", () => {
    // Setup writes the other table's row.
    const { schema_version: _, ...tables } = before;
    for (const [table, rows] of Object.entries(tables))
      expect(after[NEW_TABLES[table] ?? table], table).toHaveLength(rows.length);
  });

  it("leaves no old name in any table, column, row, index or constraint", async () => {
    const rows = await query<{ row: string }>(
      url,
      Object.keys(after)
        .map((table) => `select '${table} ' || to_jsonb(it)::text as row from ${table} it`)
        .join(" union all "),
    );
    const ours = rows.map(({ row }) => NOT_OURS.reduce((text, each) => text.replaceAll(each, ""), row));
    expect(ours.filter((row) => OLD_NAMES.test(row))).toEqual([]);
    const names = await query<{ name: string }>(
      url,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       union all select conname from pg_constraint where connamespace = 'public'::regnamespace
       union all select column_name from information_schema.columns where table_schema = 'public'
       union all select indexdef from pg_indexes where schemaname = 'public'
       union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
       union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const old =
      /cancelled|supplier_(find|word|doubt)|(^|_)(kept|intended|unowned|restore|doubts|doubted_at)(_not_null)?$/;
    expect(names.map(({ name }) => name).filter((name) => old.test(name))).toEqual([]);
  });

  it("renames codes in rows, and keeps the supplier's status and texts that a person wrote", () => {
    const orders = (after["supplier_order"] ?? []).map((row) => [
      row["order_name"],
      [row["state"], row["reason"], row["reason_params"], row["acknowledged_reason"]],
    ]);
    expect(Object.fromEntries(orders)).toEqual({
      "#12": ["canceled", null, null, null],
      "#1": ["canceled", "canceled", { number: "W-1" }, null],
      "#2": ["canceled", "canceled-at-supplier", { number: "W-2" }, "canceled-at-supplier"],
      "#3": ["canceled", "canceled-unsent", null, null],
      "#4": ["canceled", "still-open-at-supplier", { number: "W-4" }, null],
      "#5": ["rejected", "rejected-at-supplier", { number: "W-5" }, null],
      "#6": ["partially_shipped", "rest-canceled", { number: "W-6" }, "rest-canceled"],
      "#7": [
        "placed",
        "not-canceled",
        { explanation: { code: "orders.not-canceled.rejected", number: "W-7", status: "shipped" } },
        null,
      ],
      "#8": ["placed", "duplicate-at-supplier", { number: "W-8", other: "W-80" }, null],
      "#9": ["shipped", "shipment-not-shown", { shipments: 2 }, null],
      "#10": ["in_doubt", "found-dead", { number: "W-10", status: "cancelled" }, null],
      "#11": [
        "held",
        "still-waiting",
        {
          explanation: {
            code: "earlier-message",
            text: 'They wrote "code": "orders.reason.cancelled" and "parcel": 1.',
          },
        },
        null,
      ],
    });
    expect(after["order_attempt_outcome"]?.map(({ params }) => params)).toEqual([
      { number: "W-10", status: "cancelled" },
      { explanation: { code: "orders.not-canceled.shipped", number: "W-10" } },
    ]);
    expect(after["activity"]?.map(({ kind }) => kind)).toEqual(
      before["activity"]?.map(({ kind }) => String(kind).replace("cancelled", "canceled")),
    );
    expect(after["recorded_mismatch"]).toMatchObject([
      { subject: "canceled:gid://shopify/FulfillmentOrder/1" },
    ]);
    expect(after["import_run"]).toMatchObject([{ state: "canceled" }]);
    const approvals = after["price_approval"]?.map((row) => [row["supplier_variant_id"], row["state"]]) ?? [];
    expect(Object.fromEntries(approvals)).toEqual({ V1: "waiting", V2: "approved", V3: "declined" });
  });

  it("stores the shop's last known values, which it takes from the history", () => {
    expect(after["product_link"]).toMatchObject([{ in_shop: { status: "UNLISTED", title: "Mine" } }]);
    expect(after["variant_link"]).toMatchObject([{ in_shop: { price: "12.00" } }]);
  });

  it("keeps the values of renamed columns", () => {
    expect(after["product_link"]).toMatchObject([
      { last_written: { title: "Lamp" }, pending_write: { fields: { title: "Lamp" }, variants: {} } },
    ]);
    expect(after["variant_link"]).toMatchObject([{ undo_to: { price: "9.00" }, baseline: { cost: "4.00" } }]);
    expect(after["supplier_order_line"]).toMatchObject([{ quantity: 3, canceled: 2 }]);
    expect(after["ordering_settings"]).toMatchObject([
      { unclear_responses: 2, last_unclear_at: before["ordering_settings"]?.[0]?.["doubted_at"] },
    ]);
    expect(after["doubt_pause_of_all"]).toMatchObject([{ probes: 3 }]);
    expect(after["product_search"]).toEqual(before["supplier_find"]);
    expect(after["search_word"]).toEqual(before["supplier_word"]);
    expect(after["shipment"]?.find((row) => row["requested"] !== null)?.["requested"]).toEqual({
      number: null,
      lines: [],
      existing: ["gid://shopify/Fulfillment/9"],
    });
  });
});

describe("pages after the migration plain_names", () => {
  let today: typeof shownToday;
  beforeAll(async () => {
    shopify.shops.push(...createShops([{ domain: SHOP }], new Date()));
    await changeSettings({ DATABASE_URL: ownerUrl });
    // Only now: the app's modules connect to the database as they are loaded.
    today = await import("./shown-today.ts");
  });

  it("show each order in its group, with its badge and reason", async () => {
    const standing = await today.standingToday(SHOP, ["needs-attention", "in-progress", "completed"]);
    const sentences = await today.sentencesToday(SHOP);
    const shown = Object.entries(standing).map(([name, { group, label, tone }]) => [
      name,
      [group, label, tone, sentences[name]],
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      "#1": [
        "completed",
        "orders.badge.canceled",
        null,
        "Your supplier canceled their order W-1, as requested. If your customer still wants it, request fulfillment in Shopify again.",
      ],
      "#2": [
        "completed",
        "orders.badge.canceled",
        null,
        expect.stringMatching(/^Your supplier canceled their order W-2, so nothing will be sent\./),
      ],
      "#3": [
        "completed",
        "orders.badge.canceled",
        null,
        "Canceled before anything was ordered. If your customer still wants it, request fulfillment in Shopify again.",
      ],
      "#4": [
        "needs-attention",
        "orders.badge.canceled",
        "critical",
        expect.stringMatching(
          /^This order has ended here, but your supplier still has it \(their number W-4\)\./,
        ),
      ],
      "#5": [
        "needs-attention",
        "orders.badge.rejected",
        "critical",
        expect.stringMatching(/^Your supplier rejected their order W-5, so nothing will be sent\./),
      ],
      "#6": [
        "in-progress",
        "orders.badge.partially-shipped",
        "info",
        expect.stringMatching(/^Your supplier sent part of their order W-6 and canceled the rest\./),
      ],
      "#7": [
        "needs-attention",
        "orders.badge.placed",
        "warning",
        expect.stringMatching(/^Your supplier didn't cancel their order W-7: it has shipped\./),
      ],
      "#8": [
        "needs-attention",
        "orders.badge.placed",
        "warning",
        expect.stringMatching(/^Your supplier has this order twice: their numbers W-8 and W-80\./),
      ],
      "#9": [
        "needs-attention",
        "orders.badge.shipped",
        "warning",
        expect.stringMatching(/^Shopify doesn't show 2 packages of this order,/),
      ],
      "#10": [
        "needs-attention",
        "orders.badge.in-doubt",
        "critical",
        expect.stringMatching(/^Your supplier has this order \(their number W-10\), but canceled it\./),
      ],
      "#11": [
        "needs-attention",
        "orders.badge.needs-attention",
        "warning",
        expect.stringContaining('They wrote "code": "orders.reason.cancelled" and "parcel": 1.'),
      ],
      "#12": ["completed", "orders.badge.canceled", null, "The order was canceled."],
    });
  });

  it("show why a package is not in Shopify", async () => {
    const { parcels } = await today.orderToday(SHOP, "01a30000-0000-7000-8000-000000000009");
    expect(parcels.map(({ said }) => said)).toEqual([
      "Package DHL 1 isn't shown in Shopify, because nothing of the order is left to fulfill there. To let your customer know about it, add it to the order in Shopify.",
      "A package without a tracking number isn't shown in Shopify, because its fulfillment was canceled there. If that was a mistake, show it again here: Stockbridge fulfills these items once more, with the same tracking, and Shopify notifies your customer.",
      "A package without a tracking number isn't shown in Shopify yet, because the fulfillment is on hold there. Release the hold, and Stockbridge adds it automatically.",
      "A package without a tracking number isn't shown in Shopify. No. Fix that in Shopify and show it again here, so that your customer knows about it.",
      "A package without a tracking number isn't shown in Shopify yet. Stockbridge accepts the fulfillment request there first.",
      "A package without a tracking number isn't shown in Shopify yet, because Shopify doesn't show the fulfillment order at the moment. Stockbridge looks again in a minute.",
    ]);
  });

  it("show the activity", async () => {
    expect(await today.activityToday(SHOP)).toEqual([
      "2026-11-20T10:08:00.000Z warning: Your supplier rejected their order W-1, so nothing will be sent. Refund your customer, send it from elsewhere, or request fulfillment in Shopify again, which orders it once more. [Orders: /app/orders]",
      "2026-11-20T10:07:00.000Z warning: Order #1: A package without a tracking number isn't shown in Shopify yet, because the fulfillment is on hold there. Release the hold, and Stockbridge adds it automatically. [Orders: /app/orders]",
      "2026-11-20T10:06:00.000Z warning: You canceled the fulfillment of order #1 in Shopify. An earlier installation of Stockbridge had accepted it, and Stockbridge doesn't know what became of it. Check with your supplier, and cancel it there if it was ordered. [Orders: /app/orders]",
      "2026-11-20T10:05:00.000Z warning: Your supplier accepted order #1 in an earlier attempt (their number W-1) while a later one is under way. If they accept that one too, cancel one of the two there. [Orders: /app/orders]",
      "2026-11-20T10:04:00.000Z warning: Order #1 waits here as if it had not been ordered, but your supplier has it (their number W-1). To keep that one, cancel the order here. To order again, cancel theirs first. Otherwise it's bought twice. [Orders: /app/orders]",
      "2026-11-20T10:03:00.000Z warning: Order #1 has ended here, but your supplier still has it (their number W-1). Cancel it there if you don't want it. [Orders: /app/orders]",
      "2026-11-20T10:02:00.000Z warning: Order #1 couldn't be canceled. Your supplier's order W-1 has already shipped. Ask your customer to send it back. [Orders: /app/orders]",
      "2026-11-20T10:01:00.000Z warning: Your supplier canceled their order W-1, as requested. If your customer still wants it, request fulfillment in Shopify again. [Orders: /app/orders]",
    ]);
  });
});
