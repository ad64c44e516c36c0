import { describe, expect, it } from "vitest";

import { wholesaleClient } from "../../app/wholesale/client.server.ts";
import type { ContractModule } from "../../app/wholesale/operation.ts";
import type { Product, UnreadPage } from "../../app/wholesale/resources.ts";
import * as ours from "../../app/wholesale/contract.ts";
import { ReplyMisfit } from "../../app/wholesale/failures.ts";
import * as other from "../contracts/other.ts";
import { openForeign } from "../scripts/wholesale-check/checking.ts";
import { otherArticle } from "./other-article.ts";

const product = (id: unknown, changes: object = {}) => ({
  id,
  name: "A thing",
  ...changes,
  variants: [{ id, price: { amount: "1.00", currency: "EUR" }, stock: 1 }],
});

/** Returns the unparsed page of this reply. */
async function open(
  reply: object,
  { contract = ours, cursor = null }: { contract?: ContractModule; cursor?: string | null } = {},
): Promise<UnreadPage<Product>> {
  const call = wholesaleClient(await openForeign(() => reply), { contract });
  return call("listProducts", { input: { pageSize: 10, cursor }, credential: "rk_any", unread: true });
}

const hashesOf = (page: UnreadPage<Product>) => page.entries().map(({ hash }) => hash());

describe("a page of items that are parsed on demand", () => {
  it("has its cursor and the ids of its items", async () => {
    const page = await open({ products: [product(1), product("b"), product({}), null], next_cursor: "more" });
    expect(page).toMatchObject({ size: 4, nextCursor: "more" });
    expect(page.entries().map(({ id }) => id)).toEqual(["1", "b", null, null]);
  });

  it("has the hash of each item, which is equal on any page and differs once the item changes", async () => {
    const one = await open({ products: [product(1), product(2)], next_cursor: "more" });
    const two = await open({ products: [product(2), product(1, { name: "Other" })], next_cursor: "else" });
    const [first, second] = hashesOf(one);
    const [same, changed] = hashesOf(two);
    expect(same).toBe(second);
    expect(changed).not.toBe(first);
    expect(one.hash()).not.toBe(two.hash());
    expect((await open({ products: [product(1), product(2)], next_cursor: "more" })).hash()).toBe(one.hash());
  });

  it("parses chosen items only, and names those that do not fit by their position in the whole list", async () => {
    const page = await open({ products: [product(1), product(2), product(3, { name: 5 })] });
    const { items, skipped } = await page.read([1, 2]);
    expect(items.map(({ id }) => id)).toEqual(["2"]);
    expect(skipped).toMatchObject([{ id: "3", misfits: [{ path: "products.2.name" }] }]);
    expect(await page.read([])).toMatchObject({ items: [], skipped: [] });
  });

  it("lets other work run while many items are parsed", async () => {
    const page = await open({ products: Array.from({ length: 400 }, (_, id) => product(id)) });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const { items } = await page.read(page.entries().map((_, position) => position));
    clearInterval(timer);
    expect(items).toHaveLength(400);
    expect(turns).toBeGreaterThan(0);
  });

  it("names each item that does not fit by its position, in every batch of items", async () => {
    const odd = [0, 49, 50, 51, 199];
    const products = Array.from({ length: 200 }, (_, id) => product(id, odd.includes(id) ? { name: 5 } : {}));
    const page = await open({ products });
    const { items, skipped } = await page.read(products.map((_, position) => position));
    expect(items).toHaveLength(195);
    expect(skipped.map(({ misfits: [misfit] }) => misfit?.path)).toEqual(
      odd.map((index) => `products.${String(index)}.name`),
    );
  });

  it("fits the contract even if its only chosen item does not", async () => {
    const page = await open({ products: [product(1), product(2, { name: 5 })] });
    expect(await page.read([1])).toMatchObject({ items: [], skipped: [{ id: "2" }] });
  });

  it("does not fit the contract if it is the first page and none of its items fits", async () => {
    const reply = { products: [product(1, { name: 5 })] };
    const page = await open(reply);
    await expect(page.read([0])).rejects.toThrow(ReplyMisfit);
    expect(await (await open(reply, { cursor: "2" })).read([0])).toMatchObject({ skipped: [{ id: "1" }] });
  });

  it.each([{ articles: [] }, { products: { 0: 1 } }, { products: [product(1)], next_cursor: {} }])(
    "does not fit if it is %o",
    async (reply) => {
      await expect(open(reply)).rejects.toThrow(ReplyMisfit);
    },
  );
});

it("a page's item counts as changed if the currency beside the list changes, but not if the cursor does", async () => {
  const hashWith = async (meta: object) => {
    const reply = { data: [otherArticle()], meta: { currency: "EUR", page: 1, more: false, ...meta } };
    return hashesOf(await open(reply, { contract: other }))[0];
  };
  expect(await hashWith({ page: 7, more: true })).toBe(await hashWith({}));
  expect(await hashWith({ currency: "USD" })).not.toBe(await hashWith({}));
});
