import { describe, expect, it } from "vitest";

import { Failure, type FailureCode, type FailureSide } from "../../../app/lib/failure.ts";
import type { MessageCode } from "../../../app/messages/message.ts";
import { translator } from "../../../app/messages/translate.ts";
import {
  attentionOf,
  helpOf,
  isAboutWaiting,
  isEndedByUpdate,
  reasonCodes,
  reasonsThat,
  recheckSeconds,
} from "../../../app/orders/reasons/reason.ts";
import type { Attention, Wake } from "../../../app/orders/reasons/consequences.ts";
import { labelOf, messageOf } from "../../../app/orders/reasons/reason-words.ts";
import { reasonOf } from "../../../app/orders/reasons/failure-reason.ts";

const t = translator("en");

function failure(code: FailureCode, side: FailureSide, explanation: MessageCode = "failure.ours"): Failure {
  return new Failure({ code, side, explanation: { code: explanation } as Failure["explanation"] });
}

describe("the reason of an order's state", () => {
  const reasonParams = {
    lines: ["Mug", "Notizbuch Fjord"],
    number: "W-77",
    numbers: ["W-77", "W-78"],
    status: "rejected",
    explanation: { code: "orders.cannot-tell.not-offered" },
  };
  const sentence = (reason: string, params: unknown = reasonParams) =>
    t(messageOf({ reason, reasonParams: params }));

  it.each(reasonCodes)("has a short label and full sentences: %s", (code) => {
    const label = labelOf(code);
    expect(label && t(label)).toMatch(/^[A-Z][^.]+$/);
    expect(sentence(code)).toMatch(/^[A-Z“].*\.$/);
    expect(sentence(code)).not.toMatch(/undefined|null|\s\s|[{}]/);
  });

  it("names the lines with the problem", () => {
    expect(sentence("out-of-stock")).toMatch(/^“Mug”, “Notizbuch Fjord”: /);
  });

  it("contains the supplier's number", () => {
    expect(sentence("rest-canceled")).toContain("W-77");
    expect(sentence("found-twice")).toContain("“W-77”, “W-78”");
  });

  it("is worded differently for every code", () => {
    const all = reasonCodes.map((code) => `${t(labelOf(code)!)}: ${sentence(code)}`);
    expect(new Set(all).size).toBe(reasonCodes.length);
  });

  it("is shown as an older row's stored sentence, or as a general message if the code is unknown", () => {
    expect(sentence("unpaid", { text: "It was not paid." })).toBe("It was not paid.");
    expect(sentence("brand-new", null)).toBe(t("unknown-message"));
    expect(labelOf("brand-new")).toBeNull();
    expect(helpOf("brand-new")).toBeNull();
    expect(isAboutWaiting("brand-new")).toBe(false);
    expect(isEndedByUpdate("brand-new")).toBe(false);
  });
});

describe("the attention that a reason needs", () => {
  const asking: Record<Exclude<Attention, "none">, string[]> = {
    "to-order": [
      "not-connected",
      "unpaid",
      "test-order",
      "on-hold",
      "held-on-request",
      "payment-not-shown",
      "not-shipped",
      "unlinked-variant",
      "account-changed",
      "no-sku",
      "no-quantity",
      "no-address",
      "address-not-shown",
      "no-name",
      "no-street",
      "no-city",
      "no-postcode",
      "no-country",
      "unknown-province",
      "method-not-assigned",
      "method-not-offered",
      "note-not-taken",
      "note-too-long",
      "texts-not-taken",
      "discontinued",
      "out-of-stock",
      "price-unreadable",
      "stock-unreadable",
      "product-unreadable",
      "other-currency",
      "below-cost",
      "cost-rose",
      "already-ordered",
      "already-at-supplier",
      "key-unauthorized",
      "key-not-opened",
      "service-gone",
      "service-replaced",
      "rejected",
      "ended-at-once",
      "still-waiting",
    ],
    always: [
      "unclear",
      "abandoned",
      "found-dead",
      "found-different",
      "found-twice",
      "found-unreadable",
      "not-found",
      "accepted-before-records",
      "found-for-earlier-request",
      "unreadable-for-earlier-request",
      "cannot-tell",
      "shop-rejected",
      "shop-unexpected-reply",
      "permission-missing",
      "access-lost",
      "not-accepted",
      "not-declined",
      "part-not-requested",
      "missing-not-allowed",
    ],
    "until-acknowledged": [
      "request-rejected",
      "rejected-since-ended",
      "changed-in-shop",
      "address-changed-too-late",
      "not-canceled",
      "update-differs",
      "unknown-to-supplier",
      "other-account",
      "rest-canceled",
      "canceled-after-shipping",
      "canceled-at-supplier",
      "rejected-at-supplier",
      "duplicate-at-supplier",
      "still-open-at-supplier",
      "differs-at-supplier",
      "shipment-not-shown",
      "missing-not-ordered",
    ],
  };

  it.each(Object.entries(asking))("is “%s” for the expected reasons only", (attention, codes) => {
    expect(reasonsThat((row) => row.attention === attention)).toEqual(codes);
  });

  it("is “none” while the order continues automatically", () => {
    const rest = reasonsThat(({ attention }) => attention === "none");
    expect(rest).toEqual(reasonCodes.filter((code) => !Object.values(asking).flat().includes(code)));
    for (const code of rest) expect(helpOf(code) === null || helpOf(code) === "settings").toBe(true);
  });

  it("is “always” if this version does not know the code", () => {
    expect(attentionOf("brand-new")).toBe("always");
  });

  it("is “until-acknowledged” for exactly the reasons that can be acknowledged", () => {
    expect(reasonCodes.filter((code) => helpOf(code) === "acknowledge")).toEqual(
      asking["until-acknowledged"],
    );
  });
});

