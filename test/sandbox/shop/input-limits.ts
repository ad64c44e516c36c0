import { inputTooLong } from "./admin-errors.ts";

/** Throws when a list in the arguments of a root field is longer than Shopify takes. */
export function refuseLongLists(fieldName: string, args: Record<string, unknown>): void {
  walk(args, [fieldName]);
}

/** shopify.dev: GraphQL Admin API, limits: input arrays hold at most 250 items. */
const LIMIT = 250;

/** `productSet` takes as many variants as a product may have (shopify.dev: Product model, limits). */
const LONGER: Record<string, number> = {
  "productSet.input.variants": 2048,
  "productSet.input.productOptions.values": 2048,
};

/** The path names fields only: Shopify leaves list positions out of it. */
function walk(value: unknown, path: string[]): void {
  if (Array.isArray(value)) {
    const limit = LONGER[path.join(".")] ?? LIMIT;
    if (value.length > limit) throw inputTooLong(path, value.length, limit);
    for (const item of value) walk(item, path);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
  }
}
