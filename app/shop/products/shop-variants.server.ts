import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import { numberIn, type ShopProductId, type ShopVariantId } from "../ids.ts";
import { runBulkQuery } from "../bulk/bulk-operations.server.ts";
import { readBulkResult } from "../bulk/read-bulk-result.server.ts";
import { foldSku, searchTerm } from "./variants-by-sku.server.ts";
import type { allShopVariantsQuery } from "../generated/admin.d.ts";

/** A variant of the shop with the fields that matching compares. */
export type FoundVariant = {
  id: ShopVariantId;
  shopProductId: ShopProductId;
  productTitle: string;
  /** Its option values; none if the product has no options. */
  options: string[];
  sku: string | null;
  barcode: string | null;
  price: string;
  imageUrl: string | null;
  /** The product's status: "ACTIVE", "DRAFT", "ARCHIVED" or "UNLISTED". */
  status: string;
};

/** Search terms, for one or several products. */
export type Sought = { skus: string[]; barcodes: string[]; titles: string[]; productIds: ShopProductId[] };

/** Limits the length of the search text. */
const TERMS_A_SEARCH = 60;

/** Maximum number of products that a search returns for a term. */
const PRODUCTS_A_TERM = 50;

/**
 * Variants per page. A variant with its product and image costs at most seven points, and a query may cost a
 * thousand.
 */
const VARIANTS_A_PAGE = 100;

/**
 * Reads a page of the shop's variants, ordered by the numbers of their ids, after the number `after`. Does not use
 * Shopify's cursors, because they end after 25,000 objects.
 * @returns `last`, the `after` of the next page; null on the last one.
 */
export async function readVariantsAfter(
  shop: ShopDomain,
  after: string | null,
): Promise<{ variants: FoundVariant[]; last: string | null }> {
  const { nodes, pageInfo } = await readPage(shop, { query: `id:>${after ?? "0"}`, after: null });
  const variants = nodes.map(toFound);
  return { variants, last: pageInfo.hasNextPage ? numberIn(variants.at(-1)?.id ?? "") : null };
}

/**
 * Returns all variants of the products in `productIds` and of the products found for the SKUs, barcodes and titles.
 * Shopify's search may return more than exact matches. A SKU or barcode of more than `PRODUCTS_A_TERM` products is a
 * placeholder, so only that many are returned. A title returns only as many, because an equal title proves no match.
 */
export async function searchVariants(shop: ShopDomain, sought: Sought): Promise<FoundVariant[]> {
  const terms: Term[] = [
    ...sought.skus.map((text) => ({ field: "sku" as const, text })),
    ...sought.barcodes.map((text) => ({ field: "barcode" as const, text })),
    ...sought.titles.map((text) => ({ field: "title" as const, text })),
  ];
  const ids = new Set<string>(sought.productIds);
  for (const batch of batches(terms, TERMS_A_SEARCH))
    for (const id of await searchProducts(shop, batch)) ids.add(id);
  const found: FoundVariant[] = [];
  for (const batch of batches([...ids], TERMS_A_SEARCH)) {
    const query = batch.map((id) => `product_id:${numberIn(id) ?? "0"}`).join(" OR ");
    for (let after: string | null = null; ;) {
      const { nodes, pageInfo } = await readPage(shop, { query, after });
      found.push(...nodes.map(toFound));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor ?? null;
    }
  }
  return found;
}

/**
 * Starts a bulk query of all variants, with the same fields as `readVariantsAfter`.
 * @throws Failure as `runBulkQuery`.
 */
export function beginReadingVariants(shop: ShopDomain): Promise<{ id: string }> {
  return runBulkQuery(
    shop,
    `#graphql
      query allShopVariants {
        productVariants {
          edges {
            node {
              id
              sku
              barcode
              price
              selectedOptions { name value }
              product {
                id
                title
                status
                featuredMedia { preview { image { url } } }
              }
            }
          }
        }
      }
    `,
  );
}

/**
 * Streams the variants of a result, in no particular order.
 * @throws Failure as `readBulkResult`.
 */
export async function* readVariants(shop: ShopDomain, url: string): AsyncGenerator<FoundVariant> {
  for await (const line of readBulkResult(shop, url)) yield toFound(line as unknown as Line);
}

type Term = { field: "sku" | "barcode" | "title"; text: string };

/**
 * Returns the ids of products that match one of the terms. If there are too many, searches for fewer terms at a time,
 * so that one term's matches don't hide another's.
 */
async function searchProducts(shop: ShopDomain, terms: Term[]): Promise<string[]> {
  const query = terms.map(({ field, text }) => searchTerm(field, text)).join(" OR ");
  const { products } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
      query searchProducts($query: String!, $first: Int!) {
        products(first: $first, query: $query) { nodes { id } pageInfo { hasNextPage } }
      }
    `,
        { variables: { query, first: PRODUCTS_A_TERM } },
      ),
    { pace: "bulk" },
  );
  const [term, ...others] = terms;
  if (!products.pageInfo.hasNextPage || term === undefined) return products.nodes.map(({ id }) => id);
  if (others.length > 0) {
    const halves = batches(terms, Math.ceil(terms.length / 2));
    const found: string[] = [];
    for (const half of halves) found.push(...(await searchProducts(shop, half)));
    return found;
  }
  const { field, text } = term;
  return field === "title" ? products.nodes.map(({ id }) => id) : searchExactly(shop, { field, text });
}

/**
 * Returns the ids of products with exactly this SKU or barcode, ignoring case. Reads all pages, because inexact matches
 * may come before the exact ones.
 */
async function searchExactly(
  shop: ShopDomain,
  { field, text }: { field: "sku" | "barcode"; text: string },
): Promise<string[]> {
  const ids = new Set<string>();
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo }: Page = await readPage(shop, { query: searchTerm(field, text), after });
    for (const node of nodes) if (foldSku(node[field] ?? "") === foldSku(text)) ids.add(node.product.id);
    if (!pageInfo.hasNextPage || ids.size >= PRODUCTS_A_TERM) return [...ids].slice(0, PRODUCTS_A_TERM);
    after = pageInfo.endCursor ?? null;
  }
}

type Page = Awaited<ReturnType<typeof readPage>>;

async function readPage(shop: ShopDomain, { query, after }: { query: string; after: string | null }) {
  const { productVariants } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
      query shopVariants($query: String!, $first: Int!, $after: String) {
        productVariants(first: $first, after: $after, query: $query, sortKey: ID) {
          nodes {
            id
            sku
            barcode
            price
            selectedOptions { name value }
            product {
              id
              title
              status
              featuredMedia { preview { image { url } } }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
        { variables: { query, after, first: VARIANTS_A_PAGE } },
      ),
    { pace: "bulk" },
  );
  return productVariants;
}

function toFound({ id, sku, barcode, price, selectedOptions, product }: Page["nodes"][number]): FoundVariant {
  return {
    id: id as ShopVariantId,
    price,
    status: product.status,
    sku: sku ?? null,
    barcode: barcode ?? null,
    shopProductId: product.id as ShopProductId,
    productTitle: product.title,
    // Drops the option that Shopify gives a product without options.
    options: selectedOptions.flatMap(({ name, value }) =>
      name === "Title" && value === "Default Title" ? [] : [value],
    ),
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
  };
}

function batches<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

type Line = allShopVariantsQuery["productVariants"]["edges"][number]["node"];
