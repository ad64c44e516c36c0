import { describe, expect, it } from "vitest";

import type { OperationName } from "../../../app/wholesale/operation.ts";
import { type ForeignOrder, openForeignSupplier, type Served } from "../../wholesale/foreign.ts";
import { check } from "./checking.ts";

const SKU = "40";
const REFERENCE = "stockbridge-check-of-deviations";

async function checkAll(deviate?: (served: Served) => unknown) {
  const supplier = await openForeignSupplier(deviate && { deviate });
  const branding = supplier.branding();
  const checked = await check({
    baseUrl: supplier.url,
    write: true,
    createKey: { account: supplier.account, keyName: "a check" },
    placeOrder: { sku: SKU, reference: REFERENCE },
  });
  const misfits = checked.all.filter(({ result }) => result === "misfit");
  return { ...checked, supplier, branding, misfits };
}

/** Deviates at this kind of request only. */
function at(kind: string, answer: (served: Served) => unknown) {
  return (served: Served) => (served.kind === kind ? answer(served) : served.work());
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  return new URLSearchParams([...query].filter(([key]) => key !== name));
}

const asRecord = (value: unknown) => value as Record<string, unknown>;

it("the check passes a supplier without a deviation, restores its branding, and cancels its order", async () => {
  const { all, verdict, supplier, branding } = await checkAll();
  expect(all.filter(({ result }) => result !== "fits")).toEqual([]);
  expect(all).toHaveLength(10);
  expect(verdict).toBe("fits");
  expect(supplier.branding()).toEqual(branding);
  expect(supplier.orders).toMatchObject([{ reference: REFERENCE, status: "canceled" }]);
  expect(supplier.methods.filter((method) => method === "PUT")).toHaveLength(2);
});

describe("the check of a supplier that deviates", () => {
  const deviations: [string, (served: Served) => unknown, OperationName, RegExp][] = [
    ["a token under another name", at("POST /auth", () => ({ jwt: "a.b" })), "logIn", /token is missing/],
    [
      "a key under another name than was asked for",
      at("POST /api-keys", ({ work }) => ({ ...asRecord(work()), name: "a check (2)" })),
      "createKey",
      /expected the name that was sent/,
    ],
    [
      "an ignored cursor",
      at("GET /products", ({ asked, work }) => work({ query: without(asked.query, "cursor") })),
      "listProducts",
      /the cursor is ignored/,
    ],
    [
      "an ignored filter of products",
      at("GET /products", ({ asked, work }) => work({ query: without(asked.query, "updated_since") })),
      "listProducts",
      /the filter is ignored/,
    ],
    [
      "prices with a comma",
      at("GET /products", ({ work }) => JSON.parse(JSON.stringify(work()).replaceAll("12.5", '"12,5"'))),
      "listProducts",
      /expected a decimal/,
    ],
    [
      "another product than was asked for",
      at("GET /products/{id}", ({ asked, work }) => work({ id: asked.id + 1 })),
      "getProduct",
      /expected the id that was asked for/,
    ],
    [
      "an order that is confirmed and forgotten",
      at("POST /orders", ({ asked }) => ({ ...asRecord(asked.body), id: 9999, status: "received" })),
      "placeOrder",
      /the order it confirmed is not there: the write was ignored/,
    ],
    [
      "an order of more than was sent",
      at("POST /orders", ({ asked, work }) => {
        const { lines } = asked.body as ForeignOrder;
        const reply = asRecord(work({ body: { ...asRecord(asked.body), lines: [...lines, ...lines] } }));
        return { ...reply, lines };
      }),
      "placeOrder",
      /other lines than were sent/,
    ],
    [
      "an ignored reference",
      at("GET /orders", ({ asked, work }) => work({ query: without(asked.query, "reference") })),
      "findOrders",
      /the filter is ignored/,
    ],
    [
      "an unknown word for a status",
      at("GET /orders/{id}", ({ work }) => ({ ...asRecord(work()), status: "on its way" })),
      "getOrder",
      /status/,
    ],
    [
      "a cancellation that is confirmed and ignored",
      at("POST /orders/{id}/cancel", ({ asked }) => ({
        id: asked.id,
        reference: REFERENCE,
        status: "cancelled",
        lines: [],
      })),
      "cancelOrder",
      /the write was ignored/,
    ],
    ["no way to cancel", at("POST /orders/{id}/cancel", () => 405), "cancelOrder", /nothing there \(405\)/],
    [
      "a brand of another kind",
      at("GET /white-label", ({ work }) => ({ ...asRecord(work()), brand_name: {} })),
      "readBranding",
      /brand_name/,
    ],
    [
      "a brand that is confirmed and ignored",
      at("PUT /white-label", ({ asked }) => asked.body),
      "writeBranding",
      /support_phone: it reads back as before: the write was ignored/,
    ],
    [
      "a brand of which a field gets lost on writing",
      at("PUT /white-label", ({ asked, work }) => {
        const { support_email: _, ...kept } = asRecord(asked.body);
        work({ body: { ...kept, support_email: null } });
        return asked.body;
      }),
      "writeBranding",
      /support_email: it was sent as it was read, and reads otherwise now/,
    ],
  ];
  it.each(deviations)("reports only this deviation: %s", async (_, deviate, operation, says) => {
    const { misfits, verdict } = await checkAll(deviate);
    expect(misfits.map((tried) => tried.operation)).toEqual([operation]);
    const told = misfits[0]?.reasons.map((each) => `${each.path ?? ""}: ${each.says}`.replace(/^: /, ""));
    expect(told?.join("\n").replaceAll(": is", " is")).toMatch(says);
    expect(verdict).toBe("misfits");
  });
});

