import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import { toIdentifier } from "./products.server.ts";

export type VariantWithSku = {
  id: ShopVariantId;
  shopProductId: ShopProductId;
  sku: string;
  /** The linked variant of the supplier, from a metafield. */
  supplierVariantId: string | null;
};

/** Limits the length of the search text. */
const SKUS_A_SEARCH = 100;
const VARIANTS_A_PAGE = 10;

/** Returns all variants of the shop with one of these SKUs, ignoring case. */
export async function findVariantsBySku(shop: ShopDomain, skus: string[]): Promise<VariantWithSku[]> {
  const found: VariantWithSku[] = [];
  for (let start = 0; start < skus.length; start += SKUS_A_SEARCH) {
    const searched = skus.slice(start, start + SKUS_A_SEARCH);
    found.push(...(await readOn(shop, searched, await readPage(shop, searched, null))));
  }
  return found;
}

/**
 * Returns the shop's product that is linked to the supplier's, and the variants with one of these SKUs. In most cases
 * one request is enough.
 */
export async function lookUpProduct(
  shop: ShopDomain,
  { supplierProductId, skus }: { supplierProductId: string; skus: string[] },
): Promise<{ shopProductId: ShopProductId | null; alike: VariantWithSku[] }> {
  const searched = skus.slice(0, SKUS_A_SEARCH);
  const { productByIdentifier: product, productVariants } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
      query lookUpProduct($identifier: ProductIdentifierInput!, $query: String!, $first: Int!) {
        productByIdentifier(identifier: $identifier) { id }
        productVariants(first: $first, query: $query) {
          nodes {
            id
            sku
            product { id }
            supplierVariantId: metafield(namespace: "$app", key: "supplier_variant_id") { value }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
        {
          variables: {
            identifier: toIdentifier({ supplierProductId }),
            query: searched.map((sku) => searchTerm("sku", sku)).join(" OR "),
            first: VARIANTS_A_PAGE,
          },
        },
      ),
    { pace: "bulk" },
  );
  const alike = await readOn(shop, searched, productVariants);
  return {
    shopProductId: (product?.id ?? null) as ShopProductId | null,
    alike: [...alike, ...(await findVariantsBySku(shop, skus.slice(SKUS_A_SEARCH)))],
  };
}

type Page = Awaited<ReturnType<typeof readPage>>;

/** Returns the exact matches of a page and of the pages after it. Shopify's search also finds inexact matches. */
async function readOn(shop: ShopDomain, skus: string[], first: Page): Promise<VariantWithSku[]> {
  const wanted = new Set(skus.map(foldSku));
  const found: VariantWithSku[] = [];
  for (let page = first; ; page = await readPage(shop, skus, page.pageInfo.endCursor ?? null)) {
    for (const { id, sku, product, supplierVariantId } of page.nodes)
      if (sku != null && wanted.has(foldSku(sku)))
        found.push({
          id: id as ShopVariantId,
          shopProductId: product.id as ShopProductId,
          sku,
          supplierVariantId: supplierVariantId?.value ?? null,
        });
    if (!page.pageInfo.hasNextPage) return found;
  }
}

async function readPage(shop: ShopDomain, skus: string[], after: string | null) {
  const { productVariants } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
      query variantsBySku($query: String!, $first: Int!, $after: String) {
        productVariants(first: $first, after: $after, query: $query) {
          nodes {
            id
            sku
            product { id }
            supplierVariantId: metafield(namespace: "$app", key: "supplier_variant_id") { value }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `,
        {
          variables: {
            query: skus.map((sku) => searchTerm("sku", sku)).join(" OR "),
            first: VARIANTS_A_PAGE,
            after,
          },
        },
      ),
    { pace: "bulk" },
  );
  return productVariants;
}

/**
 * Returns a term for a search. Quotes make the text literal; a backslash escapes the next character
 * (shopify.dev: search syntax).
 */
export function searchTerm(field: string, text: string): string {
  return `${field}:"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** Returns a SKU for comparisons. Shopify compares SKUs ignoring case and surrounding blanks. */
export function foldSku(sku: string): string {
  return sku.trim().toLowerCase();
}
