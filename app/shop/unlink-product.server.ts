import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { mutateShop } from "./call.server.ts";
import { PRODUCT_KEY, type ShopProduct, VARIANT_KEY } from "./products.server.ts";
import { messageOfUserErrors } from "./user-errors.ts";

/** The most that `metafieldsSet` accepts; for this mutation Shopify documents no limit. */
const MAX_METAFIELDS = 25;

/** Deletes the metafields that link a product to the supplier's, the variants' before the product's own. */
export async function unlinkShopProduct(
  shop: ShopDomain,
  { id, variants }: ShopProduct,
): Promise<{ kind: "done" } | { kind: "user-errors"; problem: Message }> {
  const linked = variants.filter(({ supplierVariantId }) => supplierVariantId !== null);
  const metafields = [
    ...linked.map((variant) => ({ ownerId: variant.id, namespace: "$app", key: VARIANT_KEY })),
    { ownerId: id, namespace: "$app", key: PRODUCT_KEY },
  ];
  for (let start = 0; start < metafields.length; start += MAX_METAFIELDS) {
    const { metafieldsDelete } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation unlinkShopProduct($metafields: [MetafieldIdentifierInput!]!) {
          metafieldsDelete(metafields: $metafields) { userErrors { message } }
        }
      `,
        { variables: { metafields: metafields.slice(start, start + MAX_METAFIELDS) } },
      ),
    );
    const problem = messageOfUserErrors(metafieldsDelete?.userErrors ?? []);
    if (problem !== null) return { kind: "user-errors", problem };
  }
  return { kind: "done" };
}
