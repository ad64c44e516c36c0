import { describe, expect, it } from "vitest";

import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import { WriteNotConfirmed } from "../../app/wholesale/failures.ts";
import * as other from "../contracts/other.ts";
import { createKey, openService } from "../sandbox/wholesale/reseller.ts";
import type { WholesaleOptions } from "../sandbox/wholesale/service.ts";
import { check } from "../scripts/wholesale-check/checking.ts";
import { orderRequest } from "./order-request.ts";
import type { SupplierOrderId, SupplierVariantId } from "../../app/wholesale/resources.ts";

async function open(options: WholesaleOptions = {}) {
  const service = await openService({ ...options, dialect: "other" });
  const call = wholesaleClient(service.url, { contract: other, assumedWrites: true });
  return { service, call, credential: await createKey(service) };
}

const ORDER = orderRequest({
  lines: [{ supplierVariantId: "1000000001" as SupplierVariantId, quantity: 2 }],
});

describe("the contract of another supplier", () => {
  it("logs in and creates a key as the supplier's document shows", async () => {
    const { service, call } = await open();
    const { token } = await call("logIn", { input: service.account });
    const made = await call("createKey", { input: { name: "a name" }, credential: token });
    expect(made).toEqual({ apiKey: expect.stringMatching(/^rk_/) as string, name: "a name" });
  });

  it("returns the same products as the assumed contract, except for ids and image texts", async () => {
    const { service, call, credential } = await open();
    const assumed = await openService();
    const there = wholesaleClient(assumed.url);
    const { items } = await call("listProducts", { input: { pageSize: 100, cursor: null }, credential });
    const same = await there("listProducts", {
      input: { pageSize: 100, cursor: null },
      credential: await createKey(assumed),
    });
    const bare = (products: typeof items, url: string) =>
      products.map(({ images, variants, ...product }) => ({
        ...product,
        id: "",
        images: images.map((image) => image.url.replace(url, "")),
        variants: variants.map((each) => ({ ...each, id: "", imageUrl: each.imageUrl?.replace(url, "") })),
      }));
    expect(bare(items, service.url)).toEqual(bare(same.items, assumed.url));
    expect(items[0]?.id).toBe("10000000");
  });

  it("reads products to the last page, and can request only changed ones", async () => {
    const { service, call, credential } = await open({ products: 25 });
    const ids: string[] = [];
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const page: { items: { id: string }[]; nextCursor: string | null } = await call("listProducts", {
        input: { pageSize: 10, cursor },
        credential,
      });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(ids).size).toBe(25);
    const updatedSince = new Date("2026-05-01T00:00:00Z");
    const changed = await call("listProducts", {
      input: { pageSize: 50, cursor: null, updatedSince },
      credential,
    });
    const { products } = service.supplier.catalogue.page({ from: 0, limit: 25, updatedSince });
    expect(changed.items.map(({ name }) => name)).toEqual(products.map(({ name }) => name));
  });

  it("places an order that arrives unchanged, and reads its packages", async () => {
    const { service, call, credential } = await open();
    const placed = await call("placeOrder", { input: ORDER, credential });
    expect(placed).toMatchObject({ reference: "SB-1-g1", status: "received", lines: ORDER.lines });
    const [kept] = service.supplier.ledger.orders();
    // This supplier has one field for the name, and one for the state by its name.
    const { firstName: _first, lastName: _last, regionCode: _code, ...shipTo } = ORDER.shipTo;
    expect(kept).toMatchObject({
      reference: "SB-1-g1",
      shipTo,
      note: "Bitte klingeln",
      shippingMethod: "express",
      whiteLabel: false,
      lines: [{ variantId: "var_000000_1", quantity: 2 }],
    });
    const cents = (kept?.cost.itemsMinor ?? 0) + (kept?.cost.shippingMinor ?? 0);
    expect(placed.cost?.total).toEqual({ amount: (cents / 100).toFixed(2), currency: "EUR" });

    const lines = [{ variantId: "var_000000_1", quantity: 1 }];
    service.supplier.ledger.ship("ord_000001", { carrier: "DHL", trackingNumber: "A1", lines });
    const partly = await call("getOrder", { input: { id: placed.id }, credential });
    expect(partly).toMatchObject({
      status: "partially_shipped",
      shipments: [
        { carrier: "DHL", trackingNumber: "A1", lines: [{ supplierVariantId: "1000000001", quantity: 1 }] },
      ],
    });
    service.supplier.ledger.ship("ord_000001", { carrier: "DHL", trackingNumber: "A2" });
    service.supplier.ledger.deliver("ord_000001");
    service.supplier.ledger.travel("ord_000001", "shp_000001_2", "out_for_delivery");
    const found = await call("findOrders", {
      input: { updatedSince: placed.updatedAt ?? new Date(0) },
      credential,
    });
    expect(found).toMatchObject({ items: [{ id: placed.id, status: "delivered" }], nextCursor: null });
    expect(found.items[0]?.shipments.map(({ events }) => events)).toEqual([
      [],
      [{ status: "out_for_delivery", at: null }],
    ]);
  });

  it("stores branding", async () => {
    const { call, credential } = await open();
    const brand = {
      brandName: "Größe & Söhne",
      logo: "data:image/png;base64,iVBORw0KGgo=",
      primaryColor: "#1a2b3c",
      packingSlipMessage: "Danke!",
      returnAddress: null,
      supportEmail: "h@example.com",
      supportPhone: null,
    };
    expect(await call("writeBranding", { input: brand, credential })).toEqual(brand);
    expect(await call("readBranding", { input: {}, credential })).toEqual(brand);
  });

  it("declares abilities that the supplier lacks, whose operations are never called", async () => {
    const { service, call, credential } = await open();
    expect(other.abilities).toMatchObject({ cancelOrder: false, findOrderByReference: false });
    expect(other.contract.cancelOrder).toBeNull();
    const before = service.requests.length;
    await expect(
      call("cancelOrder", { input: { id: "1" as SupplierOrderId }, credential }),
    ).rejects.toMatchObject({
      code: "rejected",
    });
    await expect(call("findOrders", { input: { reference: "x" }, credential })).rejects.toThrow(
      "by reference",
    );
    expect(service.requests).toHaveLength(before);
  });

  it("sends no id that its supplier cannot have", async () => {
    const { service, call, credential } = await open();
    const before = service.requests.length;
    await expect(call("placeOrder", { input: orderRequest(), credential })).rejects.toMatchObject({
      code: "rejected",
      explanation: { code: "failure.supplier.request-misfit", path: "items.0.variantNo" },
    });
    expect(service.requests).toHaveLength(before);
  });

  it("lets no undocumented operation change anything at the supplier until an operator confirms the contract", async () => {
    const { service, credential } = await open();
    const call = wholesaleClient(service.url, { contract: other });
    await expect(call("placeOrder", { input: ORDER, credential })).rejects.toBeInstanceOf(WriteNotConfirmed);
  });

  it("passes the check against its own supplier, and against no other", async () => {
    const { service, call, credential } = await open();
    await call("placeOrder", { input: ORDER, credential });
    const asked = {
      baseUrl: service.url,
      write: true,
      createKey: { account: service.account, keyName: "a check" },
    };
    const { all, of, verdict } = await check({ ...asked, contract: other });
    expect(all.flatMap(({ reasons, result }) => (result === "misfit" ? reasons : []))).toEqual([]);
    expect(verdict).toBe("fits");
    expect(all.filter(({ result }) => result === "fits")).toHaveLength(8);
    expect(of("cancelOrder")).toMatchObject({
      result: "not tried",
      reasons: [{ says: "the contract has none" }],
    });
    expect((await check({ ...asked, write: false })).verdict).toBe("misfits");
  });
});
