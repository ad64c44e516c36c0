import { describe, expect, it } from "vitest";

import { NO_COSTS } from "../../../app/catalog/pricing/costs.ts";
import { NOTHING_APPROVED } from "../../../app/orders/placing/approvals.ts";
import type { Circumstances } from "../../../app/orders/placing/decide-order.ts";
import type { LinkedVariant } from "../../../app/orders/placing/judge-cost.ts";
import { decidePartStep, type Part, planPart } from "../../../app/orders/placing/plan-part.ts";
import type { FulfillmentOrder, FulfillmentOrderLine } from "../../../app/shop/orders/fulfillment-order.ts";
import type { SupplierVariantId } from "../../../app/wholesale/resources.ts";
import { aLine, aRequest, choiceRules, linkedVariants } from "../testing.ts";

const [[, linked] = []] = [...linkedVariants()];

/** Three lines with five pieces each, of variants that the supplier has plenty of, unless told otherwise. */
function plan(
  changes: { variant?: Partial<LinkedVariant> | null; line?: Partial<FulfillmentOrderLine> }[] = [],
  more: Partial<Circumstances> = {},
  requested: Partial<FulfillmentOrder> = {},
): Part | null {
  const lines = ["A", "B", "C"].map((name, at) =>
    aLine({
      id: `line-${name}`,
      lineItemId: `item-${name}`,
      shopVariantId: `variant-${name}`,
      title: name,
      quantity: 5,
      ordered: 5,
      unitPrice: { amount: "13.00", currency: "EUR" },
      ...changes[at]?.line,
    }),
  );
  const variants = ["A", "B", "C"].flatMap((name, at) => {
    const { variant } = changes[at] ?? {};
    if (variant === null || linked === undefined) return [];
    const supplierVariantId = `supplier-${name}` as SupplierVariantId;
    return [[`variant-${name}`, { ...linked, supplierVariantId, stock: 100, ...variant }] as const];
  });
  return planPart({
    fulfillmentOrder: aRequest({ lines, ...requested }),
    linkedVariants: new Map(variants),
    connected: true,
    heldOnRequest: false,
    service: "there",
    paused: "no",
    confirmed: true,
    approved: NOTHING_APPROVED,
    choiceRules: choiceRules(),
    takes: { shippingMethods: "any", noteLength: 1000, lineNoteLength: 1000 },
    exchangeRates: [],
    costs: NO_COSTS,
    expectedShipping: null,
    ...more,
  });
}

const item = (title: string, quantity: number) => ({ code: "orders.item", title, quantity });

describe("planPart", () => {
  it.each<[string, NonNullable<Parameters<typeof plan>[0]>[number]]>([
    ["not linked", { variant: null }],
    ["discontinued", { variant: { discontinued: true } }],
    ["sold out", { variant: { stock: 0 } }],
    ["without a readable price", { variant: { unreadable: "price" } }],
    ["without a SKU", { line: { sku: null } }],
    ["below cost", { line: { unitPrice: { amount: "0.01", currency: "EUR" } } }],
  ])("leaves out a line that is %s", (_, change) => {
    expect(plan([{}, change])).toEqual({
      lines: [
        { id: "line-A", quantity: 5 },
        { id: "line-C", quantity: 5 },
      ],
      sends: [item("A", 5), item("C", 5)],
      waits: [item("B", 5)],
    });
  });

  it("leaves out several lines, each for its own reason", () => {
    const planned = plan([{ variant: null }, { variant: { stock: 0 } }]);
    expect(planned).toMatchObject({
      lines: [{ id: "line-C", quantity: 5 }],
      waits: [item("A", 5), item("B", 5)],
    });
  });

  it("plans only the pieces of a line that the supplier has", () => {
    const planned = plan([{ variant: { stock: 3 } }]);
    expect(planned?.lines[0]).toEqual({ id: "line-A", quantity: 3 });
    expect(planned?.waits).toEqual([item("A", 2)]);
  });

  it("shares the stock of a variant among the lines that are linked to it", () => {
    const shared = { supplierVariantId: "supplier-X" as SupplierVariantId, stock: 7 };
    const planned = plan([{ variant: shared }, { variant: shared }]);
    expect(planned?.lines).toEqual([
      { id: "line-A", quantity: 5 },
      { id: "line-B", quantity: 2 },
      { id: "line-C", quantity: 5 },
    ]);
  });

  it.each<[string, Partial<Circumstances>, Partial<FulfillmentOrder>]>([
    ["is not connected", { connected: false }, {}],
    ["has no address", {}, { destination: null }],
    ["is unpaid", {}, { paid: false }],
    ["is on hold", {}, { status: "on_hold" }],
  ])("plans nothing for an order that %s", (_, more, requested) => {
    expect(plan([{ variant: { stock: 0 } }], more, requested)).toBeNull();
  });

  it("plans nothing if no line can be ordered", () => {
    expect(
      plan([{ variant: null }, { variant: { stock: 0 } }, { variant: { discontinued: true } }]),
    ).toBeNull();
  });

  it("plans a part even while ordering is paused, because a pause only delays the part", () => {
    expect(plan([{ variant: { stock: 0 } }], { paused: "by-merchant" })).toMatchObject({
      waits: [item("A", 5)],
    });
  });

  it("plans no part of an accepted request, because Shopify does not divide accepted requests", () => {
    expect(plan([{ variant: { stock: 0 } }], {}, { request: "accepted" })).toBeNull();
  });

  it("plans a rejected request as if the merchant had requested it again", () => {
    expect(plan([{ variant: { stock: 0 } }], {}, { request: "rejected" })).toMatchObject({
      waits: [item("A", 5)],
    });
  });
});

describe("decidePartStep", () => {
  const part = plan([{ variant: { stock: 0 } }]);
  const all = plan();
  it.each<[string, Partial<FulfillmentOrder>, Part | null, ReturnType<typeof decidePartStep>]>([
    ["a request with a line that cannot be ordered", {}, part, "reject"],
    ["a request whose lines can all be ordered", {}, all, "place"],
    ["a request of which nothing can be ordered", {}, null, "place"],
    ["a held request", { status: "on_hold" }, part, "place"],
    ["a rejected request", { request: "rejected" }, part, "request-part"],
    ["a rejected request whose lines can all be ordered by now", { request: "rejected" }, all, "request-all"],
    [
      "a rejected request of which nothing can be ordered any more",
      { request: "rejected" },
      null,
      "request-all",
    ],
    ["a rejected request that the merchant holds", { request: "rejected", status: "on_hold" }, null, "wait"],
    ["a rejected request of a canceled order", { request: "rejected", orderCanceled: true }, part, "place"],
    [
      "a rejected request that moved to another location",
      { request: "rejected", ours: false },
      part,
      "place",
    ],
    [
      "a request that the merchant canceled",
      { status: "closed", request: "cancellation_accepted" },
      part,
      "place",
    ],
    ["an accepted request", { status: "in_progress", request: "accepted" }, part, "place"],
  ])("decides the next step for %s", (_, requested, planned, step) => {
    expect(decidePartStep({ ...aRequest(requested), isRejecting: false }, planned)).toBe(step);
  });

  it("rejects a request if an earlier call to reject it may still arrive", () => {
    expect(decidePartStep({ ...aRequest({}), isRejecting: true }, all)).toBe("reject");
  });
});
