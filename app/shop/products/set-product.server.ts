import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop } from "../call.server.ts";
import type { setProductMutation } from "../generated/admin.d.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import { throwIfStillCreating } from "./add-variants.server.ts";
import { toAmounts, type VariantAmounts } from "./product-content.ts";
import { type NewProduct, planChange, planNew, type ProductChange, type SetPlan } from "./product-set.ts";
import { messageOfUserErrors, failureFromErrors, type UserErrors } from "../failures.ts";
import { findBulkMutation, runBulkMutation } from "../bulk/bulk-operations.server.ts";
import type { BulkLine } from "../bulk/read-bulk-result.server.ts";

/** A variant from the reply to its creation. */
export type MadeVariant = {
  id: ShopVariantId;
  inventoryItemId: string;
  sku: string;
  /** Its option values, joined by " / ". */
  title: string;
  /** Its amounts as Shopify stored them. */
  stored: VariantAmounts;
  /** Number of locations that stock the variant; null without `withPlaces`. */
  places: number | null;
};

/**
 * `variantImages`: `later` if variants get their images once the product's images are ready. `variants`: all
 * variants of the product; null if the product took several requests, or no variant was sent.
 */
export type SetOutcome =
  | { kind: "set"; id: ShopProductId; variantImages: "set" | "later"; variants: MadeVariant[] | null }
  | UserErrors;

/**
 * Creates a product. Does not update an existing product, because the merchant may have edited it: Shopify rejects a
 * second product with the same supplier's id. A large product takes several requests. If one fails, the changes of the
 * earlier ones stay, and `changeProduct` continues from there.
 * @throws Failure if the shop gives no clear answer.
 */
export function createProduct(
  shop: ShopDomain,
  product: NewProduct,
  { withPlaces }: { withPlaces: boolean },
): Promise<SetOutcome> {
  return send(shop, planNew(product), { id: null, withPlaces, hasOwn: false });
}

/**
 * Changes a product, and adds variants to it.
 * @throws Failure if the shop gives no clear answer.
 */
export function changeProduct(shop: ShopDomain, change: ProductChange): Promise<SetOutcome> {
  const { id, variants } = change.existing;
  const hasOwn = variants.some(({ supplierVariantId }) => supplierVariantId === null);
  return send(shop, planChange(change), { id, withPlaces: false, hasOwn });
}

/** Returns true if one request creates the product, as a bulk operation requires. */
export function fitsInBulk(product: NewProduct): boolean {
  const { later, images } = planNew(product);
  return later.length === 0 && images === null;
}

/**
 * Starts a bulk operation that creates products as `createProduct` does. The result's lines are numbered in the order
 * of `products`. Starts no second operation with the same reference.
 * @throws Failure as `runBulkMutation`.
 */
export function createInBulk(
  shop: ShopDomain,
  { products, reference }: { products: AsyncIterable<NewProduct>; reference: string },
): Promise<{ id: string }> {
  return runBulkMutation(shop, { mutation: SET_PRODUCT, lines: linesOf(products), reference });
}

/** Returns the operation that `createInBulk` started with a reference; null if there is none. */
export function findCreation(shop: ShopDomain, reference: string): Promise<{ id: string } | null> {
  return findBulkMutation(shop, { mutation: SET_PRODUCT, reference });
}

/**
 * Parses a line of the result.
 * @throws Failure as `createProduct` if Shopify gave no clear answer for this line.
 */
export function readCreation({ data, errors }: BulkLine): SetOutcome {
  const { productSet } = (data ?? {}) as Partial<setProductMutation>;
  if (!productSet) throw failureFromErrors(Array.isArray(errors) ? errors : [], true);
  const answer = readAnswer(productSet);
  return answer.kind === "set" ? { ...answer, variantImages: "set" } : answer;
}

async function* linesOf(products: AsyncIterable<NewProduct>) {
  for await (const product of products) {
    const { first, returned } = planNew(product);
    yield toVariables(first, { id: null, withPlaces: true, returned });
  }
}

type Target = { id: ShopProductId | null; withPlaces: boolean; hasOwn: boolean };

