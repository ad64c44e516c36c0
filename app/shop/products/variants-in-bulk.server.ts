import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readBulkResult, runBulkQuery } from "../bulk/bulk-operations.server.ts";
import type { allShopVariantsQuery } from "../generated/admin.d.ts";
import { type FoundVariant, toFound } from "./shop-variants.server.ts";

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

type Line = allShopVariantsQuery["productVariants"]["edges"][number]["node"];
