import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readBulkResult, runBulkQuery } from "../bulk/bulk-operations.server.ts";
import type { allProductValuesQuery } from "../generated/admin.d.ts";
import type { ShopProductId } from "../ids.ts";
import { type ProductValues, toVariant } from "./product-values.server.ts";

/** All values except descriptions, which are long and in most shops the merchant's own. */
export type ValuesInBulk = Omit<ProductValues, "descriptionHtml"> & { id: ShopProductId };

/**
 * Starts a bulk query of the values of all products.
 * @throws Failure as `runBulkQuery`.
 */
export function beginReadingValues(shop: ShopDomain): Promise<{ id: string }> {
  return runBulkQuery(
    shop,
    `#graphql
      query allProductValues {
        products {
          edges {
            node {
              id
              updatedAt
              status
              title
              vendor
              productType
              variants { edges { node { id price compareAtPrice inventoryItem { unitCost { amount } } } } }
            }
          }
        }
      }
    `,
    { isGrouped: true },
  );
}

type Product = allProductValuesQuery["products"]["edges"][number]["node"];
type Variant = Product["variants"]["edges"][number]["node"];

/**
 * Streams the products of a result, each with all its variants.
 * @throws Failure as `readBulkResult`; `unexpected-reply` if a variant does not follow its product.
 */
export async function* readValues(shop: ShopDomain, url: string): AsyncGenerator<ValuesInBulk> {
  let product: ValuesInBulk | null = null;
  for await (const line of readBulkResult(shop, url)) {
    if (line.__parentId === undefined) {
      if (product !== null) yield product;
      const { id, updatedAt, status, title, vendor, productType } = line as unknown as Product;
      const version = { updatedAt: new Date(updatedAt), status };
      product = { id: id as ShopProductId, ...version, title, vendor, productType, variants: [] };
    } else if (product?.id === line.__parentId) product.variants.push(toVariant(line as unknown as Variant));
    else
      throw new Failure({
        code: "unexpected-reply",
        side: "shop",
        detail: "a bulk query's result is not grouped",
        explanation: { code: "failure.shop.unexpected-reply", problem: "" },
      });
  }
  if (product !== null) yield product;
}
