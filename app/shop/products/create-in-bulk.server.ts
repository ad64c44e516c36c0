import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type BulkLine, findBulkMutation, runBulkMutation } from "../bulk/bulk-operations.server.ts";
import { failureFromErrors } from "../failures.ts";
import type { setProductMutation } from "../generated/admin.d.ts";
import { type NewProduct, planNew } from "./product-set.ts";
import { readAnswer, SET_PRODUCT, type SetOutcome, toVariables } from "./set-product.server.ts";

/** Returns true if one request creates the product, as a bulk operation requires. */
export function fitsInBulk(product: NewProduct): boolean {
  const { later, images } = planNew(product);
  return later.length === 0 && images === null;
}

/**
 * Starts a bulk operation that creates products as `createProduct` does. The result's lines are numbered in
 * the order of `products`. Does not start an operation again that was started with the same reference.
 * @throws Failure as `runBulkMutation`.
 */
export function createInBulk(
  shop: ShopDomain,
  { products, reference }: { products: AsyncIterable<NewProduct>; reference: string },
): Promise<{ id: string }> {
  return runBulkMutation(shop, { mutation: SET_PRODUCT, lines: linesOf(products), reference });
}

/** Returns the operation that `createInBulk` started with a reference; null if there is none. */
export function findCreation(shop: ShopDomain, reference: string): Promise<{ id: string } | null> {
  return findBulkMutation(shop, { mutation: SET_PRODUCT, reference });
}

async function* linesOf(products: AsyncIterable<NewProduct>) {
  for await (const product of products) {
    const { first, returned } = planNew(product);
    yield toVariables(first, { id: null, withPlaces: true, returned });
  }
}

/**
 * Parses a line of the result.
 * @throws Failure as `createProduct` if Shopify gave no clear answer for this line.
 */
export function readCreation({ data, errors }: BulkLine): SetOutcome {
  const { productSet } = (data ?? {}) as Partial<setProductMutation>;
  if (!productSet) throw failureFromErrors(Array.isArray(errors) ? errors : [], true);
  const answer = readAnswer(productSet);
  return answer.kind === "set" ? { ...answer, variantImages: "set" } : answer;
}
