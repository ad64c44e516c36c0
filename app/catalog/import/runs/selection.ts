import { z } from "zod";

import { parseProductFilter, productParameters, type ProductFilter } from "../../search/product-filter.ts";

/** The merchant's selection: products by id, some variants of one product, or all results of a filter. */
export type Selection =
  | { kind: "products"; ids: string[] }
  | { kind: "variants"; id: string; variants: string[] }
  | { kind: "filter"; filter: ProductFilter };

const MAX_IDS = 250;
const id = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes("\0") && text.isWellFormed());
const ids = z.array(id).min(1).max(MAX_IDS);
const variants = z.array(id).min(1).max(2048);

/** Returns the URL of the page that imports products, or all results of a filter. */
export function importAddress(selected: string[] | ProductFilter): `/app/${string}` {
  return `/app/catalog/import?${paramsOf(selected)}`;
}

/** Returns the URL of the page that sets the prices of products, or of all results of a filter. */
export function pricesAddress(selected: string[] | ProductFilter): `/app/${string}` {
  return `/app/catalog/prices?${paramsOf(selected)}`;
}

function paramsOf(selected: string[] | ProductFilter): string {
  return Array.isArray(selected)
    ? new URLSearchParams(selected.map((each) => ["ids", each])).toString()
    : `all=1&${productParameters(selected).toString()}`;
}

/** Parses a URL's selection; null if the URL has none or an invalid one. */
export function readSelection(params: URLSearchParams): Selection | null {
  if (params.get("all") === "1") return { kind: "filter", filter: parseProductFilter(params).filter };
  const chosen = ids.safeParse(params.getAll("ids"));
  if (!chosen.success) return null;
  const [only, ...others] = [...new Set(chosen.data)];
  const some = variants.safeParse(params.getAll("variants"));
  if (only !== undefined && others.length === 0 && some.success)
    return { kind: "variants", id: only, variants: [...new Set(some.data)] };
  return { kind: "products", ids: [...new Set(chosen.data)] };
}

/** Returns the products' ids; null for a filter. */
export function idsOf(selection: Selection): string[] | null {
  if (selection.kind === "filter") return null;
  return selection.kind === "products" ? selection.ids : [selection.id];
}
