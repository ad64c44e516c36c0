import { describe, expect, it } from "vitest";

import { Failure, type FailureCode } from "../../../app/lib/failure.ts";
import { translator } from "../../../app/messages/translate.ts";
import {
  classifyFailure,
  classifyReply,
  isPlaced,
  type Outcome,
  outcomeInWords,
  type StateAfter,
  stateAfter,
  usingUpReference,
  outcomeMessage,
} from "../../../app/orders/states/outcome.ts";
import type {
  Order,
  OrderLine,
  SupplierOrderId,
  SupplierVariantId,
} from "../../../app/wholesale/resources.ts";

const explanation = { code: "failure.ours" } as const;

describe("an attempt that failed", () => {
  it.each<[FailureCode, Outcome["code"], StateAfter]>([
    ["unreachable", "never-sent", "ready"],
    ["unauthorized", "key-unauthorized", "ready"],
    ["rate-limited", "supplier-rate-limited", "ready"],
    ["rejected", "rejected", "held"],
    ["unexpected-reply", "unclear", "in_doubt"],
    ["outcome-unknown", "unclear", "in_doubt"],
    ["access-lost", "unclear", "in_doubt"],
    ["shop-gone", "unclear", "in_doubt"],
  ])("ends after %s with the outcome %s, and leaves the order %s", (code, outcome, state) => {
    const classified = classifyFailure(new Failure({ code, side: "supplier", explanation }));
    expect(classified.code).toBe(outcome);
    expect(stateAfter(classified)).toBe(state);
  });

  it("is in doubt after an unexpected error, because the request may have been sent", () => {
    const classified = classifyFailure(new TypeError("socket.write is not a function"));
    expect(classified).toEqual({ code: "unclear", explanation: { code: "orders.unclear.ours" } });
    expect(stateAfter(classified)).toBe("in_doubt");
  });
});

describe("the supplier's reply to an attempt", () => {
  const line = (supplierVariantId: string, quantity: number): OrderLine => ({
    supplierVariantId: supplierVariantId as SupplierVariantId,
    quantity,
  });
  const request = { reference: "SB1-7-1", lines: [line("a", 2), line("b", 1)] };
  const reply: Order = {
    id: "W-7" as SupplierOrderId,
    reference: "SB1-7-1",
    status: "received",
    lines: request.lines,
    shipments: [],
    cost: null,
    placedAt: null,
    updatedAt: null,
  };

  it.each<[string, Partial<Order>, Outcome["code"]]>([
    ["the same order", {}, "placed"],
    ["the same pieces over other lines", { lines: [line("b", 1), line("a", 1), line("a", 1)] }, "placed"],
    ["an order that it already ships", { status: "shipped" }, "placed"],
    ["fewer pieces", { lines: [line("a", 1), line("b", 1)] }, "placed"],
    ["a line more", { lines: [...request.lines, line("c", 1)] }, "placed"],
    ["a line less", { lines: [line("a", 2)] }, "placed"],
    ["none of the pieces", { lines: [line("c", 1)] }, "found-different"],
    ["the reference in lower case", { reference: "sb1-7-1" }, "placed"],
    ["another reference", { reference: "SB1-7-10" }, "found-different"],
    ["an order that it rejected at once", { status: "rejected" }, "ended-at-once"],
    ["an order that it canceled at once", { status: "cancelled" }, "ended-at-once"],
  ])("leads to the expected outcome if it shows %s: %#", (_, more, outcome) => {
    expect(classifyReply({ ...reply, ...more }, request)).toMatchObject({ code: outcome, number: "W-7" });
  });
});

it("reuses a reference unless an order may exist under it", () => {
  expect(usingUpReference).toEqual([
    "placed",
    "found",
    "confirmed-ordered",
    "ended-at-once",
    "found-dead",
    "found-different",
    "found-twice",
    "found-unreadable",
  ]);
});

describe("an outcome in words", () => {
  const t = translator("en");
  const number = "W-7" as SupplierOrderId;

  it.each<Outcome>([
    { code: "placed", number },
    { code: "found", number },
    { code: "confirmed-ordered", number },
    { code: "never-sent" },
    { code: "rejected", explanation },
    { code: "found-twice", numbers: ["W-7", "W-8"] },
  ])("reads the same from its row as right after the attempt: %j", (outcome) => {
    const { code: kind, ...params } = outcome;
    expect(outcomeMessage({ kind, params })).toEqual(outcomeInWords(outcome));
    expect(isPlaced(outcome)).toBe(stateAfter(outcome) === "placed");
  });

  it("is the stored sentence for an older row", () => {
    const message = outcomeMessage({ kind: "placed", params: { text: "The supplier took it as W-7." } });
    expect(t(message)).toBe("The supplier took it as W-7.");
  });
});
