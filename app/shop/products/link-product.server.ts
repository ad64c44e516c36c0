import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop } from "../call.server.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import { toAmounts, type VariantAmounts } from "./product-content.ts";
import { PRODUCT_KEY, type ShopProduct, VARIANT_KEY } from "./products.server.ts";
import { changed, type Changed, type UserErrors } from "../failures.ts";

/** Metafield value that links a product or variant of the shop to the supplier's. */
export type LinkMark =
  | { kind: "product"; ownerId: ShopProductId; supplierId: string }
  | { kind: "variant"; ownerId: ShopVariantId; supplierId: string };

/** Maximum of `metafieldsSet`. Shopify documents no limit for `metafieldsDelete`. */
const MAX_METAFIELDS = 25;

/** Writes the metafields that link products and variants to the supplier's. */
export async function markLinks(shop: ShopDomain, marks: LinkMark[]): Promise<Changed> {
  const metafields = marks.map(({ kind, ownerId, supplierId: value }) => ({
    ownerId,
    namespace: "$app",
    type: "id",
    value,
    key: kind === "product" ? PRODUCT_KEY : VARIANT_KEY,
  }));
  return changeInBatches(metafields, MAX_METAFIELDS, async (batch) => {
    const { metafieldsSet } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation markLinks($metafields: [MetafieldsSetInput!]!) {
          metafieldsSet(metafields: $metafields) { userErrors { message } }
        }
      `,
        { variables: { metafields: batch } },
      ),
    );
    return metafieldsSet;
  });
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
 * @returns `stored`: the amounts as Shopify stored them, by variant.
 */
export async function linkShopProduct(
  shop: ShopDomain,
  { id, supplierId, variants }: { id: ShopProductId; supplierId: string; variants: VariantToLink[] },
): Promise<{ kind: "linked"; stored: Map<string, VariantAmounts> } | UserErrors> {
  const stored = new Map<string, VariantAmounts>();
  const inputs = variants.map(({ id: variantId, supplierId: value, sku, price, cost, compareAtPrice }) => ({
    id: variantId,
    metafields: [{ namespace: "$app", key: VARIANT_KEY, type: "id", value }],
    ...(price !== null && { price, compareAtPrice }),
    inventoryItem: { tracked: true, ...(sku !== null && { sku }), ...(cost !== null && { cost }) },
  }));
  const linked = await changeInBatches(inputs, MAX_VARIANTS, async (batch) => {
    const { productVariantsBulkUpdate } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation linkVariants($id: ID!, $variants: [ProductVariantsBulkInput!]!) {
          productVariantsBulkUpdate(productId: $id, variants: $variants) {
            productVariants { id price compareAtPrice inventoryItem { unitCost { amount } } }
            userErrors { message }
          }
        }
      `,
        { variables: { id, variants: batch } },
      ),
    );
    for (const node of productVariantsBulkUpdate?.productVariants ?? []) stored.set(node.id, toAmounts(node));
    return productVariantsBulkUpdate;
  });
  if (linked.kind === "user-errors") return linked;
  const marked = await markLinks(shop, [{ kind: "product", ownerId: id, supplierId }]);
  return marked.kind === "user-errors" ? marked : { kind: "linked", stored };
}

/** Deletes the metafields that link a product to the supplier: first those of its variants, then its own. */
export async function unlinkShopProduct(shop: ShopDomain, { id, variants }: ShopProduct): Promise<Changed> {
  const linked = variants.filter(({ supplierVariantId }) => supplierVariantId !== null);
  const metafields = [
    ...linked.map((variant) => ({ ownerId: variant.id, namespace: "$app", key: VARIANT_KEY })),
    { ownerId: id, namespace: "$app", key: PRODUCT_KEY },
  ];
  return changeInBatches(metafields, MAX_METAFIELDS, async (batch) => {
    const { metafieldsDelete } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation unlinkShopProduct($metafields: [MetafieldIdentifierInput!]!) {
          metafieldsDelete(metafields: $metafields) { userErrors { message } }
        }
      `,
        { variables: { metafields: batch } },
      ),
    );
    return metafieldsDelete;
  });
}

/** Sends the items in batches of `size`. Stops at the first batch to which Shopify objects. */
async function changeInBatches<Item>(
  items: Item[],
  size: number,
  send: (batch: Item[]) => Promise<Parameters<typeof changed>[0]>,
): Promise<Changed> {
  for (let start = 0; start < items.length; start += size) {
    const change = changed(await send(items.slice(start, start + size)));
    if (change.kind === "user-errors") return change;
  }
  return { kind: "done" };
}
