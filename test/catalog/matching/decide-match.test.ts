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

describe("a match that nobody has to choose", () => {
  it.each<[name: string, lines: string[], clear: string[] | null]>([
    ["one product, one variant, by its SKU", ["a-1 = p/1 by sku"], ["a-1 = p/1"]],
    ["by its barcode", ["a-1 = p/1 by barcode"], ["a-1 = p/1"]],
    ["by a SKU in other letters", ["a-1 = p/1 by sku-folded"], ["a-1 = p/1"]],
    ["each variant by its own", ["a-1 = p/1 by sku", "a-2 = p/2 by barcode"], ["a-1 = p/1", "a-2 = p/2"]],
    ["the same title elsewhere says less", ["a-1 = p/1 by sku", "a-1 = q/1 by title"], ["a-1 = p/1"]],
    ["a variant by its title only is left out", ["a-1 = p/1 by sku", "a-2 = p/2 by title"], ["a-1 = p/1"]],
    ["not by the title alone", ["a-1 = p/1 by title"], null],
    ["not where two products have the SKU", ["a-1 = p/1 by sku", "a-1 = q/1 by sku"], null],
    ["not where two variants have the SKU", ["a-1 = p/1 by sku", "a-1 = p/2 by sku"], null],
    ["not where two of the supplier's have it", ["a-1 = p/1 by sku", "a-2 = p/1 by sku"], null],
    ["not where SKU and barcode disagree", ["a-1 = p/1 by sku", "a-1 = p/2 by barcode"], null],
    ["not where the product may be another of the supplier's", ["a-1 = p/1 by sku shared"], null],
    ["not without anything in common", [], null],
  ])("%s", (_name, lines, clear) => {
    expect(clearOf(...lines)).toEqual(clear);
  });
});

describe("candidates", () => {
  it("come with the likeliest first, and each variant of one to one of the other", () => {
    const { candidates } = decideMatch(
      pairs("a-1 = q/1 by title", "a-1 = p/1 by sku", "a-2 = p/2 by sku", "a-2 = p/3 by sku, barcode"),
    );
    expect(candidates.map(({ shopProductId }) => shopProductId)).toEqual(["p", "q"]);
    expect(candidates[0]?.links).toEqual([
      { supplierVariantId: "a-1", shopVariantId: "p/1" },
      { supplierVariantId: "a-2", shopVariantId: "p/3" },
    ]);
  });

  it("leave to the merchant what is equally likely", () => {
    const [candidate] = decideMatch(
      pairs("a-1 = p/1 by sku", "a-1 = p/2 by sku", "a-2 = p/3 by sku"),
    ).candidates;
    expect(candidate?.links).toEqual([{ supplierVariantId: "a-2", shopVariantId: "p/3" }]);
    expect(candidate?.variants[0]?.pairs.map(({ shopVariantId }) => shopVariantId)).toEqual(["p/1", "p/2"]);
  });
});

describe("a choice", () => {
  const offered = pairs("a-1 = p/1 by sku", "a-2 = p/1 by sku", "a-2 = p/2 by title", "a-1 = q/1 by title");
  const choose = (shopProductId: string, ...links: [string, string][]) =>
    isOffered(offered, {
      shopProductId,
      links: links.map(([supplierVariantId, shopVariantId]) => ({ supplierVariantId, shopVariantId })),
    });

  it("is one of what was offered, of one product, no variant twice", () => {
    expect(choose("p", ["a-1", "p/1"], ["a-2", "p/2"])).toBe(true);
    expect(choose("p", ["a-1", "p/1"], ["a-2", "p/1"])).toBe(false);
    expect(choose("p", ["a-1", "q/1"])).toBe(false);
    expect(choose("p", ["a-1", "p/2"])).toBe(false);
    expect(choose("p")).toBe(false);
  });
});
