import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { mutateShop } from "./call.server.ts";
import type { ShopProductId } from "./ids.ts";
import { planSet, type SetProduct } from "./product-set.ts";
import { type ProductIdentity, toIdentifier } from "./products.server.ts";
import { messageOfUserErrors } from "./user-errors.ts";

type UserErrors = { kind: "user-errors"; problem: Message };

/**
 * Creates or updates the shop's product: an upsert, so that doing it twice makes one product. A large one takes several
 * requests; where one of them fails, the others have happened, and the next try goes on from what the shop has.
 *
 * @returns `variantImages`: whether the variants have their images, or get them once the product's are ready.
 * @throws Failure when the shop gives no clear answer.
 */
export async function setProduct(
  shop: ShopDomain,
  set: SetProduct,
): Promise<{ kind: "set"; id: ShopProductId; variantImages: "set" | "later" } | UserErrors> {
  const { first, later, images } = planSet(set);
  const made = await sendSet(
    shop,
    set.existing ?? { supplierProductId: set.content.supplierProductId },
    first,
  );
  if (made.kind === "user-errors") return made;
  const { id } = made;
  const hasOwn = set.existing?.variants.some(({ supplierVariantId }) => supplierVariantId === null) ?? false;
  for (const variants of later) {
    const problem = await createVariants(shop, { id, variants, hasOwn });
    if (problem !== null) return { kind: "user-errors", problem };
  }
  if (images === null) return { ...made, variantImages: "set" };
  const pictured = await sendSet(shop, { id }, { files: images });
  return pictured.kind === "user-errors" ? pictured : { ...pictured, variantImages: "later" };
}

type SetInput =
  ReturnType<typeof planSet>["first"] | { files: NonNullable<ReturnType<typeof planSet>["images"]> };

async function sendSet(
  shop: ShopDomain,
  identity: ProductIdentity,
  input: SetInput,
): Promise<{ kind: "set"; id: ShopProductId } | UserErrors> {
  const { productSet } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation setProduct($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {
        productSet(identifier: $identifier, input: $input, synchronous: true) {
          product { id }
          userErrors { message }
        }
      }
    `,
      { variables: { identifier: toIdentifier(identity), input } },
    ),
  );
  const problem = messageOfUserErrors(productSet?.userErrors ?? []);
  const id = productSet?.product?.id;
  if (problem !== null || id === undefined)
    return { kind: "user-errors", problem: problem ?? { code: "catalog.product-not-created" } };
  return { kind: "set", id: id as ShopProductId };
}

/**
 * Adds variants to a product, all or none. @returns why Shopify rejected them; null when it did not.
 *
 * @throws Failure also where one is there already, which was not when the product was read: then a request that gave no
 * answer is still being carried out. A product with variants of the merchant's own (`hasOwn`) may simply have that one.
 */
async function createVariants(
  shop: ShopDomain,
  given: { id: ShopProductId; variants: ReturnType<typeof planSet>["later"][number]; hasOwn: boolean },
): Promise<Message | null> {
  const { id, variants, hasOwn } = given;
  const { productVariantsBulkCreate } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation createVariants($id: ID!, $variants: [ProductVariantsBulkInput!]!) {
        productVariantsBulkCreate(productId: $id, variants: $variants) { userErrors { code message } }
      }
    `,
      { variables: { id, variants } },
    ),
  );
  const userErrors = productVariantsBulkCreate?.userErrors ?? [];
  if (!hasOwn && userErrors.some(({ code }) => code && EXISTING.has(code)))
    throw new Failure({
      code: "unreachable",
      side: "shop",
      explanation: { code: "failure.shop.still-creating" },
    });
  return messageOfUserErrors(userErrors);
}

const EXISTING = new Set<string>(["VARIANT_ALREADY_EXISTS", "VARIANT_ALREADY_EXISTS_CHANGE_OPTION_VALUE"]);
