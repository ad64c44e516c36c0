import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop, mutateShop } from "./call.server.ts";
import { sayUserErrors } from "./failures.ts";
import type { ProductContent, VariantContent } from "./product-content.ts";

/** A product of the shop, as far as Stockbridge cares. */
export type ShopProduct = { id: string; variants: ShopVariant[] };

export type ShopVariant = {
  id: string;
  /** Which of the supplier's variants it is; null for one that the merchant made. */
  supplierVariantId: string | null;
  optionValues: { name: string; value: string }[];
  inventoryItemId: string;
  /** Where it is stocked, and how much of it. */
  levels: { id: string; locationId: string; available: number }[];
};

/** By its own id, or by the supplier's, which stands in a unique metafield. */
export type ProductIdentity = { id: string } | { supplierProductId: string };

/** The metafields that `shopify.app.toml` declares. */
export const PRODUCT_KEY = "supplier_product_id";
export const VARIANT_KEY = "supplier_variant_id";

/** A page's points are reserved by its size, and no query may reserve more than a thousand. */
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

/** A product with all its variants; null when the shop does not have it. `expected` variants make the pages small. */
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
        id: node.id,
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
    if (!pageInfo.hasNextPage) return { id: product.id, variants };
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
  /** The shop's product as it is; null makes a new one. */
  existing: ShopProduct | null;
  /** Whether the images are sent: each time they are, Shopify fetches them anew. */
  withImages: boolean;
  /** Where new variants are stocked, and how much of each, by the supplier's variant id. */
  locationId: string;
  stock: Map<string, number>;
};

/**
 * Makes the shop's product what it is to be: an upsert, so that doing it twice makes one product. Lists replace what is
 * there, so variants that the supplier does not know (the merchant's own, or ones it has dropped) are sent along.
 */
export async function setProduct(
  shop: ShopDomain,
  set: SetProduct,
): Promise<{ kind: "set"; id: string } | { kind: "user-errors"; said: string }> {
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
  const said = sayUserErrors(productSet?.userErrors ?? []);
  const id = productSet?.product?.id;
  if (said !== null || id === undefined)
    return { kind: "user-errors", said: said ?? "Shopify did not make the product." };
  return { kind: "set", id };
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

/** Every option with every value that some variant has, in the order in which they come. */
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
