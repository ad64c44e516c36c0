import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { withBulkFile } from "../../../app/shop/bulk/upload-lines.server.ts";
import {
  type BulkOperation,
  cancelBulkOperation,
  readBulkOperation,
  runBulkMutation,
  runBulkQuery,
} from "../../../app/shop/bulk/bulk-operations.server.ts";
import { type BulkLine, readBulkResult, readLines } from "../../../app/shop/bulk/read-bulk-result.server.ts";
import type { AdminOperations } from "../../../app/shop/generated/admin.d.ts";
import { holdOperations } from "../../sandbox/shop/bulk/operation.ts";
import { installedShop, simulated } from "../../support/installed-shop.ts";
import { shopify } from "../../support/world.ts";

/** Operations like those of the import, checked against the schema. */
const SET = `#graphql
      mutation setProduct(
        $identifier: ProductSetIdentifiers
        $input: ProductSetInput!
        $returned: Int!
        $withVariants: Boolean!
        $withPlaces: Boolean!
      ) {
        productSet(identifier: $identifier, input: $input, synchronous: true) {
          product {
            id
            variants(first: $returned) @include(if: $withVariants) {
              nodes {
                id
                sku
                title
                price
                compareAtPrice
                inventoryItem {
                  id
                  unitCost { amount }
                  locationsCount @include(if: $withPlaces) { count }
                }
              }
            }
          }
          userErrors { message }
        }
      }
    ` satisfies keyof AdminOperations;
const ALL =
  `{ products { edges { node { id title variants { edges { node { id } } } } } } }` as keyof AdminOperations;

type Line = AdminOperations[typeof SET]["variables"];

function line(handle: string, title = handle): Line {
  return {
    identifier: { handle },
    input: { handle, title },
    returned: 1,
    withVariants: false,
    withPlaces: false,
  };
}

async function* lines(...handles: string[]): AsyncGenerator<Line> {
  for (const handle of handles) yield await Promise.resolve(line(handle));
}

async function ended(shop: ShopDomain, id: string): Promise<BulkOperation> {
  let read = await readBulkOperation(shop, id);
  while (read.kind === "running") read = await readBulkOperation(shop, id);
  return read;
}

async function resultOf(shop: ShopDomain, operation: BulkOperation): Promise<BulkLine[]> {
  if (!("url" in operation) || operation.url === null) return [];
  const found: BulkLine[] = [];
  for await (const each of readBulkResult(shop, operation.url)) found.push(each);
  return found;
}

function titlesIn(shop: ShopDomain): string[] {
  return [...simulated(shop).catalog.products.values()].map(({ title }) => title).sort();
}

describe("a bulk mutation", () => {
  it("uploads its lines, runs the mutation for each, and returns one result per line", async () => {
    const shop = await installedShop();
    const { id } = await runBulkMutation(shop, { mutation: SET, lines: lines("a", "b", "c") });
    const operation = await ended(shop, id);
    expect(operation).toMatchObject({ kind: "completed", objects: 3 });
    const result = await resultOf(shop, operation);
    expect(result.map((each) => each.line).sort()).toEqual([0, 1, 2]);
    expect(result[0]).toMatchObject({
      data: {
        productSet: { product: { id: expect.stringContaining("gid://shopify/Product/") }, userErrors: [] },
      },
    });
    expect(titlesIn(shop)).toEqual(["a", "b", "c"]);
  });

  it("leaves no temporary file behind", async () => {
    // Other processes have files in the system's own folder. A socket's path must be short.
    const folder = await mkdtemp(path.join(tmpdir(), "b-"));
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    });
    const shop = await installedShop();
    await runBulkMutation(shop, { mutation: SET, lines: lines("a") });
    await expect(runBulkMutation(shop, { mutation: SET, lines: [] })).rejects.toThrow("needs a line");
    expect(await readdir(folder)).toEqual([]);
  });

  it("is found by its reference after a lost reply, and not started a second time", async () => {
    const shop = await installedShop();
    shopify.setFault("bulkOperationRunMutation", "reset-after-commit");
    const given = { mutation: SET, lines: lines("a"), reference: "run-7/1" } as const;
    const { id } = await runBulkMutation(shop, given);
    expect(await ended(shop, id)).toMatchObject({ kind: "completed" });
    expect(await runBulkMutation(shop, { ...given, lines: lines("b") })).toEqual({ id });
    expect(simulated(shop).bulk.operations).toHaveLength(1);
    expect(titlesIn(shop)).toEqual(["a"]);
  });

  it("is rejected with a time to wait while five other bulk operations run", async () => {
    const shop = await installedShop();
    const release = holdOperations(simulated(shop));
    for (let n = 0; n < 5; n += 1) await runBulkMutation(shop, { mutation: SET, lines: lines(String(n)) });
    await expect(runBulkMutation(shop, { mutation: SET, lines: lines("6") })).rejects.toMatchObject({
      code: "rate-limited",
      retryAfterSeconds: 60,
    });
    release();
  });

  it("reports the reason if Shopify rejects it", async () => {
    const shop = await installedShop();
    const odd = "mutation { nothing }" as keyof AdminOperations;
    await expect(runBulkMutation(shop, { mutation: odd, lines: [{}] })).rejects.toMatchObject({
      code: "rejected",
      explanation: { code: "failure.shop.user-errors" },
    });
  });

  it("changes nothing in the shop if its upload fails", async () => {
    const shop = await installedShop();
    simulated(shop).bulk.refusesUploads = true;
    await expect(runBulkMutation(shop, { mutation: SET, lines: lines("a") })).rejects.toMatchObject({
      code: "unreachable",
    });
    expect(simulated(shop).bulk.operations).toEqual([]);
  });

  it("keeps the results of its finished lines if it fails, and can be canceled", async () => {
    const shop = await installedShop();
    const release = holdOperations(simulated(shop));
    const held = await runBulkMutation(shop, { mutation: SET, lines: lines("a") });
    expect(await readBulkOperation(shop, held.id)).toEqual({ kind: "running", done: 0 });
    await cancelBulkOperation(shop, held.id);
    expect(await ended(shop, held.id)).toMatchObject({ kind: "canceled", url: null });
    await cancelBulkOperation(shop, held.id);
    release();

    simulated(shop).bulk.failing = { after: 2, errorCode: "TIMEOUT" };
    const { id } = await runBulkMutation(shop, { mutation: SET, lines: lines("b", "c", "d") });
    const failed = await ended(shop, id);
    expect(failed).toMatchObject({ kind: "failed", code: "TIMEOUT" });
    expect((await resultOf(shop, failed)).map((each) => each.line).sort()).toEqual([0, 1]);
  });
});