describe("an order that is placed for the check", () => {
  it("is sent once even if its reply is lost, and the report says that the order may exist", async () => {
    const { all, of, supplier } = await checkAll(at("POST /orders", ({ work }) => (work(), "")));
    expect(supplier.orders).toHaveLength(1);
    expect(of("placeOrder")?.remarks.join()).toContain(`AN ORDER MAY STAND`);
    expect(of("placeOrder")?.remarks.join()).toContain(REFERENCE);
    expect(of("cancelOrder")?.result).toBe("not proven");
    expect(all.filter(({ operation }) => operation === "placeOrder")).toHaveLength(1);
  });

  it("is reported if it cannot be canceled", async () => {
    const { of, supplier } = await checkAll(at("POST /orders/{id}/cancel", () => 405));
    expect(supplier.orders).toMatchObject([{ status: "Received" }]);
    expect(of("cancelOrder")?.remarks).toEqual(["THE ORDER 9000 STANDS at the supplier: cancel it there"]);
  });

  it("is not placed if no product has the SKU", async () => {
    const supplier = await openForeignSupplier();
    const { of, verdict } = await check({
      baseUrl: supplier.url,
      apiKey: supplier.apiKey,
      placeOrder: { sku: "none", reference: REFERENCE },
    });
    expect(of("placeOrder")?.result).toBe("not proven");
    expect(supplier.orders).toEqual([]);
    expect(verdict).toBe("unproven");
  });
});

describe("the support phone number during the check", () => {
  it("is restored if its change succeeded with a lost reply", async () => {
    let writes = 0;
    const { of, supplier, branding } = await checkAll(
      at("PUT /white-label", ({ work }) => {
        const done = work();
        writes += 1;
        return writes === 1 ? 500 : done;
      }),
    );
    expect(of("writeBranding")?.result).toBe("unreachable");
    expect(supplier.branding()).toEqual(branding);
    expect(writes).toBe(2);
  });

  it("is reported with its old and its new value if it cannot be restored", async () => {
    let writes = 0;
    const { of } = await checkAll(
      at("PUT /white-label", ({ work }) => {
        writes += 1;
        return writes === 1 ? work() : 500;
      }),
    );
    expect(of("writeBranding")).toMatchObject({ result: "misfit", reasons: [{ step: "restore" }] });
    const says = of("writeBranding")?.reasons[0]?.says ?? "";
    expect(says).toContain("COULD NOT BE RESTORED");
    expect(says).toContain("“+49 30 1234-56” and may be “+49 30 1234-57”");
  });

  it("is not changed if its old value cannot be read, and writing is reported as not proven", async () => {
    const { of, supplier, misfits } = await checkAll(at("GET /white-label", () => 404));
    expect(misfits.map(({ operation }) => operation)).toEqual(["readBranding"]);
    expect(of("writeBranding")).toMatchObject({ result: "not proven" });
    expect(supplier.methods).not.toContain("PUT");
  });
});
