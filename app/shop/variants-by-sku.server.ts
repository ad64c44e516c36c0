import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";
import type { ShopProductId, ShopVariantId } from "./ids.ts";

/** A variant of the shop that has a certain SKU. */
export type VariantWithSku = {
  id: ShopVariantId;
  shopProductId: ShopProductId;
  sku: string;
  /** The supplier's variant that it is linked to in the shop. */
  supplierVariantId: string | null;
};

/** The search is one line of text, whose length Shopify limits. */
const SKUS_A_SEARCH = 25;
const VARIANTS_A_PAGE = 25;

/** All variants of the shop that have one of these SKUs, in upper or lower case. */
export async function findVariantsBySku(shop: ShopDomain, skus: string[]): Promise<VariantWithSku[]> {
  const found: VariantWithSku[] = [];
  for (let start = 0; start < skus.length; start += SKUS_A_SEARCH)
    found.push(...(await search(shop, skus.slice(start, start + SKUS_A_SEARCH))));
  return found;
}

async function search(shop: ShopDomain, skus: string[]): Promise<VariantWithSku[]> {
  const wanted = new Set(skus.map(folded));
  const found: VariantWithSku[] = [];
  let after: string | null = null;
  for (;;) {
    const { nodes, pageInfo } = await readPage(shop, { query: skus.map(term).join(" OR "), after });
    for (const { id, sku, product, supplierVariantId } of nodes)
      // The search may find more than what is exactly so.
      if (sku != null && wanted.has(folded(sku)))
        found.push({
          id: id as ShopVariantId,
          shopProductId: product.id as ShopProductId,
          sku,
          supplierVariantId: supplierVariantId?.value ?? null,
        });
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor ?? null;
  }
}

async function readPage(shop: ShopDomain, { query, after }: { query: string; after: string | null }) {
  const data = await queryShop(shop, (request) =>
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
      { variables: { query, first: VARIANTS_A_PAGE, after } },
    ),
  );
  return data.productVariants;
}

/** In quotes a SKU is taken as it is (shopify.dev: Shopify API search syntax). */
function term(sku: string): string {
  return `sku:"${sku.replace(/[\\"]/g, "\\$&")}"`;
}

function folded(sku: string): string {
  return sku.trim().toLowerCase();
}
