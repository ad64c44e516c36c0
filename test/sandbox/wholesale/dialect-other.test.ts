import { describe, expect, it } from "vitest";
import { call, createKey, openService } from "./reseller.ts";
import type { WholesaleOptions } from "./service.ts";

/** A service in the other dialect, and calls below `/api/shop` with a key. */
async function openOther(options: WholesaleOptions = {}) {
  const service = await openService({ ...options, dialect: "other" });
  const headers = { "x-reseller-api-key": await createKey(service) };
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await call(`${service.url}/api/shop${path}`, method, { headers, body });
    return { status: reply.status, json: reply.json as any };
  };
  return { service, ask, headers };
}

const VARIANT = 1000000001;
const purchase = (changes: object = {}) => ({
  externalRef: "SB-1-g1",
  items: [{ variantNo: VARIANT, pieces: 2 }],
  recipient: {
    fullName: "Jürgen Groß",
    street: "Königstraße 12a",
    town: "Köln",
    zip: "50667",
    country: "DE",
  },
  packaging: "own",
  ...changes,
});

describe("articles in the other dialect", () => {
  it("are listed on numbered pages, each article once", async () => {
    const { ask } = await openOther({ products: 30 });
    const pages = [];
    for (let page = 1, more = true; more; page += 1) {
      const { json } = await ask("GET", `/articles?page=${page}&perPage=12`);
      expect(json.meta).toMatchObject({ page, perPage: 12, currency: "EUR" });
      more = json.meta.more;
      pages.push(json.data.map(({ articleNo }: { articleNo: number }) => articleNo));
    }
    expect(pages.map((page) => page.length)).toEqual([12, 12, 6]);
    expect(pages.flat()).toEqual(Array.from({ length: 30 }, (_, index) => 10_000_000 + index));
  });

  it("are listed on pages of limited size, and on none beyond the last", async () => {
    const { ask } = await openOther({ products: 30, maxPageSize: 10 });
    expect((await ask("GET", "/articles?perPage=5000")).json).toMatchObject({
      data: { length: 10 },
      meta: { perPage: 10, more: true },
    });
    expect((await ask("GET", "/articles?page=9")).json).toMatchObject({ data: [], meta: { more: false } });
  });

  it("cost whole cents, and have numbers for ids", async () => {
    const { service, ask } = await openOther();
    const known = service.supplier.catalogue.product("prd_000000")?.variants[0];
    const { json } = await ask("GET", "/articles/10000000");
    expect(json).toMatchObject({
      data: {
        articleNo: 10_000_000,
        state: "active",
        variants: expect.arrayContaining([
          expect.objectContaining({
            variantNo: VARIANT,
            cents: known?.priceMinor,
            available: { pieces: known?.stock },
          }),
        ]),
      },
      meta: { currency: "EUR" },
    });
    expect((await ask("GET", "/articles?perPage=1")).json.data).toEqual([json.data]);
  });

  it("are filtered by time of change, over all pages", async () => {
    const { service, ask } = await openOther();
    const all = service.supplier.catalogue.page({ from: 0, limit: 120 }).products;
    const since = all[60]?.updatedAt ?? new Date(0);
    const expected = all.filter(({ updatedAt }) => updatedAt >= since).length;
    const query = `changedAfter=${since.getTime() / 1000}&perPage=7`;
    let found = 0;
    for (let page = 1, more = true; more; page += 1) {
      const { json } = await ask("GET", `/articles?${query}&page=${page}`);
      found += Number(json.data.length);
      more = json.meta.more;
    }
    expect(found).toBe(expected);
  });

  it.each(["/articles?page=0", "/articles?perPage=x", "/articles?changedAfter=yesterday"])(
    "reject %s as malformed",
    async (path) => {
      const { ask } = await openOther();
      expect((await ask("GET", path)).status).toBe(400);
    },
  );

  it.each(["10000120", "0", "prd_000000"])("include no article %s", async (no) => {
    const { ask } = await openOther();
    expect((await ask("GET", `/articles/${no}`)).status).toBe(404);
  });
});

