import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import type { OptionValue } from "./product-content.ts";
import { namesOf } from "./publications.server.ts";

export type ShopProduct = {
  id: ShopProductId;
  /** The linked product of the supplier, from a metafield. */
  supplierProductId: string | null;
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  tags: string[];
  options: ShopOption[];
  variants: ShopVariant[];
  /**
   * Names of the sales channels that the product is published to, at most ten; null unless `withChannels`.
   */
  channels: string[] | null;
};

/** An option with all its values. */
export type ShopOption = {
  name: string;
  /**
   * The metafield that the merchant has linked the option to; null if there is none. The metafield defines the values
   * of such an option, and Shopify rejects plain names for them.
   */
  linked: { namespace: string; key: string } | null;
  values: { name: string; linkedValue: string | null }[];
};

export type ShopVariant = {
  id: ShopVariantId;
  /**
   * The linked variant of the supplier, from a metafield; null if the variant is not linked, for example because the
   * merchant added it.
   */
  supplierVariantId: string | null;
  optionValues: OptionValue[];
  /** Decimals in the shop's currency. */
  price: string;
  compareAtPrice: string | null;
  barcode: string | null;
  /** Null if the shop has no cost for the variant, or without `withItems`. */
  cost: string | null;
  weightGrams: number | null;
  inventoryItemId: string;
  /** Available pieces at our location; null if the variant is not stocked there. */
  available: number | null;
  /** Number of other locations that stock the variant. */
  elsewhere: number;
};

/** Identifies a product by its own id, or by the supplier's id, which a metafield contains. */
export type ProductIdentity = { id: ShopProductId } | { supplierProductId: string };

/** The metafields that `shopify.app.toml` declares. */
export const PRODUCT_KEY = "supplier_product_id";
export const VARIANT_KEY = "supplier_variant_id";

/** Options for reading a product. */
type ReadProduct = {
  /** Our location; null to read no stock, and then `available` is null for every variant. */
  locationId: string | null;
  /** Expected number of variants. */
  expected: number;
  /** Reads the sales channels. */
  withChannels?: boolean;
  /** Reads costs and weights. */
  withItems?: boolean;
};

/**
 * Variants per page. A query stays below a thousand points even if Shopify charges each variant in full, as Shopify
 * once described (shopify.engineering: Rate limiting GraphQL APIs). In recorded replies, a page costs much less: about
 * the logarithm of its size.
 */
const VARIANTS_A_PAGE = 125;
const VARIANTS_A_PAGE_WITH_ITEMS = 80;

/**
 * Reads a product with all its variants and their stock; null if the shop does not have it. The query costs
 * fewer points if fewer variants are `expected`.
 */
export async function findProduct(
  shop: ShopDomain,
  identity: ProductIdentity,
  { locationId, expected, withChannels = false, withItems = false }: ReadProduct,
): Promise<ShopProduct | null> {
  const variants: ShopVariant[] = [];
  let channels: string[] | null = null;
  let options: ShopOption[] = [];
  let after: string | null = null;
  for (;;) {
    const { productByIdentifier: product } = await readPage(shop, {
      identifier: toIdentifier(identity),
      first: Math.min(withItems ? VARIANTS_A_PAGE_WITH_ITEMS : VARIANTS_A_PAGE, Math.max(1, expected)),
      after,
      locationId: locationId ?? "",
      withStock: locationId !== null,
      withChannels: withChannels && after === null,
      withOptions: after === null,
      withItems,
    });
    if (!product) return null;
    if (product.resourcePublicationsV2) channels = namesOf(product.resourcePublicationsV2.nodes);
    if (product.options) options = product.options.map(toOption);
    const { nodes, pageInfo } = product.variants;
    variants.push(
      ...nodes.map(({ id, supplierVariantId, selectedOptions, inventoryItem, ...variant }) => {
        const { inventoryLevel, locationsCount, unitCost, measurement } = inventoryItem;
        return {
          id: id as ShopVariantId,
          supplierVariantId: supplierVariantId?.value ?? null,
          optionValues: selectedOptions.map((selected) => withLinkedValue(selected, options)),
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
      const about = { title, descriptionHtml, vendor, productType, tags, options };
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
    withOptions: boolean;
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
        $withOptions: Boolean!
        $withItems: Boolean!
      ) {
        productByIdentifier(identifier: $identifier) {
          id
          title
          descriptionHtml
          vendor
          productType
          tags
          options @include(if: $withOptions) {
            name
            linkedMetafield { namespace key }
            optionValues { name linkedMetafieldValue }
          }
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

function toOption({ name, linkedMetafield, optionValues }: OptionNode): ShopOption {
  const { namespace, key } = linkedMetafield ?? {};
  return {
    name,
    linked: namespace && key ? { namespace, key } : null,
    values: optionValues.map((value) => ({
      name: value.name,
      linkedValue: value.linkedMetafieldValue ?? null,
    })),
  };
}

type OptionNode = NonNullable<
  NonNullable<Awaited<ReturnType<typeof readPage>>["productByIdentifier"]>["options"]
>[number];

function withLinkedValue(
  { name, value }: { name: string; value: string },
  options: ShopOption[],
): OptionValue {
  const option = options.find((each) => each.name === name);
  const linkedValue = option?.values.find((each) => each.name === value)?.linkedValue ?? null;
  return { name, value, ...(linkedValue !== null && { linkedValue }) };
}

const GRAMS = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349_523_125, POUNDS: 453.592_37 };

function inGrams(weight: { unit: keyof typeof GRAMS; value: number } | null): number | null {
  return weight === null ? null : weight.value * GRAMS[weight.unit];
}

/** Translates an identity for Shopify's operations. */
export function toIdentifier(identity: ProductIdentity) {
  if ("id" in identity) return { id: identity.id };
  return { customId: { namespace: "$app", key: PRODUCT_KEY, value: identity.supplierProductId } };
}
