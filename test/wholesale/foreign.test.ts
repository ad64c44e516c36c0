import { describe, expect, it } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import type { Page, SupplierProductId, SupplierVariantId } from "../../app/wholesale/resources.ts";
import { check } from "../scripts/wholesale-check/checking.ts";
import { openForeignSupplier } from "./foreign.ts";
import { orderRequest } from "./order-request.ts";

const ORDER = orderRequest({ lines: [{ supplierVariantId: "1000" as SupplierVariantId, quantity: 2 }] });

async function open() {
  const supplier = await openForeignSupplier();
  const call = wholesaleClient(supplier.url, { assumedWrites: true });
  return { supplier, call, credential: supplier.apiKey };
}

describe("a supplier server written by a third party", () => {
  it("can be connected, although it creates keys with status 201 and extra fields", async () => {
    const { supplier, call } = await open();
    const { token } = await call("logIn", { input: supplier.account });
    const key = await call("createKey", { input: { name: "a name" }, credential: token });
    expect(key).toEqual({ apiKey: supplier.apiKey, name: "a name" });
  });

  it("is read to the last page of products, which has no cursor", async () => {
    const { call, credential } = await open();
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<{ id: string }> = await call("listProducts", {
        input: { pageSize: 50, cursor },
        credential,
      });
      expect(page.items.length).toBeLessThanOrEqual(5);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(Array.from({ length: 12 }, (_, index) => String(100 + index)));
  });

  it("has its products read, although numbers stand in place of texts, and one product is almost empty", async () => {
    const { call, credential } = await open();
    const { items } = await call("listProducts", { input: { pageSize: 2, cursor: null }, credential });
    expect(items[0]).toMatchObject({
      name: "Thing 0",
      images: [{ url: "https://img.example/1.png", alt: null }],
      discontinued: false,
      variants: [
        {
          id: "1000",
          sku: "40",
          price: { amount: "12.5", currency: "EUR" },
          stock: 7,
          options: { Size: "38" },
        },
      ],
    });
    expect(items[1]).toMatchObject({
      name: "41",
      images: [],
      options: [],
      discontinued: false,
      variants: [{ id: "1001", stock: 0, options: {} }],
    });
  });

  it("accepts an order, ships it and reports the tracking number", async () => {
    const { supplier, call, credential } = await open();
    const placed = await call("placeOrder", { input: ORDER, credential });
    expect(placed).toMatchObject({
      id: "9000",
      reference: "SB-1-g1",
      status: "received",
      lines: [{ supplierVariantId: "1000", quantity: 2 }],
      cost: { total: { amount: "29.9", currency: "EUR" } },
      shipments: [],
    });
    supplier.change(9000, {
      status: "Shipped",
      shipments: [
        { id: 1, carrier: "Foreign Post", tracking_number: 12345678, lines: placed.lines.map(onWire) },
      ],
    });
    const { items } = await call("findOrders", { input: { reference: "SB-1-g1" }, credential });
    expect(items).toMatchObject([
      {
        status: "shipped",
        shipments: [
          {
            id: "1",
            trackingNumber: "12345678",
            trackingUrl: null,
            lines: [{ supplierVariantId: "1000", quantity: 2 }],
          },
        ],
      },
    ]);
  });

  it("has its orders read, although one has no reference", async () => {
    const { supplier, call, credential } = await open();
    await call("placeOrder", { input: ORDER, credential });
    supplier.change(9000, { reference: null });
    const { items } = await call("findOrders", { input: { updatedSince: new Date(0) }, credential });
    expect(items.map(({ reference }) => reference)).toEqual([""]);
  });

  it("has its cancellations recognized, although it spells the status its own way", async () => {
    const { call, credential } = await open();
    const { id } = await call("placeOrder", { input: ORDER, credential });
    expect((await call("cancelOrder", { input: { id }, credential })).status).toBe("cancelled");
  });

  it("has its rejections recognized, although they are HTML", async () => {
    const { call, credential } = await open();
    const unknown = await call("getProduct", { input: { id: "1" as SupplierProductId }, credential }).catch(
      asFailure,
    );
    expect(unknown).toMatchObject({ code: "rejected", status: 404 });
    const stranger = await call("getProduct", {
      input: { id: "100" as SupplierProductId },
      credential: "rk_none",
    }).catch(asFailure);
    expect(stranger).toMatchObject({ code: "unauthorized", status: 401 });
  });

  it("passes the check of the assumed contract", async () => {
    const { supplier, call, credential } = await open();
    await call("placeOrder", { input: ORDER, credential });
    const before = supplier.methods.length;
    const { all, verdict } = await check({
      baseUrl: supplier.url,
      write: true,
      createKey: { account: supplier.account, keyName: "a check" },
    });
    expect(
      all.flatMap(({ operation, reasons, result }) => (result === "misfit" ? [operation, reasons] : [])),
    ).toEqual([]);
    expect(verdict).toBe("fits");
    expect(all.filter(({ result }) => result === "fits")).toHaveLength(8);
    expect(supplier.methods.slice(before).filter((method) => method === "PUT")).toHaveLength(2);
    expect(supplier.orders).toHaveLength(1);
  });
});

function onWire({ supplierVariantId, quantity }: { supplierVariantId: string; quantity: number }) {
  return { variant_id: Number(supplierVariantId), quantity };
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