describe("purchases in the other dialect", () => {
  it("are created with 201, stored in the ledger of all dialects, and returned with other field names", async () => {
    const { service, ask } = await openOther();
    const made = await ask("POST", "/purchases", purchase());
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      data: { purchaseNo: 500_001, externalRef: "SB-1-g1", state: "new", items: purchase().items },
      meta: { currency: "EUR" },
    });
    const { goods, freight, sum } = made.json.data.amounts as Record<string, number>;
    expect(goods! + freight!).toBe(sum);
    expect(service.supplier.ledger.get("ord_000001")).toMatchObject({
      lines: [{ variantId: "var_000000_1", quantity: 2 }],
      shipTo: { name: "Jürgen Groß", address1: "Königstraße 12a", postalCode: "50667", company: null },
      whiteLabel: true,
    });
    service.supplier.ledger.ship("ord_000001", { carrier: "DHL", trackingNumber: "A1" });
    expect((await ask("GET", "/purchases/500001")).json.data).toMatchObject({
      state: "sent",
      parcels: [{ parcelNo: 50_000_101, service: "DHL", code: "A1", items: purchase().items }],
    });
  });

  it.each([
    ["an unknown variant", { items: [{ variantNo: 7, pieces: 1 }] }, 422],
    ["half a piece", { items: [{ variantNo: VARIANT, pieces: 0.5 }] }, 400],
    ["an id in text", { items: [{ variantNo: String(VARIANT), pieces: 1 }] }, 400],
    ["no street", { recipient: { ...purchase().recipient, street: "" } }, 400],
  ])("are rejected with %s and leave nothing", async (_case, changes, status) => {
    const { service, ask } = await openOther();
    expect((await ask("POST", "/purchases", purchase(changes))).status).toBe(status);
    expect(service.supplier.ledger.orders()).toEqual([]);
  });

  it("are filtered by time of change, while a search by reference is ignored", async () => {
    let time = new Date("2026-11-01T08:00:00Z");
    const { ask } = await openOther({ now: () => time, maxPageSize: 2 });
    for (const externalRef of ["A", "B", "C"]) await ask("POST", "/purchases", purchase({ externalRef }));
    const references = async (query: string) => {
      const { json } = await ask("GET", `/purchases?${query}`);
      return json.data.map((each: { externalRef: string }) => each.externalRef);
    };
    expect(await references("reference=C&externalRef=C")).toEqual(["A", "B"]);
    expect(await references("page=2")).toEqual(["C"]);
    time = new Date("2026-11-01T08:10:00Z");
    await ask("POST", "/purchases", purchase({ externalRef: "D" }));
    expect(await references(`changedAfter=${time.getTime() / 1000}`)).toEqual(["D"]);
  });

  it("cannot be canceled", async () => {
    const { ask } = await openOther();
    await ask("POST", "/purchases", purchase());
    expect((await ask("POST", "/purchases/500001/cancel")).status).toBe(404);
  });
});

it("the brand in the other dialect is read as it was written", async () => {
  const { service, ask } = await openOther();
  const settings = { title: "Größe & Söhne", accent: "1A2b3c", helpMail: "hilfe@example.com" };
  expect((await ask("GET", "/brand")).json.data).toEqual({ title: "" });
  expect((await ask("POST", "/brand", settings)).json.data).toEqual(settings);
  expect((await ask("GET", "/brand")).json.data).toEqual(settings);
  expect(service.supplier.branding.read()).toMatchObject({ primaryColor: "#1A2b3c", logo: null });
});

describe("faults in the other dialect", () => {
  it("work as in the other dialects", async () => {
    const { service, ask } = await openOther();
    service.setFault("placeOrder", "500-after-commit");
    expect((await ask("POST", "/purchases", purchase())).status).toBe(500);
    expect(service.supplier.ledger.orders()).toHaveLength(1);
    service.setFault("listProducts", "without-field");
    expect(Object.keys((await ask("GET", "/articles")).json)).toEqual(["meta"]);
    service.setFault("findOrders", "ignores-filter");
    expect((await ask("GET", "/purchases?changedAfter=99999999999")).json.data).toHaveLength(1);
  });

  it("cannot be set for operations that it lacks", async () => {
    const { service } = await openOther();
    expect(() => service.setFault("cancelOrder", "500")).toThrow(
      "This dialect has no operation cancelOrder.",
    );
  });
});
