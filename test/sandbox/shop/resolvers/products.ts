import { variantTitle, type Product, type Variant } from "../catalog/catalog.ts";
import { findProduct } from "../catalog/product-identity.ts";
import type { ProductIdentifier } from "../catalog/product-input.ts";
import { gid, numberIn } from "../ids.ts";
import { totalAvailable } from "../stock/stock.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeProduct, describeVariant } from "./product-descriptions.ts";
import type { Resolvers } from "./resolver.ts";
import { search, searchIndex, type SearchFields } from "./search-syntax.ts";

interface ListArgs extends PageArgs {
  query?: string | null;
  sortKey?: string | null;
}

export const productResolvers: Resolvers = {
  QueryRoot: {
    product: (_source, { id }: { id: string }, { shop }) => {
      const product = shop.catalog.products.get(numberIn("Product", id));
      return product ? describeProduct(shop, product) : null;
    },
    productByIdentifier: (_source, { identifier }: { identifier: ProductIdentifier }, { shop }) => {
      const product = findProduct(shop, identifier);
      return product ? describeProduct(shop, product) : null;
    },
    products: (_source, args: ListArgs, context) => {
      const { shop } = context;
      const found = searchIndex(context, shop.catalog.products.values(), {
        query: args.query,
        fields: PRODUCT_FIELDS,
      });
      return connect(found, args, (product) => describeProduct(shop, product), productOrder(args.sortKey));
    },
    productsCount: (_source, { query }: { query?: string | null }, context) => ({
      count: searchIndex(context, context.shop.catalog.products.values(), { query, fields: PRODUCT_FIELDS })
        .length,
      precision: "EXACT",
    }),
    productVariant: (_source, { id }: { id: string }, { shop }) => {
      const variant = shop.catalog.variants.get(numberIn("ProductVariant", id));
      return variant ? describeVariant(shop, variant) : null;
    },
    collections: (_source, args: ListArgs, { shop }) =>
      connect(
        search(shop.collections, args.query, {
          collection_type: () => "custom",
          title: ({ title }) => title,
        }),
        args,
        ({ id, title }) => ({ __typename: "Collection", id: gid("Collection", id), title }),
        ({ title }) => title,
      ),
    productVariants: (_source, args: ListArgs, context) => {
      const { shop } = context;
      const found = searchIndex(context, shop.catalog.variants.values(), {
        query: args.query,
        fields: VARIANT_FIELDS,
      });
      return connect(found, args, (variant) => describeVariant(shop, variant), variantOrder(args.sortKey));
    },
  },
};

const PRODUCT_FIELDS: SearchFields<Product> = {
  default: (product) => [...words(product.title), ...product.variants.map(({ item }) => item.sku)],
  id: ({ id }) => id,
  title: ({ title }) => words(title),
  handle: ({ handle }) => handle,
  vendor: ({ vendor }) => vendor,
  product_type: ({ productType }) => productType,
  status: ({ status }) => status,
  tag: ({ tags }) => tags,
  sku: ({ variants }) => variants.map(({ item }) => item.sku),
  barcode: ({ variants }) => variants.map(({ barcode }) => barcode),
  variant_id: ({ variants }) => variants.map(({ id }) => id),
  inventory_total: ({ variants }) => variants.reduce((sum, { item }) => sum + totalAvailable(item), 0),
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
};

const VARIANT_FIELDS: SearchFields<Variant> = {
  default: (variant) => [...words(variant.product.title), variant.item.sku, variant.barcode],
  id: ({ id }) => id,
  sku: ({ item }) => item.sku,
  barcode: ({ barcode }) => barcode,
  title: (variant) => words(variantTitle(variant)),
  product_id: ({ product }) => product.id,
  product_ids: ({ product }) => product.id,
  product_status: ({ product }) => product.status,
  vendor: ({ product }) => product.vendor,
  tag: ({ product }) => product.tags,
  inventory_quantity: ({ item }) => totalAvailable(item),
  updated_at: ({ updatedAt }) => updatedAt,
};

/** The whole text, and each of its words. */
function words(text: string): string[] {
  return [text, ...text.split(/\s+/)];
}

function productOrder(sortKey: string | null | undefined): (product: Product) => number | string {
  switch (sortKey) {
    case "TITLE":
      return ({ title }) => title;
    case "VENDOR":
      return ({ vendor }) => vendor;
    case "CREATED_AT":
      return ({ createdAt }) => createdAt.getTime();
    case "UPDATED_AT":
      return ({ updatedAt }) => updatedAt.getTime();
    default:
      return ({ id }) => id;
  }
}

function variantOrder(sortKey: string | null | undefined): (variant: Variant) => number | string {
  return sortKey === "SKU" ? ({ item }) => item.sku ?? "" : ({ id }) => id;
}
