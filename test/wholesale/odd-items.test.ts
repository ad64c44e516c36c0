import { describe, expect, it } from "vitest";
import { z } from "zod";

import { Failure } from "../../app/lib/failure.ts";
import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import * as ours from "../../app/wholesale/contract.ts";
import { ReplyMisfit } from "../../app/wholesale/failures.ts";
import { fingerprint } from "../../app/wholesale/write-gate.ts";
import type { ContractModule, OneRequest } from "../../app/wholesale/operation.ts";
import * as other from "../contracts/other.ts";
import { openForeign } from "../scripts/wholesale-check/checking.ts";
import { otherArticle } from "./other-article.ts";

const product = (id: unknown, changes: object = {}) => ({
  id,
  name: "A thing",
  variants: [{ id, price: { amount: "1.00", currency: "EUR" }, stock: 1 }],
  ...changes,
});
const order = (id: unknown, changes: object = {}) => ({
  id,
  reference: "SB-1-1",
  status: "received",
  lines: [],
  ...changes,
});

/** Returns the result of a call that the supplier answers with this page. */
async function read(reply: object, { cursor = null as string | null } = {}) {
  const call = wholesaleClient(await openForeign(() => reply));
  const input = { pageSize: 10, cursor };
  return call("listProducts", { input, credential: "rk_any" });
}

async function failureOf(attempt: Promise<unknown>): Promise<Failure> {
  const error: unknown = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

describe("a list item that does not fit the contract", () => {
  it("is skipped and named by its id and by each path that does not fit, without values", async () => {
    const products = [product(1), product(2, { name: 5, variants: [{ price: "secret" }] }), product("c")];
    const page = await read({ products, next_cursor: "more" });
    expect(page.items.map(({ id }) => id)).toEqual(["1", "c"]);
    expect(page.nextCursor).toBe("more");
    expect(page.skipped).toEqual([
      {
        id: "2",
        misfits: [
          {
            path: "products.1.name",
            says: "does not fit: invalid input: expected string, received number",
          },
          { path: "products.1.variants.0.id", says: "is missing" },
        ],
      },
    ]);
    expect(JSON.stringify(page)).not.toContain("secret");
  });

  it.each([
    ["no id", product(undefined)],
    ["an id that lost its last digits", product(2 ** 60)],
    ["an empty id", product("")],
    ["nothing in it", null],
    ["a word in its place", "product"],
  ])("is named by its position if it has %s", async (_, item) => {
    const page = await read({ products: [product(1), item] });
    expect(page.items).toHaveLength(1);
    expect(page.skipped).toHaveLength(1);
    expect(page.skipped[0]?.id).toBeNull();
    expect(page.skipped[0]?.misfits[0]?.path).toMatch(/^products\.1\b/);
  });

  it("does not hide the other orders of its list", async () => {
    const orders = [order(1, { status: "on hold" }), order(2)];
    const call = wholesaleClient(await openForeign(() => ({ orders })));
    const page = await call("findOrders", { input: { updatedSince: new Date(0) }, credential: "rk_any" });
    expect(page.items.map(({ id }) => id)).toEqual(["2"]);
    expect(page.skipped).toMatchObject([{ id: "1", misfits: [{ path: "orders.0.status" }] }]);
  });

  it("is skipped and named by its id, even if the contract has the id in another field", async () => {
    const data = [otherArticle(), otherArticle({ articleNo: 2, state: "resting" })];
    const reply = { data, meta: { currency: "EUR", page: 1, more: false } };
    const call = wholesaleClient(await openForeign(() => reply), { contract: other });
    const page = await call("listProducts", { input: { pageSize: 10, cursor: null }, credential: "rk_any" });
    expect(page.items.map(({ id }) => id)).toEqual(["1"]);
    expect(page.skipped).toMatchObject([{ id: "2", misfits: [{ path: "data.1.state" }] }]);
  });
});

describe("a list with items that do not fit the contract", () => {
  it("does not fit if none of its items fits", async () => {
    const failure = await failureOf(read({ products: [product(1, { name: 5 }), product(2, { name: 6 })] }));
    expect(failure.code).toBe("unexpected-reply");
    expect(failure instanceof ReplyMisfit && failure.misfits.map(({ path }) => path)).toEqual([
      "products.0.name",
      "products.1.name",
    ]);
  });

  it("fits on a later page even if none of that page's items fits", async () => {
    const page = await read({ products: [product(1, { name: 5 })] }, { cursor: "2" });
    expect(page).toMatchObject({ items: [], skipped: [{ id: "1" }], nextCursor: null });
  });

  it("fits if it is empty", async () => {
    expect(await read({ products: [] })).toEqual({ items: [], skipped: [], nextCursor: null });
  });

  it.each([
    ["its cursor does not fit", { products: [product(1), product(2, { name: 5 })], next_cursor: {} }],
    ["it stands under another name", { articles: [product(1)] }],
    ["it is no list", { products: { 0: product(1) } }],
  ])("does not fit if %s", async (_, reply) => {
    expect((await failureOf(read(reply))).code).toBe("unexpected-reply");
  });
});

describe.each<[string, ContractModule]>([
  ["our own", ours],
  ["the other", other],
])("the %s contract", (_, module) => {
  const { contract } = module;
  it("names the field in which each page has its list", () => {
    for (const name of ["listProducts", "findOrders"] as const) {
      const { list, reply } = contract[name] as OneRequest;
      const { shape } = reply as z.ZodObject;
      expect(Object.keys(shape)).toContain(list?.at);
    }
  });

  it("has another fingerprint if the shape of a listed product changes", async () => {
    const row = contract.listProducts as OneRequest;
    const { shape } = row.reply as z.ZodObject;
    const at = row.list?.at ?? "";
    const list = z.array(z.object({ id: z.string() }));
    const changed = { ...row, reply: z.object({ ...shape, [at]: list }) } as typeof contract.listProducts;
    expect(await fingerprint({ ...module, contract: { ...contract, listProducts: changed } })).not.toBe(
      await fingerprint(module),
    );
  });
});
