import { describe, expect, it } from "vitest";

import { cleanLines } from "../../../app/lib/clean-text.ts";
import { makeNote } from "../../../app/orders/choices/choose.ts";

const texts = { requestMessage: "Pack well", orderNote: "Ring twice", lineTexts: [] };
const rules = { sendsCustomerNote: false, isOmitted: false };

describe("makeNote", () => {
  it.each([
    [
      "only the merchant's message, unless the merchant chooses the customer's note",
      texts,
      rules,
      "Pack well",
    ],
    [
      "the message and the customer's note, if the merchant chooses the note",
      texts,
      { ...rules, sendsCustomerNote: true },
      "Pack well\n\nRing twice",
    ],
    [
      "one of two equal texts",
      { ...texts, requestMessage: "Hi", orderNote: "Hi" },
      { ...rules, sendsCustomerNote: true },
      "Hi",
    ],
    [
      "nothing if the message and the note are missing",
      { ...texts, requestMessage: null, orderNote: null },
      { ...rules, sendsCustomerNote: true },
      null,
    ],
    [
      "texts of lines after message and note",
      { ...texts, lineTexts: ["1 × Mug"] },
      rules,
      "Pack well\n\n1 × Mug",
    ],
  ])("puts into the note: %s", (_, given, by, note) => {
    expect(makeNote(given, by, 1000)).toEqual({ note });
  });

  it("holds an order if its note is one character too long, and never shortens the note", () => {
    const both = { ...rules, sendsCustomerNote: true };
    const long = { ...texts, requestMessage: null, orderNote: "x".repeat(5000) };
    expect(makeNote(long, both, 5000)).toEqual({ note: long.orderNote });
    expect(makeNote(long, both, 4999)).toEqual({
      reason: { code: "note-too-long", length: 5000, most: 4999 },
    });
    expect(makeNote(long, { ...both, isOmitted: true }, 4999)).toEqual({ note: null });
    expect(makeNote(long, { ...both, isOmitted: true }, 5000)).toEqual({ note: long.orderNote });
  });

  it("holds an order with a merchant's message if the supplier takes no notes, but drops a customer's note", () => {
    const both = { ...rules, sendsCustomerNote: true };
    expect(makeNote(texts, both, null)).toEqual({ reason: { code: "note-not-taken" } });
    expect(makeNote({ ...texts, requestMessage: null }, both, null)).toEqual({ note: null });
    expect(makeNote(texts, { ...both, isOmitted: true }, null)).toEqual({ note: null });
  });
});

it.each([
  ["line breaks of three kinds", "a\r\nb\u2028c\rd", "a\nb\nc\nd"],
  ["control characters", "a\u0000b\u0007c\td", "abc\td"],
  ["a text without splitting an emoji", "👩\u200d🚀", "👩\u200d🚀"],
  ["blank text", " \r\n ", null],
])("cleanLines cleans %s", (_, text, clean) => {
  expect(cleanLines(text)).toBe(clean);
});
