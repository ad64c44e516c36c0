import type { ShopDomain } from "../lib/shop-domain.ts";
import { mutateShop } from "./call.server.ts";
import { sayUserErrors } from "./failures.ts";
import { PRODUCT_KEY, type ShopProduct, VARIANT_KEY } from "./products.server.ts";

/** As many as `metafieldsSet` takes; of this mutation Shopify shows no limit. */
const METAFIELDS_AT_ONCE = 25;

/** Takes away what says which of the supplier's products this is, the variants' before the product's own. */
export async function unlinkShopProduct(
  shop: ShopDomain,
  { id, variants }: ShopProduct,
): Promise<{ kind: "done" } | { kind: "user-errors"; said: string }> {
  const linked = variants.filter(({ supplierVariantId }) => supplierVariantId !== null);
  const metafields = [
    ...linked.map((variant) => ({ ownerId: variant.id, namespace: "$app", key: VARIANT_KEY })),
    { ownerId: id, namespace: "$app", key: PRODUCT_KEY },
  ];
  for (let start = 0; start < metafields.length; start += METAFIELDS_AT_ONCE) {
    const { metafieldsDelete } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation unlinkShopProduct($metafields: [MetafieldIdentifierInput!]!) {
          metafieldsDelete(metafields: $metafields) { userErrors { message } }
        }
      `,
        { variables: { metafields: metafields.slice(start, start + METAFIELDS_AT_ONCE) } },
      ),
    );
    const said = sayUserErrors(metafieldsDelete?.userErrors ?? []);
    if (said !== null) return { kind: "user-errors", said };
  }
  return { kind: "done" };
}
