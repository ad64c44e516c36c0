import { describe, expect, it } from "vitest";

import {
  decideMatch,
  type Evidence,
  isOffered,
  type Pair,
} from "../../../app/catalog/matching/decide-match.ts";

/** "a-1 = p/1 by sku": the supplier's variant, the shop's product and variant, and what they have in common. */
function pairs(...lines: string[]): Pair[] {
  return lines.map((line) => {
    const [, supplierVariantId = "", shopProductId = "", variant = "", by = "", shared] =
      /^(\S+) = (\w+)\/(\w+) by ([\w, -]+?)( shared)?$/.exec(line) ?? [];
    return {
      supplierVariantId,
      shopProductId,
      shopVariantId: `${shopProductId}/${variant}`,
      by: by.split(", ") as Evidence[],
      shared: shared !== undefined,
    };
  });
}

const clearOf = (...lines: string[]) =>
  decideMatch(pairs(...lines)).clear?.links.map(
    (link) => `${link.supplierVariantId} = ${link.shopVariantId}`,
  ) ?? null;

describe("an automatic match", () => {
  it.each<[name: string, lines: string[], clear: string[] | null]>([
    ["links one variant of one product by its SKU", ["a-1 = p/1 by sku"], ["a-1 = p/1"]],
    ["links by barcode", ["a-1 = p/1 by barcode"], ["a-1 = p/1"]],
    ["links by a SKU that differs only in spelling", ["a-1 = p/1 by sku-folded"], ["a-1 = p/1"]],
    [
      "links each variant by its own SKU or barcode",
      ["a-1 = p/1 by sku", "a-2 = p/2 by barcode"],
      ["a-1 = p/1", "a-2 = p/2"],
    ],
    [
      "prefers a SKU to an equal title of another product",
      ["a-1 = p/1 by sku", "a-1 = q/1 by title"],
      ["a-1 = p/1"],
    ],
    [
      "leaves out a variant that matches only by title",
      ["a-1 = p/1 by sku", "a-2 = p/2 by title"],
      ["a-1 = p/1"],
    ],
    ["is not made only because the titles are equal", ["a-1 = p/1 by title"], null],
    ["is not made if two products have the SKU", ["a-1 = p/1 by sku", "a-1 = q/1 by sku"], null],
    ["is not made if two variants have the SKU", ["a-1 = p/1 by sku", "a-1 = p/2 by sku"], null],
    [
      "is not made if two of the supplier's variants have the SKU",
      ["a-1 = p/1 by sku", "a-2 = p/1 by sku"],
      null,
    ],
    ["is not made if SKU and barcode disagree", ["a-1 = p/1 by sku", "a-1 = p/2 by barcode"], null],
    ["is not made if another of the supplier's products shares the SKU", ["a-1 = p/1 by sku shared"], null],
    ["is not made if nothing matches", [], null],
  ])("%s", (_name, lines, clear) => {
    expect(clearOf(...lines)).toEqual(clear);
  });
});

describe("candidates for a match", () => {
  it("list the most likely product first, and pair each variant once", () => {
    const { candidates } = decideMatch(
      pairs("a-1 = q/1 by title", "a-1 = p/1 by sku", "a-2 = p/2 by sku", "a-2 = p/3 by sku, barcode"),
    );
    expect(candidates.map(({ shopProductId }) => shopProductId)).toEqual(["p", "q"]);
    expect(candidates[0]?.links).toEqual([
      { supplierVariantId: "a-1", shopVariantId: "p/1" },
      { supplierVariantId: "a-2", shopVariantId: "p/3" },
    ]);
  });

  it("leave a variant with two equally likely partners to the merchant", () => {
    const [candidate] = decideMatch(
      pairs("a-1 = p/1 by sku", "a-1 = p/2 by sku", "a-2 = p/3 by sku"),
    ).candidates;
    expect(candidate?.links).toEqual([{ supplierVariantId: "a-2", shopVariantId: "p/3" }]);
    expect(candidate?.variants[0]?.pairs.map(({ shopVariantId }) => shopVariantId)).toEqual(["p/1", "p/2"]);
  });
});

describe("a merchant's choice of a match", () => {
  const offered = pairs("a-1 = p/1 by sku", "a-2 = p/1 by sku", "a-2 = p/2 by title", "a-1 = q/1 by title");
  const choose = (shopProductId: string, ...links: [string, string][]) =>
    isOffered(offered, {
      shopProductId,
      links: links.map(([supplierVariantId, shopVariantId]) => ({ supplierVariantId, shopVariantId })),
    });

  it("is valid only if it was offered, is about one product, and uses no variant twice", () => {
    expect(choose("p", ["a-1", "p/1"], ["a-2", "p/2"])).toBe(true);
    expect(choose("p", ["a-1", "p/1"], ["a-2", "p/1"])).toBe(false);
    expect(choose("p", ["a-1", "q/1"])).toBe(false);
    expect(choose("p", ["a-1", "p/2"])).toBe(false);
    expect(choose("p")).toBe(false);
  });
});
