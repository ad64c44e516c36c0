import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { mutateShop, queryShop } from "./call.server.ts";
import type { ShopProductId, ShopVariantId } from "./ids.ts";
import type { ProductContent, VariantContent } from "./product-content.ts";
import { messageOfUserErrors } from "./user-errors.ts";

/** A product of the shop, as far as Stockbridge cares. */
export type ShopProduct = {
  id: ShopProductId;
  /** The supplier's product that it is linked to, as the shop says. */
  supplierProductId: string | null;
  variants: ShopVariant[];
};

export type ShopVariant = {
  id: ShopVariantId;
  /** The supplier's variant that it is linked to; null where the shop does not say so, as for one that the merchant made. */
  supplierVariantId: string | null;
  optionValues: { name: string; value: string }[];
  inventoryItemId: string;
  /** The locations that stock it, with the available pieces. */
  levels: { id: string; locationId: string; available: number }[];
};

/** By its own id, or by the supplier's, which a unique metafield holds. */
export type ProductIdentity = { id: ShopProductId } | { supplierProductId: string };

/** The metafields that `shopify.app.toml` declares. */
export const PRODUCT_KEY = "supplier_product_id";
export const VARIANT_KEY = "supplier_variant_id";

/** Shopify charges a page's points by its size, and rejects a query that asks for more than a thousand. */
const VARIANTS_A_PAGE = 50;

/** The shop's currency. */
export async function readCurrency(shop: ShopDomain): Promise<string> {
  const data = await queryShop(shop, (request) =>
    request(`#graphql
      query shopCurrency { shop { currencyCode } }
    `),
  );
  return data.shop.currencyCode;
}

/** A product with all its variants; null when the shop does not have it. A page costs fewer points the fewer variants are `expected`. */
export async function findProduct(
  shop: ShopDomain,
  identity: ProductIdentity,
  expected: number,
): Promise<ShopProduct | null> {
  const variants: ShopVariant[] = [];
  let after: string | null = null;
  for (;;) {
    const { productByIdentifier: product } = await readPage(shop, {
      identifier: toIdentifier(identity),
      first: Math.min(VARIANTS_A_PAGE, Math.max(1, expected)),
      after,
    });
    if (!product) return null;
    const { nodes, pageInfo } = product.variants;
    variants.push(
      ...nodes.map((node) => ({
        id: node.id as ShopVariantId,
        supplierVariantId: node.supplierVariantId?.value ?? null,
        optionValues: node.selectedOptions,
        inventoryItemId: node.inventoryItem.id,
        levels: node.inventoryItem.inventoryLevels.nodes.map((level) => ({
          id: level.id,
          locationId: level.location.id,
          available: level.quantities[0]?.quantity ?? 0,
        })),
      })),
    );
    if (!pageInfo.hasNextPage) {
      const supplierProductId = product.supplierProductId?.value ?? null;
      return { id: product.id as ShopProductId, supplierProductId, variants };
    }
    after = pageInfo.endCursor ?? null;
  }
}

function readPage(
  shop: ShopDomain,
  variables: { identifier: ReturnType<typeof toIdentifier>; first: number; after: string | null },
) {
  return queryShop(shop, (request) =>
    request(
      `#graphql
      query shopProduct($identifier: ProductIdentifierInput!, $first: Int!, $after: String) {
        productByIdentifier(identifier: $identifier) {
          id
          supplierProductId: metafield(namespace: "$app", key: "supplier_product_id") { value }
          variants(first: $first, after: $after) {
            nodes {
              id
              selectedOptions { name value }
              supplierVariantId: metafield(namespace: "$app", key: "supplier_variant_id") { value }
              inventoryItem {
                id
                inventoryLevels(first: 4) {
                  nodes { id location { id } quantities(names: ["available"]) { quantity } }
                }
              }
            }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    `,
      { variables },
    ),
  );
}

export type SetProduct = {
  content: ProductContent;
  /** The shop's product as it is; null creates one. */
  existing: ShopProduct | null;
  /** Whether to send the images: Shopify fetches them again each time. */
  withImages: boolean;
  /** The location that stocks new variants, and the pieces of each, by the supplier's variant id. */
  locationId: string;
  stock: Map<string, number>;
};

