import { GraphQLError } from "graphql";
import { numberIn } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { Product } from "./catalog.ts";
import { findDefinition, holderOf, resolveNamespace, type MetafieldDefinition } from "./metafields.ts";
import { findByHandle, handleOf } from "./product-fields.ts";
import type { ProductIdentifier, ProductSetInput } from "./product-input.ts";

/** The product that an identifier names. Throws if the custom id has no definition. */
export function findProduct(shop: ShopState, identifier: ProductIdentifier): Product | undefined {
  const { id, handle, customId } = identifier;
  if (id) return shop.catalog.products.get(numberIn("Product", id));
  if (handle) return findByHandle(shop, handle);
  if (!customId) return undefined;
  const holder = holderOf(shop, customIdDefinition(shop, customId), customId.value);
  return holder && shop.catalog.products.get(holder.id);
}

/**
 * Returns the product that `productSet` changes (none for a new one), and the input with the custom id among its
 * metafields.
 */
export function identify(
  shop: ShopState,
  { identifier, input }: { identifier?: ProductIdentifier | null; input: ProductSetInput },
): { product: Product | undefined; input: ProductSetInput } | { refused: UserError } {
  const named = identifier ?? {};
  if (identifier && input.id)
    return refused(["input"], "The id field is not allowed if identifier is provided.", "ID_NOT_ALLOWED");
  if (input.id) {
    const product = shop.catalog.products.get(numberIn("Product", input.id));
    if (product) return { product, input };
    return refused(["input", "id"], "Product does not exist", "PRODUCT_DOES_NOT_EXIST");
  }
  const product = findProduct(shop, named);
  if (named.id && !product)
    return refused(["identifier", "id"], "Resource matching the identifier was not found.", "NOT_FOUND");
  if (named.handle) {
    const mistake = handleMistake(named.handle, input.handle);
    if (mistake) return { refused: mistake };
  }
  return named.customId ? withCustomId({ product, input, customId: named.customId }) : { product, input };
}

type CustomId = NonNullable<ProductIdentifier["customId"]>;

/** As recorded for `customerSet` in airhorns/shopify-draft-proxy, customer-set-custom-id. */
function customIdDefinition(shop: ShopState, { namespace, key }: CustomId): MetafieldDefinition {
  const name = { namespace: resolveNamespace(namespace), key };
  const definition = findDefinition(shop, "PRODUCT", name);
  if (definition?.type === "id" && definition.uniqueValues) return definition;
  throw new GraphQLError("Metafield definition of type 'id' is required when using custom ids.", {
    extensions: { code: "NOT_FOUND" },
  });
}

function handleMistake(handle: string, given: string | null | undefined): UserError | undefined {
  if (!given)
    return userError(
      ["input", "handle"],
      "The input field corresponding to the identifier is required.",
      "MISSING_FIELD_REQUIRED",
    );
  if (handleOf(given) === handleOf(handle)) return undefined;
  return userError(
    ["input", "handle"],
    "The identifier value does not match the value of the corresponding field in the input.",
    "INPUT_MISMATCH",
  );
}

/** "The input argument `metafields` (if present) must contain the `customId` value": the schema on the code. */
function withCustomId({
  product,
  input,
  customId,
}: {
  product: Product | undefined;
  input: ProductSetInput;
  customId: CustomId;
}): ReturnType<typeof identify> {
  const { namespace, key, value } = customId;
  const own = (each: { namespace?: string | null; key?: string | null }): boolean =>
    resolveNamespace(each.namespace) === resolveNamespace(namespace) && each.key === key;
  if (!input.metafields) {
    const kept = product?.metafields.filter((each) => !own(each)) ?? [];
    return { product, input: { ...input, metafields: [...kept, { namespace, key, value }] } };
  }
  if (input.metafields.some((each) => own(each) && each.value === value)) return { product, input };
  return refused(
    ["input", "metafields"],
    "The input argument `metafields` (if present) must contain the `customId` value.",
    "METAFIELD_MISMATCH",
  );
}

function refused(field: string[], message: string, code: string): { refused: UserError } {
  return { refused: userError(field, message, code) };
}
