import { expect, it } from "vitest";

import { variantName } from "../../../app/catalog/links/variant-name.ts";

it.each([
  [{ sku: "S1", options: { "A longer option": "blue", Size: "M" } }, ["Size", "A longer option"], "M / blue"],
  [{ sku: "S1", options: { Size: "M", Extra: "bow" } }, ["Size"], "M / bow"],
  [{ sku: "S1", options: {} }, [], "S1"],
  [{ sku: null, options: null }, ["Size"], null],
])(
  "names a variant by its options in order, or by its SKU if it has no options: %j",
  (variant, names, name) => {
    expect(variantName(variant, names)).toBe(name);
  },
);