/**
 * Creates or updates the shop's product: an upsert, so that doing it twice makes one product. Shopify deletes variants
 * that the list leaves out, so those that the supplier does not list (the merchant's own, or dropped ones) are sent too.
 */
export async function setProduct(
  shop: ShopDomain,
  set: SetProduct,
): Promise<{ kind: "set"; id: ShopProductId } | { kind: "user-errors"; problem: Message }> {
  const { content, existing } = set;
  const identity = existing ?? { supplierProductId: content.supplierProductId };
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
      { variables: { identifier: toIdentifier(identity), input: toInput(set) } },
    ),
  );
  const problem = messageOfUserErrors(productSet?.userErrors ?? []);
  const id = productSet?.product?.id;
  if (problem !== null || id === undefined)
    return { kind: "user-errors", problem: problem ?? { code: "catalog.product-not-created" } };
  return { kind: "set", id: id as ShopProductId };
}

function toIdentifier(identity: ProductIdentity) {
  if ("id" in identity) return { id: identity.id };
  return { customId: { namespace: "$app", key: PRODUCT_KEY, value: identity.supplierProductId } };
}

function toInput({ content, existing, withImages, locationId, stock }: SetProduct) {
  const known = new Map(existing?.variants.map((variant) => [variant.supplierVariantId, variant]));
  const kept = (existing?.variants ?? []).filter(
    ({ supplierVariantId }) =>
      !content.variants.some((variant) => variant.supplierVariantId === supplierVariantId),
  );
  const variants = [
    ...content.variants.map((variant) => {
      const before = known.get(variant.supplierVariantId);
      return {
        ...toVariant(variant, withImages),
        ...(before
          ? { id: before.id }
          : {
              inventoryPolicy: "DENY" as const,
              metafields: [
                { namespace: "$app", key: VARIANT_KEY, type: "id", value: variant.supplierVariantId },
              ],
              inventoryQuantities: [
                { locationId, name: "available", quantity: stock.get(variant.supplierVariantId) ?? 0 },
              ],
            }),
      };
    }),
    ...kept.map(({ id, optionValues }) => ({ id, optionValues: toOptionValues(optionValues) })),
  ];
  return {
    title: content.title,
    descriptionHtml: content.descriptionHtml,
    ...(content.vendor !== null && { vendor: content.vendor }),
    ...(content.productType !== null && { productType: content.productType }),
    productOptions: optionsOf([...content.variants, ...kept]),
    variants,
    ...(withImages && {
      files: content.images.map(({ url, alt }) => ({
        originalSource: url,
        alt,
        contentType: "IMAGE" as const,
      })),
    }),
    ...(existing === null && {
      status: "ACTIVE" as const,
      metafields: [{ namespace: "$app", key: PRODUCT_KEY, type: "id", value: content.supplierProductId }],
    }),
  };
}

function toVariant(variant: VariantContent, withImages: boolean) {
  const { sku, barcode, price, cost, weightGrams, imageUrl, optionValues } = variant;
  return {
    sku,
    barcode,
    price,
    optionValues: toOptionValues(optionValues),
    inventoryItem: {
      cost,
      tracked: true,
      requiresShipping: true,
      ...(weightGrams !== null && {
        measurement: { weight: { value: weightGrams, unit: "GRAMS" as const } },
      }),
    },
    ...(withImages &&
      imageUrl !== null && { file: { originalSource: imageUrl, contentType: "IMAGE" as const } }),
  };
}

function toOptionValues(values: VariantContent["optionValues"]) {
  return values.map(({ name, value }) => ({ optionName: name, name: value }));
}

/** The options with all values that variants have, in the order of the variants. */
function optionsOf(variants: { optionValues: VariantContent["optionValues"] }[]) {
  const options = new Map<string, Set<string>>();
  for (const { name, value } of variants.flatMap(({ optionValues }) => optionValues)) {
    options.set(name, (options.get(name) ?? new Set()).add(value));
  }
  return [...options].map(([name, values], index) => ({
    name,
    position: index + 1,
    values: [...values].map((value) => ({ name: value })),
  }));
}
