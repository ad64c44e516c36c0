import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProduct } from "../../shop/products/products.server.ts";
import { unlinkShopProduct } from "../../shop/products/link-product.server.ts";
import type { ItemOutcome, LinkRunItem } from "./link-run-store.server.ts";

/** A guess, since the links of its variants are deleted already. */
const VARIANTS_EXPECTED = 50;

/**
 * Removes the metafields that link a product to the supplier's, so that no later import mistakes it for
 * another product with the same id. Leaves the product itself alone.
 * @throws Failure if the shop gives no clear answer.
 */
export async function unlinkProduct(
  shop: ShopDomain,
  { shopProductId }: Pick<LinkRunItem, "shopProductId">,
): Promise<ItemOutcome> {
  if (shopProductId === null) return { kind: "gone" };
  const read = { locationId: null, expected: VARIANTS_EXPECTED };
  const product = await findProduct(shop, { id: shopProductId }, read);
  return product === null ? { kind: "gone" } : unlinkShopProduct(shop, product);
}
