import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { mutateShop, queryShop } from "../../app/shop/call.server.ts";
import type { ShopProductId } from "../../app/shop/ids.ts";
import { PRODUCT_KEY, VARIANT_KEY } from "../../app/shop/products/products.server.ts";
import type { Service } from "../../app/shop/location/fulfillment-service.server.ts";

/** Operations for behavior that no recording of a real shop shows. They return problems in Shopify's own words. */

/** Counts the pictures of a product and of its first variant. */
export async function readPictures(
  shop: ShopDomain,
  id: ShopProductId,
): Promise<{ product: number; variant: number }> {
  const { pictured } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query checkedPictures($id: ID!) {
        pictured: product(id: $id) {
          media(first: 2) { nodes { id } }
          variants(first: 1) { nodes { media(first: 1) { nodes { id } } } }
        }
      }
    `,
      { variables: { id } },
    ),
  );
  return {
    product: pictured?.media.nodes.length ?? 0,
    variant: pictured?.variants.nodes[0]?.media.nodes.length ?? 0,
  };
}

/**
 * Adds a variant with the custom id of another variant. @returns Shopify's reason if it rejected this, and the number
 * of variants that it created.
 */
export async function addVariantWithId(
  shop: ShopDomain,
  productId: ShopProductId,
  supplierVariantId: string,
): Promise<{ problem: string | null; count: number }> {
  const metafield = { namespace: "$app", key: VARIANT_KEY, type: "id", value: supplierVariantId };
  const variant = { optionValues: [{ optionName: "Title", name: "Second" }], metafields: [metafield] };
  const { productVariantsBulkCreate: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation addCheckedVariant($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
        productVariantsBulkCreate(productId: $productId, variants: $variants) {
          productVariants { id }
          userErrors { code message }
        }
      }
    `,
      { variables: { productId, variants: [variant] } },
    ),
  );
  return { problem: inOne(payload?.userErrors), count: payload?.productVariants?.length ?? 0 };
}

/**
 * Gives a product the custom id of another product. @returns Shopify's reason if it rejected this; null if the id is
 * set.
 */
export async function setProductId(
  shop: ShopDomain,
  ownerId: ShopProductId,
  supplierProductId: string,
): Promise<string | null> {
  const metafields = [{ ownerId, namespace: "$app", key: PRODUCT_KEY, type: "id", value: supplierProductId }];
  const { metafieldsSet } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation setCheckedId($metafields: [MetafieldsSetInput!]!) {
        metafieldsSet(metafields: $metafields) { userErrors { code message } }
      }
    `,
      { variables: { metafields } },
    ),
  );
  return inOne(metafieldsSet?.userErrors);
}

/** Renames a location to its present name. @returns Shopify's reason if it rejected this; null if it accepted. */
export async function renameLocation(
  shop: ShopDomain,
  { locationId: id, name }: Pick<Service, "locationId" | "name">,
): Promise<string | null> {
  const { renamed } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation renameCheckedLocation($id: ID!, $name: String!) {
        renamed: locationEdit(id: $id, input: { name: $name }) { userErrors { code message } }
      }
    `,
      { variables: { id, name } },
    ),
  );
  return inOne(renamed?.userErrors);
}

type Named = { kind: "created"; id: string; locationId: string } | { kind: "user-errors"; problem: string };

/** Creates a fulfillment service for the check. */
export async function createNamedService(shop: ShopDomain, name: string): Promise<Named> {
  const { named } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation createCheckedService($name: String!) {
        named: fulfillmentServiceCreate(name: $name, trackingSupport: false, inventoryManagement: false) {
          fulfillmentService { id location { id } }
          userErrors { message }
        }
      }
    `,
      { variables: { name } },
    ),
  );
  return toNamed(named);
}

/** Creates a fulfillment service with the name of a location that a deleted service has left behind. */
export async function createNamesake(shop: ShopDomain, name: string): Promise<Named> {
  const { namesake } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation createCheckedNamesake($name: String!) {
        namesake: fulfillmentServiceCreate(name: $name, trackingSupport: false, inventoryManagement: false) {
          fulfillmentService { id location { id } }
          userErrors { message }
        }
      }
    `,
      { variables: { name } },
    ),
  );
  return toNamed(namesake);
}

/** Deletes a fulfillment service of the check. */
export async function deleteNamedService(
  shop: ShopDomain,
  id: string,
  inventoryAction: "DELETE" | "KEEP",
): Promise<void> {
  await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation deleteCheckedService($id: ID!, $inventoryAction: FulfillmentServiceDeleteInventoryAction!) {
        fulfillmentServiceDelete(id: $id, inventoryAction: $inventoryAction) { userErrors { message } }
      }
    `,
      { variables: { id, inventoryAction } },
    ),
  );
}

function toNamed(
  payload:
    | {
        fulfillmentService?: { id: string; location?: { id: string } | null } | null;
        userErrors: { message: string }[];
      }
    | null
    | undefined,
): Named {
  const made = payload?.fulfillmentService;
  if (made?.location) return { kind: "created", id: made.id, locationId: made.location.id };
  return { kind: "user-errors", problem: inOne(payload?.userErrors) ?? "no service was made" };
}

function inOne(userErrors: { code?: string | null; message: string }[] | undefined): string | null {
  if (!userErrors?.length) return null;
  return userErrors.map(({ code, message }) => (code ? `${code}: ${message}` : message)).join("; ");
}
