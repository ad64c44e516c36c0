import { describe, expect, it } from "vitest";

import { abilities, contract } from "../../app/wholesale/contract.ts";
import type { OneRequest } from "../../app/wholesale/operation.ts";
import { readJson } from "../../app/wholesale/read-reply.ts";
import type { SupplierOrderId } from "../../app/wholesale/resources.ts";

const PRODUCT = { id: 1, name: "A thing", variants: [] };
const VARIANT = { id: 2, price: { amount: "12.50", currency: "EUR" }, stock: 3 };
const ORDER = { id: 3, reference: "SB-1-g1", status: "received", lines: [{ variant_id: 2, quantity: 1 }] };

it("a contract declares the ability cancelOrder only if it has the operation", () => {
  const { cancelOrder }: { cancelOrder: unknown } = contract;
  expect(cancelOrder !== null).toBe(abilities.cancelOrder);
});

const GOT = { status: 200, headers: new Headers(), skipped: [], input: { id: "3" as SupplierOrderId } };

/** Returns the contract's reading of a reply; undefined if it does not fit. */
function read(name: "getProduct" | "getOrder" | "placeOrder", reply: object) {
  const row: OneRequest = contract[name];
  const parsed = readJson(row, reply, { laterPage: false });
  return parsed.kind === "fits" ? row.fromWire(parsed.reply, GOT) : undefined;
}
const variantOf = (changes: object) => {
  const product = read("getProduct", { ...PRODUCT, variants: [{ ...VARIANT, ...changes }] });
  return product && "variants" in product ? product.variants[0] : undefined;
};
const order = (changes: object) => read("getOrder", { ...ORDER, ...changes });

describe("a tolerated deviation of a variant", () => {
  it.each<[string, object, object]>([
    ["a stock in text", { stock: "12" }, { stock: 12 }],
    ["an unknown stock as none", { stock: null }, { stock: 0 }],
    ["back-orders as none", { stock: -4 }, { stock: 0 }],
    [
      "a price that is a number",
      { price: { amount: 12.5, currency: "EUR" } },
      { price: { amount: "12.5", currency: "EUR" } },
    ],
    [
      "a currency in small letters",
      { price: { amount: "1", currency: "eur" } },
      { price: { amount: "1", currency: "EUR" } },
    ],
    [
      "a SKU and a barcode that are numbers",
      { sku: 42, barcode: 4006381333931 },
      { sku: "42", barcode: "4006381333931" },
    ],
    ["an empty SKU as none", { sku: "" }, { sku: null }],
    [
      "options that are numbers",
      { options: { Size: 38, Eco: true, Note: null } },
      { options: { Size: "38", Eco: "true" } },
    ],
    ["an empty list for no options", { options: [] }, { options: {} }],
    ["a weight with fractions, or in text", { weight_grams: "120.4" }, { weightGrams: 120 }],
    ["an id in text", { id: "v-1" }, { id: "v-1" }],
  ])("does not make the product unreadable: %s", (_, changes, expected) => {
    expect(variantOf(changes)).toMatchObject(expected);
  });
});

describe("a deviation of a variant that touches money or quantity", () => {
  it.each<[string, object, object]>([
    ["a missing stock", { stock: undefined }, { stock: null }],
    ["half a piece", { stock: 2.5 }, { stock: null }],
    ["a stock in words", { stock: "plenty" }, { stock: null }],
    ["a price without currency", { price: { amount: "12.50" } }, { price: null }],
    ["a number as a price", { price: 12.5 }, { price: null }],
    ["a price with a comma", { price: { amount: "1,250", currency: "EUR" } }, { price: null }],
    ["a price below zero", { price: { amount: "-1.00", currency: "EUR" } }, { price: null }],
    ["a price too great to be written out", { price: { amount: 1e21, currency: "EUR" } }, { price: null }],
    ["a missing price", { price: null }, { price: null }],
  ])("makes the price or the stock unreadable: %s", (_, changes, expected) => {
    expect(variantOf(changes)).toMatchObject(expected);
  });
});

describe("a deviation of a variant that touches its identity", () => {
  it.each<[string, object]>([
    ["an id that lost its last digits", { id: 2 ** 60 }],
    ["a missing id", { id: null }],
  ])("is rejected: %s", (_, changes) => {
    expect(variantOf(changes)).toBeUndefined();
  });
});

