import { numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { userError, type UserError } from "../user-errors.ts";
import { forgetVariants, type Product } from "./catalog.ts";
import { metafieldErrors, resolveNamespace, writeMetafields, type MetafieldInput } from "./metafields.ts";
import { applyFields, fieldErrors } from "./product-fields.ts";
import type { ProductFields } from "./product-input.ts";
import { announceDeletion, announceProduct } from "./product-news.ts";

export interface ProductUpdateInput extends ProductFields {
  id?: string | null;
  metafields?: MetafieldInput[] | null;
}

/** `productUpdate`: metafields are added to those that are there, unlike in `productSet`. */
export function updateProduct(
  occasion: Occasion,
  product: Product | undefined,
  input: ProductUpdateInput,
): { product: Product | null; userErrors: UserError[] } {
  const { shop, now } = occasion;
  if (!product) return { product: null, userErrors: [userError(["id"], "Product does not exist")] };
  const { id: ownerId } = product;
  const metafields = input.metafields ?? [];
  const userErrors = [
    ...fieldErrors(shop, product, input).map(asUpdateError),
    ...metafieldErrors(shop, { ownerType: "PRODUCT", ownerId }, metafields, ["metafields"]),
  ];
  if (userErrors.length > 0) return { product, userErrors };

  applyFields(product, input);
  const owner = { ownerType: "PRODUCT", existing: product.metafields, now } as const;
  const written = writeMetafields(shop, owner, metafields);
  const others = product.metafields.filter(
    (each) =>
      !metafields.some(
        ({ namespace, key }) => resolveNamespace(namespace) === each.namespace && key === each.key,
      ),
  );
  product.metafields = [...others, ...written];
  product.updatedAt = now;
  announceProduct(occasion, product, "products/update");
  return { product, userErrors: [] };
}

/** Deletes a product for good. Lines of orders keep its name, and point to nothing. */
export function deleteProduct(occasion: Occasion, product: Product): void {
  occasion.shop.catalog.products.delete(product.id);
  forgetVariants(occasion.shop.catalog, product.variants);
  announceDeletion(occasion, product);
}

export function deleteProductById(
  occasion: Occasion,
  id: string,
): { product: Product | null; userErrors: UserError[] } {
  const product = occasion.shop.catalog.products.get(numberIn("Product", id));
  if (!product) return { product: null, userErrors: [userError(["id"], "Product does not exist")] };
  deleteProduct(occasion, product);
  return { product, userErrors: [] };
}

/** `productUpdate` names its fields without "input", and has no codes. */
function asUpdateError({ field, message }: UserError): UserError {
  return userError(field?.slice(1) ?? null, message);
}
