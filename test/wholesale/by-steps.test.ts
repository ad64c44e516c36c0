import { describe, expect, it } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { translator } from "../../app/messages/translate.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import { fingerprint } from "../../app/wholesale/write-gate.ts";
import type { SupplierProductId, SupplierVariantId, Variant } from "../../app/wholesale/resources.ts";
import * as bySteps from "../contracts/by-steps.ts";
import { openStepsSupplierForTest } from "./by-steps-supplier.ts";
import { orderRequest } from "./order-request.ts";

const t = translator("en");

async function open() {
  const supplier = await openStepsSupplierForTest();
  const call = wholesaleClient(supplier.url, { contract: bySteps, assumedWrites: true });
  return { supplier, call, credential: supplier.apiKey };
}

const orderOf = (quantity: number) =>
  orderRequest({ lines: [{ supplierVariantId: "500" as SupplierVariantId, quantity }] });

async function failureOf(attempt: Promise<unknown>): Promise<Failure> {
  const error = await attempt.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe("a supplier whose operations take several requests", () => {
  it("can page by a cursor in a header, and return stock from another address", async () => {
    const { supplier, call, credential } = await open();
    supplier.stock.set(511, 3);
    const ids: string[] = [];
    let cursor: string | null = null;
    let last: Variant | undefined;
    do {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor);
      ids.push(...page.items.map(({ id }) => id));
      last = page.items.at(-1)?.variants[0];
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(Array.from({ length: 12 }, (_, index) => String(500 + index)));
    expect(last?.stock).toBe(3);
    expect(supplier.requests).toHaveLength(6);

    function readPage(from: string | null) {
      return call("listProducts", { input: { pageSize: 5, cursor: from }, credential });
    }
  });

  it("can list products in a bare array, of which one that does not fit is skipped and named", async () => {
    const { supplier, call, credential } = await open();
    Object.assign(supplier.articles[1] ?? {}, { currency: "euros" });
    const page = await call("listProducts", { input: { pageSize: 5, cursor: null }, credential });
    expect(page.items.map(({ id }) => id)).toEqual(["500", "502", "503", "504"]);
    expect(page.skipped).toMatchObject([{ id: "501", misfits: [{ path: "1.currency" }] }]);
  });

  it("can confirm an order with only a number, to which the app adds what it sent", async () => {
    const { supplier, call, credential } = await open();
    const placed = await call("placeOrder", { input: orderOf(1), credential });
    expect(placed).toMatchObject({
      id: "7000",
      reference: "SB-1-g1",
      status: "received",
      lines: [{ supplierVariantId: "500", quantity: 1 }],
    });
    expect(supplier.requests).toHaveLength(1);
  });

  it("can accept an order as a job, which the app polls, and gets the order once", async () => {
    const { supplier, call, credential } = await open();
    expect((await call("placeOrder", { input: orderOf(2), credential })).id).toBe("7000");
    expect(supplier.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v3/orders",
      ...Array.from({ length: 3 }, () => "GET /v3/jobs/0"),
    ]);
  });

  it.each([
    ["by a status", 1],
    ["by its job", 2],
  ])("can reject an order %s, with a sentence that the merchant sees", async (_, quantity) => {
    const { supplier, call, credential } = await open();
    supplier.stock.set(500, 0);
    const failure = await failureOf(call("placeOrder", { input: orderOf(quantity), credential }));
    expect(failure.code).toBe("rejected");
    expect(t(failure.explanation)).toBe(
      "Your supplier rejected the request and says: “Article 500 is sold out until spring”.",
    );
    expect(supplier.orders).toEqual([]);
  });

  it("can cancel an order by DELETE, and return packages in a search by reference", async () => {
    const { supplier, call, credential } = await open();
    const { id } = await call("placeOrder", { input: orderOf(1), credential });
    const cancelled = await call("cancelOrder", { input: { id }, credential });
    expect(cancelled).toMatchObject({ id: "7000", status: "cancelled", shipments: [] });
    expect(supplier.requests[1]).toMatchObject({ method: "DELETE", status: 204 });
    const [order] = supplier.orders;
    order?.parcels.push({ no: 1, by: "DHL", code: 340434161094, rows: order.rows });
    const { items } = await call("findOrders", { input: { reference: "SB-1-g1" }, credential });
    expect(items).toMatchObject([{ id: "7000", shipments: [{ trackingNumber: "340434161094" }] }]);
  });

  it("can change branding by PATCH with an empty reply, and keeps fields that the contract does not know", async () => {
    const { supplier, call, credential } = await open();
    const before = await call("readBranding", { input: {}, credential });
    const after = await call("writeBranding", { input: { ...before, brandName: "Harbour" }, credential });
    expect(after.brandName).toBe("Harbour");
    expect(supplier.brand()).toMatchObject({ name: "Harbour", theme: "dark" });
  });

  it("has a contract whose fingerprint changes if one of the requests changes", async () => {
    const row = bySteps.contract.cancelOrder;
    const lines = { ...row.lines, cancel: { ...row.lines.cancel, path: "/v4/orders/{id}" } };
    const changed = { ...bySteps, contract: { ...bySteps.contract, cancelOrder: { ...row, lines } } };
    expect(await fingerprint(changed as typeof bySteps)).not.toBe(await fingerprint(bySteps));
  });

  it("can report a missing product with a sentence, which the failure quotes", async () => {
    const { call, credential } = await open();
    const unknown = call("getProduct", { input: { id: "1" as SupplierProductId }, credential });
    expect(t((await failureOf(unknown)).explanation)).toContain("“There is no such thing”");
  });
});
