import type { ShopDomain } from "../../lib/shop-domain.ts";
import { unlinkShopProduct } from "../../shop/unlink-product.server.ts";
import { findProduct } from "../../shop/products.server.ts";
import type { ItemOutcome, LinkRunItem } from "./link-run-store.server.ts";

/** Our own rows of its variants have gone already, so how many there are is not known. */
const VARIANTS_EXPECTED = 50;

/**
 * Has the shop forget which of the supplier's products this is, so that no later import takes it for one of the same
 * id. The product itself stays as it is.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function unlinkProduct(shop: ShopDomain, { shopProductId }: LinkRunItem): Promise<ItemOutcome> {
  const product =
    shopProductId === null ? null : await findProduct(shop, { id: shopProductId }, VARIANTS_EXPECTED);
  return product === null ? { kind: "gone" } : unlinkShopProduct(shop, product);
}
