import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { PRODUCT_KEY, VARIANT_KEY } from "./products.server.ts";
import { messageOfUserErrors } from "../failures.ts";

/** A definition in `shopify.app.toml`. A test compares the two. */
export type Definition = { ownerType: "PRODUCT" | "PRODUCTVARIANT"; key: string; name: string };

const PRODUCT_DEFINITION: Definition = {
  ownerType: "PRODUCT",
  key: PRODUCT_KEY,
  name: "Supplier's product",
};
const VARIANT_DEFINITION: Definition = {
  ownerType: "PRODUCTVARIANT",
  key: VARIANT_KEY,
  name: "Supplier's variant",
};
export const definitions = [PRODUCT_DEFINITION, VARIANT_DEFINITION];

/** With this type, Shopify finds a product by the supplier's id. */
export const DEFINITION_TYPE = "id";

/** Returns those of our definitions that the shop does not have. */
export async function readMissingDefinitions(shop: ShopDomain): Promise<Definition[]> {
  const found = await queryShop(shop, (request) =>
    request(
      `#graphql
      query metafieldDefinitions($productKey: String!, $variantKey: String!) {
        product: metafieldDefinitions(ownerType: PRODUCT, namespace: "$app", key: $productKey, first: 1) {
          nodes { type { name } }
        }
        variant: metafieldDefinitions(ownerType: PRODUCTVARIANT, namespace: "$app", key: $variantKey, first: 1) {
          nodes { type { name } }
        }
      }
    `,
      { variables: { productKey: PRODUCT_KEY, variantKey: VARIANT_KEY } },
    ),
  );
  const isThere = ({ nodes }: (typeof found)["product"]) =>
    nodes.some(({ type }) => type.name === DEFINITION_TYPE);
  return [
    ...(isThere(found.product) ? [] : [PRODUCT_DEFINITION]),
    ...(isThere(found.variant) ? [] : [VARIANT_DEFINITION]),
  ];
}

/**
 * Creates definitions as in `shopify.app.toml`. A later deployment takes them over.
 * @returns why Shopify rejected one; null on success.
 */
export async function createDefinitions(shop: ShopDomain, missing: Definition[]): Promise<Message | null> {
  for (const { ownerType, key, name } of missing) {
    const { metafieldDefinitionCreate } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation createMetafieldDefinition($definition: MetafieldDefinitionInput!) {
          metafieldDefinitionCreate(definition: $definition) { userErrors { message } }
        }
      `,
        { variables: { definition: { namespace: "$app", ownerType, key, name, type: DEFINITION_TYPE } } },
      ),
    );
    const problem = messageOfUserErrors(metafieldDefinitionCreate?.userErrors ?? []);
    if (problem !== null) return problem;
  }
  return null;
}
