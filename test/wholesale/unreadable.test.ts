import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, it, onTestFinished } from "vitest";

import { Failure } from "../../app/lib/failure.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import type { ContractModule, OperationName } from "../../app/wholesale/operation.ts";
import {
  type Misfit,
  type Product,
  type SupplierProductId,
  unreadableIn,
} from "../../app/wholesale/resources.ts";
import * as bySteps from "../contracts/by-steps.ts";
import * as other from "../contracts/other.ts";
import { otherArticle } from "./other-article.ts";

/** A supplier that sends these bytes for every path. */
async function openBytes(
  answer: (path: string) => Buffer | string,
  { contentType = "application/json", status = 200 } = {},
): Promise<string> {
  const server = createServer(({ url = "/" }, response) => {
    response.writeHead(status, { "content-type": contentType }).end(answer(url));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const VARIANT = {
  id: 2,
  sku: "A-1",
  barcode: "4006381333931",
  price: { amount: "12.50", currency: "EUR" },
  stock: 3,
  weight_grams: 250,
  image_url: "https://img.example/1.png",
};
const PRODUCT = {
  id: 1,
  name: "A thing",
  description: "Fine.",
  brand: "Nordwind",
  images: [{ url: "https://img.example/1.png", alt: "front" }, { url: "https://img.example/2.png" }],
  updated_at: "2026-11-01T10:00:00Z",
  variants: [VARIANT],
};

/** Reads a product as JSON in these bytes, and the misfits that were left out of it. */
async function readProduct(bytes: Buffer | string, { contentType = "application/json" } = {}) {
  const leftOut: Misfit[] = [];
  const call = wholesaleClient(await openBytes(() => bytes, { contentType }));
  const input = { id: "1" as SupplierProductId };
  const onLeftOut = (misfits: Misfit[]) => leftOut.push(...misfits);
  return { product: await call("getProduct", { input, credential: "rk_any", onLeftOut }), leftOut };
}
const readVariant = (changes: object) =>
  readProduct(JSON.stringify({ ...PRODUCT, variants: [{ ...VARIANT, ...changes }] }));
const price = (amount: unknown) => ({ price: { amount, currency: "EUR" } });

async function failureOf(attempt: Promise<unknown>): Promise<Failure> {
  const error = await attempt.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe("a price or a stock in a reply", () => {
  it.each([
    ["12.0000", "12.0000", 12],
    [" 12.00 ", "12.00", 12],
    ["\u00a012", "12", 12],
    [12, "12", 12],
  ])("is read as a number if it is %j", async (written, amount, stock) => {
    const { product, leftOut } = await readVariant({ ...price(written), stock: written });
    expect(product.variants[0]).toMatchObject({ price: { amount, currency: "EUR" }, stock });
    expect(leftOut).toEqual([]);
  });

  it.each(["125,00", "", "N/A", 1e9, "1000000000.00", "1e3", "12.50 EUR", [], {}])(
    "is null and reported if it is %j",
    async (written) => {
      const priced = await readVariant(price(written));
      expect(unreadableIn(priced.product)).toBe("price");
      expect(priced.leftOut).toMatchObject([{ path: "variants.0.price.amount" }]);
      const stocked = await readVariant({ stock: written });
      expect(unreadableIn(stocked.product)).toBe("stock");
      expect(stocked.leftOut).toMatchObject([{ path: "variants.0.stock" }]);
      expect(stocked.product).toMatchObject({ name: "A thing", variants: [{ stock: null, sku: "A-1" }] });
    },
  );

  it.each([
    ["price", { price: null }],
    ["price", { price: undefined }],
    ["price", price(null)],
    ["price", price("-1.00")],
    ["price", { price: { amount: "1.00" } }],
    ["stock", { stock: undefined }],
    ["stock", { stock: "12.5" }],
    ["stock", { stock: 12.5 }],
  ])("is null and reported without a usable %s: %j", async (what, changes) => {
    const { product, leftOut } = await readVariant(changes);
    expect(unreadableIn(product)).toBe(what);
    expect(leftOut).toHaveLength(1);
  });

  it.each<[string, ContractModule, (path: string) => object, string]>([
    [
      "other",
      other,
      () => ({
        data: otherArticle({
          variants: [
            {
              variantNo: 2,
              articleCode: null,
              ean: null,
              properties: [],
              cents: "1250",
              available: { pieces: 1 },
              kilograms: null,
              picture: null,
            },
          ],
        }),
        meta: { currency: "EUR" },
      }),
      "price",
    ],
    ["by-steps", bySteps, stepsReply({ price: "125,00" }, { 1: 5 }), "price"],
    ["by-steps", bySteps, stepsReply({}, { 1: "N/A" }), "stock"],
    ["by-steps", bySteps, stepsReply({}, {}), "stock"],
  ])("is null under the %s contract if it cannot be read", async (_, contract, answer, what) => {
    const call = wholesaleClient(await openBytes((path) => JSON.stringify(answer(path))), { contract });
    const product = await call("getProduct", {
      input: { id: "1" as SupplierProductId },
      credential: "rk_any",
    });
    expect(unreadableIn(product)).toBe(what);
  });
});

/** The replies of a by-steps supplier to an article and to its stock. */
function stepsReply(article: object, counts: object) {
  return (path: string) =>
    path.startsWith("/v3/stock")
      ? counts
      : { no: 1, label: "A thing", changed: null, price: "1.00", currency: "EUR", code: null, ...article };
}

describe("an unimportant value of a product", () => {
  it.each<[string, object, object, Partial<Product>]>([
    ["weight_grams", {}, { weight_grams: "heavy" }, {}],
    ["barcode", {}, { barcode: {} }, {}],
    ["image_url", {}, { image_url: 5 }, {}],
    ["description", { description: 5 }, {}, { descriptionHtml: null }],
    ["brand", { brand: ["x"] }, {}, { brand: null }],
    ["updated_at", { updated_at: "2026-11-01T10:00:00" }, {}, { updatedAt: null }],
    ["images", { images: "none" }, {}, { images: [] }],
    [
      "one image",
      { images: [{ url: 5 }, { url: "https://img.example/2.png" }] },
      {},
      { images: [{ url: "https://img.example/2.png", alt: null }] },
    ],
  ])(
    "is left out and reported if it cannot be read, and costs no other value: %s",
    async (_, changes, ofVariant, expected) => {
      const variants = [{ ...VARIANT, ...ofVariant }];
      const { product, leftOut } = await readProduct(JSON.stringify({ ...PRODUCT, ...changes, variants }));
      expect(product).toMatchObject({
        id: "1",
        name: "A thing",
        variants: [{ id: "2", price: { amount: "12.50" }, stock: 3 }],
        ...expected,
      });
      expect(leftOut).toHaveLength(1);
    },
  );

  it("is left out without a report if it is empty", async () => {
    const { product, leftOut } = await readVariant({ weight_grams: "", barcode: "", sku: null });
    expect(product.variants[0]).toMatchObject({ weightGrams: null, barcode: null, sku: null });
    expect(leftOut).toEqual([]);
  });
});

describe("the bytes of a reply", () => {
  const named = (name: string) => JSON.stringify({ ...PRODUCT, name });

  it.each([
    ["ISO-8859-1", "application/json; charset=ISO-8859-1", Buffer.from(named("grün"), "latin1")],
    [
      "windows-1252, quoted",
      'application/json; Charset="windows-1252"',
      Buffer.from(named("grün"), "latin1"),
    ],
    ["UTF-16", "application/json; charset=utf-16", Buffer.from(named("grün"), "utf16le")],
    ["UTF-8 without a charset", "application/json", Buffer.from(named("grün"))],
    ["UTF-8 with a byte order mark", "application/json", Buffer.from(`\uFEFF${named("grün")}`)],
    ["UTF-16 with a byte order mark", "application/json", Buffer.from(`\uFEFF${named("grün")}`, "utf16le")],
  ])("are read as %s", async (_, contentType, bytes) => {
    expect((await readProduct(bytes, { contentType })).product.name).toBe("grün");
  });

  it("are rejected if the charset is unknown", async () => {
    const failure = await failureOf(
      readProduct(named("grün"), { contentType: "application/json; charset=klingon" }),
    );
    expect(failure.code).toBe("unexpected-reply");
  });

  it("lead to a missing field if its text is not valid in their charset", async () => {
    const text = JSON.stringify({ ...PRODUCT, description: "grün", note: "grün" });
    const { product, leftOut } = await readProduct(Buffer.from(text, "latin1"));
    expect(product).toMatchObject({ name: "A thing", descriptionHtml: null });
    expect(leftOut).toEqual([{ path: "description", says: "is not valid text" }]);
  });

  it("lead to a rejected product if its name is not valid text", async () => {
    const failure = await failureOf(readProduct(Buffer.from(named("grün"), "latin1")));
    expect(failure.code).toBe("unexpected-reply");
  });

  it("are decoded in a page whose items are parsed later", async () => {
    const products = [PRODUCT, { ...PRODUCT, id: 3, name: "grün" }, { ...PRODUCT, id: 4, brand: "grün" }];
    const page = async (bytes: Buffer, contentType: string) => {
      const call = wholesaleClient(await openBytes(() => bytes, { contentType }));
      const input = { pageSize: 10, cursor: null };
      return call("listProducts", { input, credential: "rk_any", unread: true });
    };
    const bytes = Buffer.from(JSON.stringify({ products }), "latin1");
    const declared = await page(bytes, "application/json; charset=latin1");
    expect((await declared.read([0, 1, 2])).items.map(({ name }) => name)).toEqual([
      "A thing",
      "grün",
      "A thing",
    ]);
    const marked = await page(Buffer.from(`\uFEFF${JSON.stringify({ products })}`), "application/json");
    expect(marked.entries().map(({ id }) => id)).toEqual(["1", "3", "4"]);
    const undeclared = await (await page(bytes, "application/json")).read([0, 1, 2]);
    expect(undeclared).toMatchObject({
      items: [{ id: "1" }, { id: "4", brand: null }],
      skipped: [{ id: "3", misfits: [{ path: "products.1.name", says: "is not valid text" }] }],
      leftOut: [{ path: "products.2.brand", says: "is not valid text" }],
    });
  });

  it("may begin with a byte order mark when signing in", async () => {
    const call = wholesaleClient(await openBytes(() => `\uFEFF${JSON.stringify({ token: "a.b" })}`));
    const input = { email: "a@example.com", password: "secret" };
    expect(await call("logIn", { input })).toEqual({ token: "a.b" });
  });

  it("are decoded in an error reply", async () => {
    const body = Buffer.from(JSON.stringify({ message: "Menge ungültig" }), "latin1");
    const contentType = "application/json; charset=iso-8859-1";
    const call = wholesaleClient(await openBytes(() => body, { contentType, status: 400 }));
    const failure = await failureOf(
      call("getProduct" satisfies OperationName, {
        input: { id: "1" as SupplierProductId },
        credential: "rk_any",
      }),
    );
    expect(failure.explanation).toMatchObject({ sentence: "Menge ungültig" });
  });
});