describe("a product in a reply", () => {
  it("is named by its first SKU or its id if it has no name", () => {
    const named = read("getProduct", { ...PRODUCT, name: null, variants: [{ ...VARIANT, sku: "A-1" }] });
    expect(named).toMatchObject({ name: "A-1" });
    expect(read("getProduct", { ...PRODUCT, name: null })).toMatchObject({ name: "1" });
  });

  it("has no variants if their list is null, and skips an image without an address", () => {
    const images = [{ url: null }, { url: "https://img.example/1.png" }];
    expect(read("getProduct", { ...PRODUCT, variants: null, images })).toMatchObject({
      variants: [],
      images: [{ url: "https://img.example/1.png", alt: null }],
    });
  });

  it.each([["name"], ["variants"]])("is rejected if the field %s is missing", (field) => {
    expect(read("getProduct", { ...PRODUCT, [field]: undefined })).toBeUndefined();
  });

  it("has no time of change if the time lacks a time zone, since it could be hours off", () => {
    expect(read("getProduct", { ...PRODUCT, updated_at: "2026-11-01T10:00:00" })).toMatchObject({
      updatedAt: null,
    });
    expect(read("getProduct", { ...PRODUCT, updated_at: "" })).toMatchObject({ updatedAt: null });
  });
});

describe("an order in a reply", () => {
  it.each([
    ["Received", "received"],
    ["PARTIALLY-SHIPPED", "partially_shipped"],
    ["partially shipped", "partially_shipped"],
    ["canceled", "cancelled"],
  ])("has our word for the supplier's status: “%s” becomes %s", (status, expected) => {
    expect(order({ status })).toMatchObject({ status: expected });
  });

  it.each<[string, object]>([
    ["a state of another meaning", { status: "on hold" }],
    ["no lines", { lines: null }],
    ["half a piece", { lines: [{ variant_id: 2, quantity: 0.5 }] }],
    ["a cost without currency", { cost: { items: 1, shipping: 1, total: 2 } }],
  ])("is rejected with %s", (_, changes) => {
    expect(order(changes)).toBeUndefined();
  });

  it.each<[string, object]>([
    ["no id", { id: undefined }],
    ["a tracking number that lost its last digits", { tracking_number: 2 ** 60 }],
    ["contents of another shape", { lines: "see slip" }],
  ])("keeps its other packages if one has %s, and counts the unreadable one", (_, changes) => {
    const readable = { id: 2, tracking_number: "A2" };
    expect(order({ shipments: [{ id: 1, ...changes }, readable] })).toMatchObject({
      shipments: [{ id: "2", trackingNumber: "A2" }],
      unreadableShipments: 1,
    });
  });

  it("keeps a package whose carrier, link or date cannot be read", () => {
    const decorative = { carrier: {}, tracking_url: 5, shipped_at: "soon" };
    expect(order({ shipments: [{ id: 1, tracking_number: "A1", ...decorative }] })).toMatchObject({
      shipments: [{ id: "1", trackingNumber: "A1", carrier: null, trackingUrl: null, shippedAt: null }],
      unreadableShipments: 0,
    });
  });

  it("keeps the readable states of a package", () => {
    const events = [
      { status: "In transit", at: "2026-11-20T08:00:00Z" },
      { status: "out-for-delivery", at: "today" },
      { status: "eaten by a dog" },
      "delivered",
    ];
    expect(order({ shipments: [{ id: 1, tracking_number: "A1", events }] })).toMatchObject({
      shipments: [
        {
          events: [
            { status: "in_transit", at: new Date("2026-11-20T08:00:00Z") },
            { status: "out_for_delivery", at: null },
          ],
        },
      ],
    });
    expect(order({ shipments: [{ id: 1, events: "none" }] })).toMatchObject({ shipments: [{ events: [] }] });
  });

  it("names states and dates that cannot be read, for the contract check", () => {
    const events = [{ status: "eaten by a dog" }, { status: "delivered", at: "today" }];
    const json = { ...ORDER, expected_ship_at: "Friday", shipments: [{ id: 1, events }] };
    const found = readJson(contract.getOrder, json, { laterPage: false });
    expect("leftOut" in found && found.leftOut.map(({ path }) => path).toSorted()).toEqual([
      "expected_ship_at",
      "shipments.0.events.0.status",
      "shipments.0.events.1.at",
    ]);
  });

  it("has the day on which the supplier expects to ship, if it is a valid date", () => {
    expect(order({ expected_ship_at: "2026-11-28T12:00:00Z" })).toMatchObject({
      expectedShipAt: new Date("2026-11-28T12:00:00Z"),
    });
    expect(order({ expected_ship_at: "Friday" })).toMatchObject({ expectedShipAt: null });
  });

  it("counts as placed even if its cost, dates or shipments cannot be read", () => {
    const unreadable = { cost: { total: "much" }, placed_at: "today", updated_at: 5, shipments: "none" };
    expect(read("placeOrder", { ...ORDER, ...unreadable })).toMatchObject({
      id: "3",
      cost: null,
      placedAt: null,
      updatedAt: null,
      shipments: [],
    });
    expect(order(unreadable)).toBeUndefined();
  });
});
