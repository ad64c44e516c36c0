import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop } from "../call.server.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import { toAmounts, type VariantAmounts, type VariantContent } from "./product-content.ts";
import { toLaterVariant } from "./product-set.ts";
import { messageOfUserErrors, type UserErrors } from "../failures.ts";

/** `gone`: the shop no longer has the product. */
export type VariantsAdded = { kind: "added"; variants: AddedVariant[] } | { kind: "gone" } | UserErrors;

/** `stored`: the variant's amounts as Shopify stored them. */
type AddedVariant = {
  supplierVariantId: string;
  id: ShopVariantId;
  inventoryItemId: string;
  stored: VariantAmounts;
};

const EXISTING = new Set<string>(["VARIANT_ALREADY_EXISTS", "VARIANT_ALREADY_EXISTS_CHANGE_OPTION_VALUE"]);

/**
 * Throws if Shopify says that the product already has a variant with these options. We read the product before, and it
 * had no such variant. Therefore Shopify is still processing an earlier request whose reply was lost.
 */
export function throwIfStillCreating(userErrors: { code?: string | null }[]): void {
  if (userErrors.some(({ code }) => code && EXISTING.has(code)))
    throw new Failure({
      code: "unreachable",
      side: "shop",
      explanation: { code: "failure.shop.still-creating" },
    });
}

/**
 * Adds up to 250 variants to a product, all or none, stocked at our location. The caller has read the
 * product, and found no variant with the same options.
 * @throws Failure if the shop gives no clear answer, or has such a variant by now.
 */
export async function addVariants(
  shop: ShopDomain,
  productId: ShopProductId,
  given: { variants: VariantContent[]; locationId: string; stock: Map<string, number> },
): Promise<VariantsAdded> {
  const variants = given.variants.map((variant) => toLaterVariant(variant, given));
  const { productVariantsBulkCreate } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
      mutation addVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
        productVariantsBulkCreate(productId: $productId, variants: $variants) {
          productVariants {
            id
            price
            compareAtPrice
            inventoryItem { id unitCost { amount } }
            supplierVariantId: metafield(namespace: "$app", key: "supplier_variant_id") { value }
          }
          userErrors { code message }
        }
      }
    `,
        { variables: { productId, variants } },
      ),
    { pace: "bulk" },
  );
  const userErrors = productVariantsBulkCreate?.userErrors ?? [];
  if (userErrors.some(({ code }) => code === "PRODUCT_DOES_NOT_EXIST")) return { kind: "gone" };
  throwIfStillCreating(userErrors);
  const problem = messageOfUserErrors(userErrors);
  if (problem !== null) return { kind: "user-errors", problem };
  return {
    kind: "added",
    variants: (productVariantsBulkCreate?.productVariants ?? []).flatMap((node) => {
      const { id, inventoryItem, supplierVariantId } = node;
      if (!supplierVariantId) return [];
      return {
        supplierVariantId: supplierVariantId.value,
        id: id as ShopVariantId,
        inventoryItemId: inventoryItem.id,
        stored: toAmounts(node),
      };
    }),
  };
}
