import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import { toAmounts, type VariantAmounts } from "./product-content.ts";
import type { ProductStatus } from "./product-values.server.ts";
import { changed, type Changed, type UserErrors } from "../failures.ts";

/**
 * The outcome of an update. `gone`: the shop no longer has the product or one of the variants, and nothing was written.
 * `updatedAt`: Shopify's time right after the update.
 */
export type Updated = { kind: "done"; updatedAt: Date | null } | { kind: "gone" } | UserErrors;

/** New values of a variant. Absent ones stay unchanged. */
type VariantUpdate = {
  id: ShopVariantId;
  price?: string;
  compareAtPrice?: string | null;
  cost?: string;
};

/** Maximum per mutation (shopify.dev: arrays). */
export const VARIANTS_A_CALL = 250;

/** Values of ProductVariantsBulkUpdateUserErrorCode. */
const GONE = new Set<string>(["PRODUCT_DOES_NOT_EXIST", "PRODUCT_VARIANT_DOES_NOT_EXIST"]);

/**
 * Writes prices and costs of up to `VARIANTS_A_CALL` variants of a product, all or none.
 * @returns `stored`: the amounts as Shopify stored them, by variant.
 */
export async function updateVariants(
  shop: ShopDomain,
  productId: ShopProductId,
  updates: VariantUpdate[],
): Promise<Updated & { stored?: Map<ShopVariantId, VariantAmounts> }> {
  const variants = updates.map(({ cost, ...values }) => ({
    ...values,
    ...(cost !== undefined && { inventoryItem: { cost } }),
  }));
  const { productVariantsBulkUpdate } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
        mutation updateVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
          productVariantsBulkUpdate(productId: $productId, variants: $variants) {
            product { updatedAt }
            productVariants { id price compareAtPrice inventoryItem { unitCost { amount } } }
            userErrors { code message }
          }
        }
      `,
        { variables: { productId, variants } },
      ),
    { pace: "bulk" },
  );
  const userErrors = productVariantsBulkUpdate?.userErrors ?? [];
  if (userErrors.some(({ code }) => code && GONE.has(code))) return { kind: "gone" };
  const change = changed(productVariantsBulkUpdate);
  if (change.kind === "user-errors") return change;
  const { product, productVariants } = productVariantsBulkUpdate ?? {};
  const stored = (productVariants ?? []).map((node) => [node.id as ShopVariantId, toAmounts(node)] as const);
  return { kind: "done", updatedAt: timeIn(product?.updatedAt), stored: new Map(stored) };
}

/** New values of a product's own fields. Absent ones stay unchanged. */
type ProductUpdate = {
  status?: ProductStatus;
  title?: string;
  descriptionHtml?: string;
  vendor?: string;
  productType?: string;
};

/** Writes a product's own fields. @returns `stored`: the product's texts as Shopify stored them, possibly cleaned up. */
export async function updateProduct(
  shop: ShopDomain,
  id: ShopProductId,
  update: ProductUpdate,
): Promise<Updated & { stored?: Required<Omit<ProductUpdate, "status">> }> {
  const { productUpdate } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
      mutation updateProduct($product: ProductUpdateInput!) {
        productUpdate(product: $product) {
          product { updatedAt title descriptionHtml vendor productType }
          userErrors { message }
        }
      }
    `,
        { variables: { product: { id, ...update } } },
      ),
    { pace: "bulk" },
  );
  const userErrors = productUpdate?.userErrors ?? [];
  // This mutation has no error codes, so we compare the sentence, as recorded in airhorns/shopify-draft-proxy.
  if (userErrors.some(({ message }) => message === "Product does not exist")) return { kind: "gone" };
  const change = changed(productUpdate);
  if (change.kind === "user-errors") return change;
  const product = productUpdate?.product;
  if (!product) return { kind: "done", updatedAt: null };
  const { updatedAt, ...stored } = product;
  return { kind: "done", updatedAt: timeIn(updatedAt), stored };
}

/**
 * Takes a product off all sales channels by making it a draft. Leaves an archived product as it is, because it is not
 * sold either.
 */
export async function makeDraft(shop: ShopDomain, id: ShopProductId): Promise<Changed | { kind: "gone" }> {
  const { product } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query productStatus($id: ID!) { product(id: $id) { status } }
    `,
      { variables: { id } },
    ),
  );
  if (!product) return { kind: "gone" };
  if (product.status === "DRAFT" || product.status === "ARCHIVED") return { kind: "done" };
  const { productUpdate } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation makeDraft($id: ID!) {
        productUpdate(product: { id: $id, status: DRAFT }) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  return changed(productUpdate);
}

function timeIn(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}