describe("a bulk query", () => {
  it("returns all objects", async () => {
    const shop = await installedShop();
    await ended(shop, (await runBulkMutation(shop, { mutation: SET, lines: lines("a", "b") })).id);
    const operation = await ended(shop, (await runBulkQuery(shop, ALL)).id);
    expect(operation).toMatchObject({ kind: "completed", objects: 4 });
    const result = await resultOf(shop, operation);
    expect(result.filter(({ __parentId }) => __parentId === undefined)).toHaveLength(2);
  });

  it("has no result if it finds nothing", async () => {
    const shop = await installedShop();
    expect(await ended(shop, (await runBulkQuery(shop, ALL)).id)).toEqual({
      kind: "completed",
      objects: 0,
      url: null,
    });
  });

  it("counts as expired if Shopify does not know it", async () => {
    expect(await readBulkOperation(await installedShop(), "gid://shopify/BulkOperation/1")).toEqual({
      kind: "expired",
    });
  });
});

describe("the result of a bulk operation", () => {
  async function resultUrl(shop: ShopDomain): Promise<string> {
    const operation = await ended(
      shop,
      (await runBulkMutation(shop, { mutation: SET, lines: lines("a", "b") })).id,
    );
    if (operation.kind !== "completed" || operation.url === null) throw new Error("It has no result.");
    return operation.url;
  }

  async function read(shop: ShopDomain, url: string): Promise<number> {
    let count = 0;
    for await (const each of readBulkResult(shop, url)) count += each.line === undefined ? 0 : 1;
    return count;
  }

  it("cannot be read after its address has expired", async () => {
    const shop = await installedShop();
    const url = await resultUrl(shop);
    const [operation] = simulated(shop).bulk.operations;
    if (operation?.output) operation.output.expiresAt = new Date(0);
    await expect(read(shop, url)).rejects.toMatchObject({ code: "rejected", status: 400 });
  });

  it("is unreachable if it breaks off, and an unexpected reply if it is not JSONL", async () => {
    const shop = await installedShop();
    const url = await resultUrl(shop);
    const [operation] = simulated(shop).bulk.operations;
    const output = operation?.output;
    if (!output) throw new Error("It has no result.");
    output.cutOff = true;
    await expect(read(shop, url)).rejects.toMatchObject({ code: "unreachable" });
    output.cutOff = false;
    output.bytes = Buffer.from("<html>");
    await expect(read(shop, url)).rejects.toMatchObject({ code: "unexpected-reply" });
  });

  it("is closed if its reader stops early", async () => {
    const shop = await installedShop();
    for await (const each of readBulkResult(shop, await resultUrl(shop))) {
      expect(each.line).toBeDefined();
      break;
    }
  });
});

describe("readLines and withBulkFile", () => {
  it("keep lines intact, wherever chunks end", async () => {
    const text = Buffer.from('{"a":"ä😀"}\n\n{"b":2}\r\n{"c":3}');
    for (let size = 1; size <= text.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
        text.subarray(n * size, (n + 1) * size),
      );
      const found: string[] = [];
      for await (const each of readLines(streamOf(pieces))) found.push(each);
      expect(found).toEqual(['{"a":"ä😀"}', '{"b":2}', '{"c":3}']);
    }
  });

  it("fail on a line that is too long", async () => {
    const endless = streamOf(Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024, "x")));
    await expect(readLines(endless).next()).rejects.toThrow("longer than");
  });

  it("leave out lines beyond the file's maximum size", async () => {
    const text = await withBulkFile([{ n: 1 }, { n: 2 }, { n: 30 }, { n: 4 }], (file) => file.text(), 17);
    expect(text).toBe('{"n":1}\n{"n":2}\n');
  });

  async function* streamOf(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield await Promise.resolve(piece);
  }
});
