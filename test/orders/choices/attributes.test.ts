import { describe, expect, it } from "vitest";

import { type AttributeDecision, decidedName, sortTexts } from "../../../app/orders/choices/attributes.ts";
import { withNotes } from "../../../app/orders/placing/begin-attempt.server.ts";
import type { PlannedLine } from "../../../app/orders/placing/decide-order.ts";
import type { SupplierVariantId } from "../../../app/wholesale/resources.ts";
import { aLine } from "../testing.ts";

const engraved = (value: string, more = {}) => aLine({ attributes: [{ name: "Engraving", value }], ...more });
const decision = (more: Partial<AttributeDecision> = {}): AttributeDecision => ({
  shopProductId: "gid://shopify/Product/1",
  name: "Engraving",
  sendsInNote: true,
  ...more,
});
const all = { noteLength: 1000, lineNoteLength: 250 };
const noLineNote = { noteLength: 1000, lineNoteLength: null };

describe("sortTexts", () => {
  it("sends all texts of a line together, with its item", () => {
    const attributes = [
      { name: "Engraving", value: "For Ada" },
      { name: "Font", value: "Serif" },
    ];
    expect(sortTexts([aLine({ attributes })], [], all).lineNotes).toEqual(
      new Map([[aLine().id, "Engraving: For Ada\nFont: Serif"]]),
    );
  });

  it("sends a short text with its item, even if the merchant decided to leave long texts out", () => {
    const fits = engraved("x".repeat(250 - "Engraving: ".length));
    const { lineNotes, inNote } = sortTexts([fits], [decision({ sendsInNote: false })], all);
    expect([lineNotes.size, inNote]).toEqual([1, []]);
  });

  it("asks the merchant about a text that is one character too long, and about a line with a hundred texts", () => {
    const long = engraved("x".repeat(251 - "Engraving: ".length));
    const many = aLine({
      attributes: Array.from({ length: 100 }, (_, at) => ({ name: `Text ${String(at)}`, value: "yes" })),
    });
    expect(sortTexts([long, many], [], all).undecided).toEqual([long, many]);
  });

  it("puts texts into the order's note or leaves them out, as the merchant decided", () => {
    const line = aLine({
      attributes: [
        { name: "Engraving", value: "For Ada" },
        { name: "Gift wrap", value: "yes" },
      ],
    });
    const decisions = [decision(), decision({ name: "Gift wrap", sendsInNote: false })];
    expect(sortTexts([line], decisions, noLineNote)).toEqual({
      lineNotes: new Map(),
      inNote: ["2 × Notizbuch Fjord\nEngraving: For Ada"],
      undecided: [],
    });
  });

  it.each([
    ["a text whose name the merchant has not decided about", decision({ name: "Font" }), noLineNote],
    ["a text of another product", decision({ shopProductId: "gid://shopify/Product/2" }), noLineNote],
    [
      "a text that was to go into the note, if the supplier no longer takes notes",
      decision(),
      { noteLength: null, lineNoteLength: null },
    ],
  ])("asks the merchant about %s", (_, decided, takes) => {
    expect(sortTexts([engraved("For Ada")], [decided], takes).undecided).toHaveLength(1);
  });

  it("ignores lines without a text, and lines with nothing left to fulfill", () => {
    const lines = [aLine(), engraved("For Ada", { quantity: 0 })];
    expect(sortTexts(lines, [], noLineNote)).toEqual({ lineNotes: new Map(), inNote: [], undecided: [] });
  });

  it("finds the decision about a very long name by the beginning of the name", () => {
    const name = "🎁".repeat(1000);
    expect(decidedName(name).length).toBeLessThanOrEqual(255);
    const line = aLine({ attributes: [{ name, value: "yes" }] });
    expect(sortTexts([line], [decision({ name: decidedName(name) })], noLineNote).undecided).toEqual([]);
  });
});

it("combines lines of one variant in the supplier's order only if their notes are equal", () => {
  const planned = (id: string, variant: string, quantity: number): PlannedLine => ({
    lineItemId: id,
    fulfillmentOrderLineId: id,
    supplierVariantId: variant as SupplierVariantId,
    sku: "",
    title: "",
    quantity,
    ordered: quantity,
    cost: { amount: "1.00", currency: "EUR" },
    revenue: { amount: "1.00", currency: "EUR" },
    tax: { amount: "0.19", currency: "EUR" },
  });
  const lines = [
    planned("1", "a", 1),
    planned("2", "a", 2),
    planned("3", "a", 3),
    planned("4", "b", 4),
    planned("5", "a", 5),
  ];
  const notes = new Map([
    ["1", "For Ada"],
    ["3", "For Ada"],
    ["4", "For Ada"],
    ["5", "For Bob"],
  ]);
  expect(withNotes(lines, notes)).toEqual([
    { supplierVariantId: "a", quantity: 4, note: "For Ada" },
    { supplierVariantId: "b", quantity: 4, note: "For Ada" },
    { supplierVariantId: "a", quantity: 2, note: null },
    { supplierVariantId: "a", quantity: 5, note: "For Bob" },
  ]);
});
