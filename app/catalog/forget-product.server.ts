import type { ShopDomain } from "../lib/shop-domain.ts";
import { forgetSupplier } from "../shop/forget-supplier.server.ts";
import { findProduct } from "../shop/products.server.ts";
import type { ItemOutcome, RoundItem } from "./round-store.server.ts";

/** Our own rows of its variants have gone already, so how many there are is not known. */
const VARIANTS_EXPECTED = 50;

/**
 * Has the shop forget which of the platform's products this is, so that no later import takes it for one of the same
 * id. The product itself stays as it is.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function forgetProduct(shop: ShopDomain, { shopProductId }: RoundItem): Promise<ItemOutcome> {
  const product =
    shopProductId === null ? null : await findProduct(shop, { id: shopProductId }, VARIANTS_EXPECTED);
  return product === null ? { kind: "gone" } : forgetSupplier(shop, product);
}
