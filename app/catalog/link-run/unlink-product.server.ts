import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProduct } from "../../shop/products.server.ts";
import { unlinkShopProduct } from "../../shop/link-product.server.ts";
import type { ItemOutcome, LinkRunItem } from "./link-run-store.server.ts";

/** The links of its variants are deleted already, so their number is not known. */
const VARIANTS_EXPECTED = 50;

/**
 * Removes the mark in the shop that says which of the supplier's products this is, so that no later import mistakes it
 * for another one with the same id. The product itself stays as it is.
 *
 * @throws Failure when the shop gives no clear answer.
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
