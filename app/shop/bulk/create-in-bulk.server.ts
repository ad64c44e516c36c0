import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type BulkLine, findBulkMutation, runBulkMutation } from "./bulk-operations.server.ts";
import { failureFromErrors } from "../failures.ts";
import type { setProductMutation } from "../generated/admin.d.ts";
import { type NewProduct, planNew } from "../product-set.ts";
import { readAnswer, SET_PRODUCT, type SetOutcome, toVariables } from "../set-product.server.ts";

/** Whether a product takes a single request, so that a bulk operation can create it. */
export function fitsInBulk(product: NewProduct): boolean {
  const { later, images } = planNew(product);
  return later.length === 0 && images === null;
}

/**
 * Has Shopify create products beside the limit of points, as `createProduct` does one by one; a result's lines are numbered
 * as they are here. What was begun with the same reference is not begun again.
 *
 * @throws Failure as `runBulkMutation`.
 */
export function createInBulk(
  shop: ShopDomain,
  { products, reference }: { products: AsyncIterable<NewProduct>; reference: string },
): Promise<{ id: string }> {
  return runBulkMutation(shop, { mutation: SET_PRODUCT, lines: linesOf(products), reference });
}

/** The operation that `createInBulk` has begun with a reference; null when there is none. */
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
 * What a line of the result says.
 *
 * @throws Failure as `createProduct` where Shopify carried it out without a clear answer.
 */
export function readCreation({ data, errors }: BulkLine): SetOutcome {
  const { productSet } = (data ?? {}) as Partial<setProductMutation>;
  if (!productSet) throw failureFromErrors(Array.isArray(errors) ? errors : [], true);
  const answer = readAnswer(productSet);
  return answer.kind === "set" ? { ...answer, variantImages: "set" } : answer;
}
