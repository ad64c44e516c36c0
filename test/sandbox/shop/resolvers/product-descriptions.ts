import {
  hasOnlyDefaultVariant,
  variantTitle,
  type MediaImage,
  type OptionValue,
  type Product,
  type ProductOption,
  type Variant,
} from "../catalog/catalog.ts";
import { readStatus } from "../catalog/media.ts";
import { gid } from "../ids.ts";
import { isoTime } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { totalAvailable } from "../stock/stock.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeItem } from "./inventory-descriptions.ts";
import { metafieldFields } from "./metafields.ts";
import { publicationFields } from "./publications.ts";

export function describeProduct(shop: ShopState, product: Product) {
  const { variants } = product;
  const prices = variants.map(({ price }) => Number(price));
  const tracked = variants.filter(({ item }) => item.tracked);
  return {
    __typename: "Product",
    id: gid("Product", product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    descriptionHtml: product.descriptionHtml,
    description: () => product.descriptionHtml.replaceAll(/<[^>]*>/g, "").trim(),
    vendor: product.vendor,
    productType: product.productType,
    status: product.status,
    tags: product.tags,
    seo: product.seo,
    isGiftCard: false,
    category: null,
    templateSuffix: null,
    publishedAt: null,
    onlineStoreUrl: onlineStoreUrl(shop, product),
    options: ({ first }: { first?: number | null }) =>
      product.options
        .slice(0, first ?? undefined)
        .map((option, index) => describeOption(product, option, index)),
    variants: (args: PageArgs & { sortKey?: string | null }) =>
      connect(variants, args, (variant) => describeVariant(shop, variant), variantOrder(args.sortKey)),
    variantsCount: { count: variants.length, precision: "EXACT" },
    hasOnlyDefaultVariant: hasOnlyDefaultVariant(product),
    hasOutOfStockVariants: tracked.some(({ item }) => totalAvailable(item) <= 0),
    totalInventory: tracked.reduce((sum, { item }) => sum + totalAvailable(item), 0),
    tracksInventory: tracked.length > 0,
    priceRangeV2: {
      minVariantPrice: money(shop, Math.min(...prices)),
      maxVariantPrice: money(shop, Math.max(...prices)),
    },
    media: (args: PageArgs) => connect(product.media, args, describeMedia),
    mediaCount: { count: product.media.length, precision: "EXACT" },
    featuredMedia: () => (product.media[0] ? describeMedia(product.media[0]) : null),
    ...metafieldFields(shop, product.metafields),
    ...publicationFields(shop, product),
    createdAt: isoTime(product.createdAt),
    updatedAt: isoTime(product.updatedAt),
  };
}

/** Null unless customers can see the product in the online store (https://shopify.dev/docs/api/admin-graphql/latest/objects/Product). */
function onlineStoreUrl(shop: ShopState, { handle, status, publishedOn }: Product): string | null {
  const isShown = status === "ACTIVE" && publishedOn.some((channel) => channel.handle === "online_store");
  return isShown ? `https://${shop.domain}/products/${handle}` : null;
}

export function describeVariant(shop: ShopState, variant: Variant) {
  const { product, item } = variant;
  return {
    __typename: "ProductVariant",
    id: gid("ProductVariant", variant.id),
    legacyResourceId: String(variant.id),
    title: variantTitle(variant),
    displayName: `${product.title} - ${variantTitle(variant)}`,
    sku: item.sku,
    barcode: variant.barcode,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    position: product.variants.indexOf(variant) + 1,
    taxable: variant.taxable,
    inventoryPolicy: variant.inventoryPolicy,
    inventoryQuantity: totalAvailable(item),
    availableForSale: !item.tracked || variant.inventoryPolicy === "CONTINUE" || totalAvailable(item) > 0,
    selectedOptions: () =>
      product.options.map(({ name }, index) => ({
        name,
        value: variant.values[index]?.name,
        optionValue: variant.values[index] ? describeOptionValue(product, variant.values[index]) : null,
      })),
    product: () => describeProduct(shop, product),
    inventoryItem: () => describeItem(shop, item),
    media: (args: PageArgs) => connect(variant.image ? [variant.image] : [], args, describeMedia),
    ...metafieldFields(shop, variant.metafields),
    createdAt: isoTime(variant.createdAt),
    updatedAt: isoTime(variant.updatedAt),
  };
}

/** Positions are the default inside a product. */
function variantOrder(sortKey: string | null | undefined): (variant: Variant) => number | string {
  if (sortKey === "ID") return ({ id }) => id;
  if (sortKey === "SKU") return ({ item }) => item.sku ?? "";
  return (variant) => variant.product.variants.indexOf(variant);
}

function describeOption(product: Product, option: ProductOption, index: number) {
  return {
    __typename: "ProductOption",
    id: gid("ProductOption", option.id),
    name: option.name,
    position: index + 1,
    linkedMetafield: option.linked ?? null,
    values: option.values.map(({ name }) => name),
    optionValues: () => option.values.map((value) => describeOptionValue(product, value)),
  };
}

function describeOptionValue(product: Product, { id, name, linkedValue }: OptionValue) {
  const hasVariants = product.variants.some(({ values }) => values.some((value) => value.id === id));
  return { id: gid("ProductOptionValue", id), name, hasVariants, linkedMetafieldValue: linkedValue ?? null };
}

/** Shopify copies an image to its own servers; here the image stays where it was found. */
function describeMedia(media: MediaImage) {
  const { id, originalSource, alt, createdAt } = media;
  const image = { id: gid("ImageSource", id), url: originalSource, altText: alt, width: null, height: null };
  return {
    __typename: "MediaImage",
    id: gid("MediaImage", id),
    alt,
    mediaContentType: "IMAGE",
    status: () => readStatus(media),
    fileStatus: media.status,
    mediaErrors: () =>
      media.status === "FAILED"
        ? [{ code: "IMAGE_DOWNLOAD_FAILURE", message: "The image could not be downloaded.", details: null }]
        : [],
    mediaWarnings: [],
    fileErrors: [],
    image,
    preview: { image, status: "READY" },
    originalSource: { url: originalSource, fileSize: null },
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(createdAt),
  };
}

function money({ currencyCode }: ShopState, amount: number) {
  return { amount: String(amount), currencyCode };
}