async function send(shop: ShopDomain, plan: SetPlan, target: Target): Promise<SetOutcome> {
  const made = await sendSet(shop, plan.first, { ...target, returned: plan.returned });
  if (made.kind === "user-errors") return made;
  const { id } = made;
  for (const variants of plan.later) {
    const problem = await createVariants(shop, { id, variants, hasOwn: target.hasOwn });
    if (problem !== null) return { kind: "user-errors", problem };
  }
  if (plan.images === null) return { ...made, variantImages: "set" };
  const pictured = await sendSet(shop, { files: plan.images }, { ...target, id, returned: 0 });
  return pictured.kind === "user-errors" ? pictured : { ...pictured, variantImages: "later" };
}

type SetInput = SetPlan["first"] | { files: NonNullable<SetPlan["images"]> };

/** Sent for one product, and as the mutation of a bulk operation. */
const SET_PRODUCT = `#graphql
      mutation setProduct(
        $identifier: ProductSetIdentifiers
        $input: ProductSetInput!
        $returned: Int!
        $withVariants: Boolean!
        $withPlaces: Boolean!
      ) {
        productSet(identifier: $identifier, input: $input, synchronous: true) {
          product {
            id
            variants(first: $returned) @include(if: $withVariants) {
              nodes {
                id
                sku
                title
                price
                compareAtPrice
                inventoryItem {
                  id
                  unitCost { amount }
                  locationsCount @include(if: $withPlaces) { count }
                }
              }
            }
          }
          userErrors { message }
        }
      }
    `;

async function sendSet(
  shop: ShopDomain,
  input: SetInput,
  { id, withPlaces, returned }: Omit<Target, "hasOwn"> & { returned: number },
): Promise<SetAnswer> {
  const variables = toVariables(input, { id, withPlaces, returned });
  const { productSet } = await mutateShop(shop, (request) => request(SET_PRODUCT, { variables }), {
    pace: "bulk",
  });
  return readAnswer(productSet);
}

/** @param returned number of variants to select in the reply. */
function toVariables(
  input: SetInput,
  { id, withPlaces, returned }: { id: ShopProductId | null; withPlaces: boolean; returned: number },
) {
  return {
    identifier: id === null ? null : { id },
    input,
    // Shopify rejects a page of size 0, even if the field is not included.
    returned: Math.max(1, returned),
    withVariants: returned > 0,
    withPlaces,
  };
}

type SetAnswer = { kind: "set"; id: ShopProductId; variants: MadeVariant[] | null } | UserErrors;

function readAnswer(productSet: setProductMutation["productSet"]): SetAnswer {
  const problem = messageOfUserErrors(productSet?.userErrors ?? []);
  const product = productSet?.product;
  if (problem !== null || !product)
    return { kind: "user-errors", problem: problem ?? { code: "catalog.product-not-created" } };
  const variants = product.variants?.nodes.map((variant) => ({
    id: variant.id as ShopVariantId,
    inventoryItemId: variant.inventoryItem.id,
    sku: variant.sku ?? "",
    title: variant.title,
    stored: toAmounts(variant),
    places: variant.inventoryItem.locationsCount?.count ?? null,
  }));
  return { kind: "set", id: product.id as ShopProductId, variants: variants ?? null };
}

/**
 * Adds variants to a product, all or none. @returns why Shopify rejected them; null on success.
 * @throws Failure also if Shopify says that one of the variants exists already. When we read the product, it had no
 *   such variant, so Shopify is still processing an earlier request whose reply was lost. If the product has variants
 *   of the merchant's own (`hasOwn`), the existing variant may be one of them, so this does not throw.
 */
async function createVariants(
  shop: ShopDomain,
  given: { id: ShopProductId; variants: SetPlan["later"][number]; hasOwn: boolean },
): Promise<Message | null> {
  const { id, variants, hasOwn } = given;
  const { productVariantsBulkCreate } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
      mutation createVariants($id: ID!, $variants: [ProductVariantsBulkInput!]!) {
        productVariantsBulkCreate(productId: $id, variants: $variants) { userErrors { code message } }
      }
    `,
        { variables: { id, variants } },
      ),
    { pace: "bulk" },
  );
  const userErrors = productVariantsBulkCreate?.userErrors ?? [];
  if (!hasOwn) throwIfStillCreating(userErrors);
  return messageOfUserErrors(userErrors);
}
