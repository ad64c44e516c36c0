import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop } from "../call.server.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import { PRODUCT_KEY, type ShopProduct, VARIANT_KEY } from "./products.server.ts";
import { messageOfUserErrors } from "../failures.ts";

/** Metafield value that links a product or variant of the shop to the supplier's. */
export type LinkMark =
  | { kind: "product"; ownerId: ShopProductId; supplierId: string }
  | { kind: "variant"; ownerId: ShopVariantId; supplierId: string };

type Marked = { kind: "done" } | { kind: "user-errors"; problem: Message };

/** Maximum of `metafieldsSet`. Shopify documents no limit for `metafieldsDelete`. */
const MAX_METAFIELDS = 25;

/** Writes the metafields that link products and variants to the supplier's. */
export async function markLinks(shop: ShopDomain, marks: LinkMark[]): Promise<Marked> {
  const metafields = marks.map(({ kind, ownerId, supplierId: value }) => ({
    ownerId,
    namespace: "$app",
    type: "id",
    value,
    key: kind === "product" ? PRODUCT_KEY : VARIANT_KEY,
  }));
  for (let start = 0; start < metafields.length; start += MAX_METAFIELDS) {
    const { metafieldsSet } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation markLinks($metafields: [MetafieldsSetInput!]!) {
          metafieldsSet(metafields: $metafields) { userErrors { message } }
        }
      `,
        { variables: { metafields: metafields.slice(start, start + MAX_METAFIELDS) } },
      ),
    );
    const problem = messageOfUserErrors(metafieldsSet?.userErrors ?? []);
    if (problem !== null) return { kind: "user-errors", problem };
  }
  return { kind: "done" };
}

/** A variant of the shop to link to the supplier's, with values to write. */
export type VariantToLink = {
  id: ShopVariantId;
  supplierId: string;
  /** Not written if null. */
  sku: string | null;
  price: string | null;
  cost: string | null;
  /** Written with the price; null clears it. */
  compareAtPrice: string | null;
};

/** Maximum per mutation (shopify.dev: arrays). */
const MAX_VARIANTS = 250;

/**
 * Links variants of a product to the supplier's, then the product, and turns on tracking of their stock.
 * Idempotent.
 */
export async function linkShopProduct(
  shop: ShopDomain,
  { id, supplierId, variants }: { id: ShopProductId; supplierId: string; variants: VariantToLink[] },
): Promise<Marked> {
  const inputs = variants.map(({ id: variantId, supplierId: value, sku, price, cost, compareAtPrice }) => ({
    id: variantId,
    metafields: [{ namespace: "$app", key: VARIANT_KEY, type: "id", value }],
    ...(price !== null && { price, compareAtPrice }),
    inventoryItem: { tracked: true, ...(sku !== null && { sku }), ...(cost !== null && { cost }) },
  }));
  for (let start = 0; start < inputs.length; start += MAX_VARIANTS) {
    const { productVariantsBulkUpdate } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation linkVariants($id: ID!, $variants: [ProductVariantsBulkInput!]!) {
          productVariantsBulkUpdate(productId: $id, variants: $variants) { userErrors { message } }
        }
      `,
        { variables: { id, variants: inputs.slice(start, start + MAX_VARIANTS) } },
      ),
    );
    const problem = messageOfUserErrors(productVariantsBulkUpdate?.userErrors ?? []);
    if (problem !== null) return { kind: "user-errors", problem };
  }
  return markLinks(shop, [{ kind: "product", ownerId: id, supplierId }]);
}

/** Deletes the metafields that link a product to the supplier's, the variants' before the product's own. */
export async function unlinkShopProduct(shop: ShopDomain, { id, variants }: ShopProduct): Promise<Marked> {
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