describe("the event that wakes an order early", () => {
  it.each<[Wake, string[]]>([
    [
      "connected",
      [
        "not-connected",
        "unlinked-variant",
        "account-changed",
        "method-not-assigned",
        "method-not-offered",
        "note-not-taken",
        "note-too-long",
        "texts-not-taken",
        "discontinued",
        "out-of-stock",
        "price-unreadable",
        "stock-unreadable",
        "product-unreadable",
        "other-currency",
        "below-cost",
        "cost-rose",
        "key-unauthorized",
        "key-not-opened",
        "cannot-tell",
        "shop-gone",
      ],
    ],
    ["account-decided", ["account-changed"]],
    [
      "choices-changed",
      ["method-not-assigned", "method-not-offered", "note-not-taken", "note-too-long", "texts-not-taken"],
    ],
    ["ordering-resumed", ["ordering-paused"]],
    ["paid", ["unpaid"]],
    ["products-linked", ["unlinked-variant"]],
    ["access-restored", ["access-lost"]],
    [
      "supplier-back",
      ["never-sent", "cannot-tell", "supplier-unreachable", "supplier-outcome-unknown", "still-waiting"],
    ],
    ["support-resumed", ["ordering-paused-by-support", "ordering-paused-for-all"]],
  ])("is %s for the expected reasons only", (wake, codes) => {
    expect(reasonsThat(({ wokenBy }) => wokenBy?.includes(wake) === true)).toEqual(codes);
  });

  it("is an update that we can apply if the reason is about an earlier update", () => {
    expect(reasonCodes.filter(isEndedByUpdate)).toEqual([
      "update-differs",
      "unknown-to-supplier",
      "other-account",
      "update-unreadable",
    ]);
  });
});

describe("the next try of an order", () => {
  it("comes after a fixed time if the reason can end only outside the app", () => {
    expect(recheckSeconds("unpaid")).toBe(900);
    expect(recheckSeconds("no-street", { retryCount: 9 })).toBe(3600);
    expect(recheckSeconds("ordering-paused-for-all")).toBe(300);
  });

  it("comes at once if the order is to be sent again", () => {
    for (const code of ["too-late", "proven-not-ordered", "confirmed-not-ordered"] as const)
      expect(recheckSeconds(code)).toBe(0);
  });

  it("never comes if only a person, a new request or an update can end the reason", () => {
    for (const code of ["rejected", "ended-at-once", "not-canceled", "canceled-at-supplier", "gone"] as const)
      expect(recheckSeconds(code)).toBeNull();
  });

  it("comes later after each failure", () => {
    const [first, fifth] = [0, 4].map((retryCount) => recheckSeconds("shop-unreachable", { retryCount }));
    expect(first).toBeLessThan(20);
    expect(fifth).toBeGreaterThan(first!);
  });

  it("does not come before the other side's Retry-After has passed", () => {
    const failure = new Failure({
      code: "rate-limited",
      side: "supplier",
      explanation: { code: "failure.ours" },
      retryAfterSeconds: 900,
    });
    expect(recheckSeconds("supplier-rate-limited", { failure })).toBeGreaterThanOrEqual(900);
  });
});

describe("the reason of a failure", () => {
  it.each<[FailureCode, FailureSide, string]>([
    ["unreachable", "supplier", "supplier-unreachable"],
    ["unreachable", "shop", "shop-unreachable"],
    ["rate-limited", "supplier", "supplier-rate-limited"],
    ["rate-limited", "shop", "shop-rate-limited"],
    ["rejected", "supplier", "supplier-rejected"],
    ["rejected", "shop", "shop-rejected"],
    ["unexpected-reply", "supplier", "supplier-unexpected-reply"],
    ["unexpected-reply", "shop", "shop-unexpected-reply"],
    ["outcome-unknown", "supplier", "supplier-outcome-unknown"],
    ["outcome-unknown", "shop", "shop-outcome-unknown"],
    ["unauthorized", "supplier", "key-unauthorized"],
    ["unauthorized", "ours", "key-not-opened"],
    ["access-lost", "shop", "access-lost"],
    ["shop-gone", "shop", "shop-gone"],
    ["rejected", "ours", "ours"],
    ["unexpected-reply", "ours", "ours"],
  ])("has the right code: %s on the side “%s” becomes %s", (code, side, reason) => {
    expect(reasonOf(failure(code, side))).toMatchObject({ code: reason });
  });

  it("contains the failure's explanation", () => {
    expect(reasonOf(failure("unreachable", "shop", "orders.cannot-tell.not-offered"))).toEqual({
      code: "shop-unreachable",
      explanation: { code: "orders.cannot-tell.not-offered" },
    });
  });

  it("has the code “permission-missing” if the app lacks a permission", () => {
    expect(reasonOf(failure("rejected", "shop", "failure.shop.permission-missing"))).toEqual({
      code: "permission-missing",
    });
  });

  it("has the code “ours” for an unexpected error", () => {
    expect(reasonOf(new TypeError("x is not a function"))).toEqual({ code: "ours" });
  });
});
