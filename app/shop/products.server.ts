import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";
import type { ShopProductId, ShopVariantId } from "./ids.ts";
import type { OptionValue } from "./product-content.ts";
import { namesOf } from "./publications.server.ts";

/** A product of the shop, as far as Stockbridge cares. */
export type ShopProduct = {
  id: ShopProductId;
  /** The supplier's product that it is linked to, as the shop says. */
  supplierProductId: string | null;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: string[];
  variants: ShopVariant[];
  /** The names of the sales channels where it is published, at most ten; null unless they were asked for. */
  channels: string[] | null;
};

export type ShopVariant = {
  id: ShopVariantId;
  /** The supplier's variant that it is linked to; null where the shop does not say so, as for one that the merchant made. */
  supplierVariantId: string | null;
  optionValues: OptionValue[];
  /** Decimals in the shop's currency. */
  price: string;
  compareAtPrice: string | null;
  barcode: string | null;
  /** Null where the shop has none, and unless it was asked for. */
  cost: string | null;
  weightGrams: number | null;
  inventoryItemId: string;
  /** The available pieces at our location; null where it is not stocked there. */
  available: number | null;
  /** How many other locations stock it. */
  elsewhere: number;
};

/** By its own id, or by the supplier's, which a unique metafield holds. */
export type ProductIdentity = { id: ShopProductId } | { supplierProductId: string };

/** The metafields that `shopify.app.toml` declares. */
export const PRODUCT_KEY = "supplier_product_id";
export const VARIANT_KEY = "supplier_variant_id";

/** What to read of a product besides its variants. */
type ReadProduct = {
  /** Our location; null to read no stock, so that every variant seems to be stocked nowhere. */
  locationId: string | null;
  /** How many variants it probably has. */
  expected: number;
  /** Whether to read where it is published. */
  withChannels?: boolean;
  /** Whether to read costs and weights. */
  withItems?: boolean;
};

/** Shopify charges up to eleven points for each variant of a page, and rejects a query that asks for more than a thousand. */
const VARIANTS_A_PAGE = 125;
const VARIANTS_A_PAGE_WITH_ITEMS = 80;

/** The shop's currency. */
export async function readCurrency(shop: ShopDomain): Promise<string> {
  const data = await queryShop(shop, (request) =>
    request(`#graphql
      query shopCurrency { shop { currencyCode } }
    `),
  );
  return data.shop.currencyCode;
}

/**
 * A product with all its variants and their stock; null when the shop does not have it. A page costs fewer points the
 * fewer variants are `expected`.
 */
export async function findProduct(
  shop: ShopDomain,
  identity: ProductIdentity,
  { locationId, expected, withChannels = false, withItems = false }: ReadProduct,
): Promise<ShopProduct | null> {
  const variants: ShopVariant[] = [];
  let channels: string[] | null = null;
  let after: string | null = null;
  for (;;) {
    const { productByIdentifier: product } = await readPage(shop, {
      identifier: toIdentifier(identity),
      first: Math.min(withItems ? VARIANTS_A_PAGE_WITH_ITEMS : VARIANTS_A_PAGE, Math.max(1, expected)),
      after,
      locationId: locationId ?? "",
      withStock: locationId !== null,
      withChannels: withChannels && after === null,
      withItems,
    });
    if (!product) return null;
    if (product.resourcePublicationsV2) channels = namesOf(product.resourcePublicationsV2.nodes);
    const { nodes, pageInfo } = product.variants;
    variants.push(
      ...nodes.map(({ id, supplierVariantId, selectedOptions, inventoryItem, ...variant }) => {
        const { inventoryLevel, locationsCount, unitCost, measurement } = inventoryItem;
        return {
          id: id as ShopVariantId,
          supplierVariantId: supplierVariantId?.value ?? null,
          optionValues: selectedOptions,
          price: variant.price,
          compareAtPrice: variant.compareAtPrice,
          barcode: variant.barcode,
          cost: unitCost?.amount ?? null,
          weightGrams: inGrams(measurement?.weight ?? null),
          inventoryItemId: inventoryItem.id,
          available: inventoryLevel ? (inventoryLevel.quantities[0]?.quantity ?? 0) : null,
          elsewhere: (locationsCount?.count ?? 0) - (inventoryLevel ? 1 : 0),
        };
      }),
    );
    if (!pageInfo.hasNextPage) {
      const { title, descriptionHtml, vendor, productType, tags } = product;
      const supplierProductId = product.supplierProductId?.value ?? null;
      const about = { title, descriptionHtml, vendor, productType, tags };
      return { id: product.id as ShopProductId, supplierProductId, ...about, variants, channels };
    }
    after = pageInfo.endCursor ?? null;
  }
}

function readPage(
  shop: ShopDomain,
  variables: {
    identifier: ReturnType<typeof toIdentifier>;
    first: number;
    after: string | null;
    locationId: string;
    withStock: boolean;
    withChannels: boolean;
    withItems: boolean;
  },
) {
  return queryShop(shop, (request) =>
    request(
      `#graphql
      query shopProduct(
        $identifier: ProductIdentifierInput!
        $first: Int!
        $after: String
        $locationId: ID!
        $withStock: Boolean!
        $withChannels: Boolean!
        $withItems: Boolean!
      ) {
        productByIdentifier(identifier: $identifier) {
          id
          title
          descriptionHtml
          vendor
          productType
          tags
          supplierProductId: metafield(namespace: "$app", key: "supplier_product_id") { value }
          resourcePublicationsV2(first: 10) @include(if: $withChannels) {
            nodes { publication { catalog { ... on AppCatalog { apps(first: 1) { nodes { title } } } } } }
          }
          variants(first: $first, after: $after) {
            nodes {
              id
              price
              compareAtPrice
              barcode
              selectedOptions { name value }
              supplierVariantId: metafield(namespace: "$app", key: "supplier_variant_id") { value }
              inventoryItem {
                id
                inventoryLevel(locationId: $locationId) @include(if: $withStock) {
                  quantities(names: ["available"]) { quantity }
                }
                locationsCount @include(if: $withStock) { count }
                unitCost @include(if: $withItems) { amount }
                measurement @include(if: $withItems) { weight { unit value } }
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

const GRAMS = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349_523_125, POUNDS: 453.592_37 };

function inGrams(weight: { unit: keyof typeof GRAMS; value: number } | null): number | null {
  return weight === null ? null : weight.value * GRAMS[weight.unit];
}

/** How Shopify's operations name a product. */
export function toIdentifier(identity: ProductIdentity) {
  if ("id" in identity) return { id: identity.id };
  return { customId: { namespace: "$app", key: PRODUCT_KEY, value: identity.supplierProductId } };
}
