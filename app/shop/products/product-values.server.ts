import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import { toAmounts, type VariantAmounts } from "./product-content.ts";
import { unexpectedReply } from "../failures.ts";
import { runBulkQuery } from "../bulk/bulk-operations.server.ts";
import { readBulkResult } from "../bulk/read-bulk-result.server.ts";
import type { allProductValuesQuery } from "../generated/admin.d.ts";

/** A product's last change and status. Costs one point per product. */
export type ProductVersion = { updatedAt: Date; status: ProductStatus };

export type ProductStatus = "ACTIVE" | "ARCHIVED" | "DRAFT" | "UNLISTED";

/** The product's present values in the shop that Stockbridge may have written. */
export type ProductValues = ProductVersion & {
  title: string;
  descriptionHtml: string;
  vendor: string;
  productType: string;
  variants: ({ id: ShopVariantId } & VariantAmounts)[];
};

/** All values except descriptions. Descriptions are long, and in most shops the merchant writes them. */
export type ValuesInBulk = Omit<ProductValues, "descriptionHtml"> & { id: ShopProductId };

/** Maximum per query (shopify.dev: arrays). */
const IDS_A_QUERY = 250;

/** Points that a query may cost. Shopify's limit is 1,000. */
const POINTS_A_QUERY = 900;

/** Maximum of variants or images per page. */
const ENTRIES_A_PAGE = 250;

/**
 * Points per product: one for the product, two for its list of variants, three per variant with its item and
 * cost.
 */
const costOf = (variants: number) => 3 + 3 * variants;

/** Reads the versions of products. Omits products that the shop does not have. */
export async function readProductVersions(
  shop: ShopDomain,
  ids: ShopProductId[],
): Promise<Map<ShopProductId, ProductVersion>> {
  const found = new Map<ShopProductId, ProductVersion>();
  for (let start = 0; start < ids.length; start += IDS_A_QUERY) {
    const { nodes } = await queryShop(
      shop,
      (request) =>
        request(
          `#graphql
        query productVersions($ids: [ID!]!) {
          nodes(ids: $ids) { ... on Product { id updatedAt status } }
        }
      `,
          { variables: { ids: ids.slice(start, start + IDS_A_QUERY) } },
        ),
      { pace: "bulk" },
    );
    for (const node of nodes)
      if (node && "updatedAt" in node)
        found.set(node.id as ShopProductId, { updatedAt: new Date(node.updatedAt), status: node.status });
  }
  return found;
}

/**
 * Reads the values of products with all their variants. Omits products that the shop does not have.
 * `variants`: expected number per product.
 */
export async function readProductValues(
  shop: ShopDomain,
  products: { id: ShopProductId; variants: number }[],
): Promise<Map<ShopProductId, ProductValues>> {
  const found = new Map<ShopProductId, ProductValues>();
  const expected = products.map(({ id, variants }) => ({ id, expected: variants }));
  for (const { ids, first } of groupByCost(expected, costOf)) {
    for (const node of (await readPage(shop, { ids, first, after: null })).nodes) {
      if (!node || !("variants" in node)) continue;
      const id = node.id as ShopProductId;
      const { title, descriptionHtml, vendor, productType, status } = node;
      const variants = node.variants.nodes.map(toVariant);
      let { hasNextPage, endCursor } = node.variants.pageInfo;
      while (hasNextPage) {
        const page = await readPage(shop, { ids: [id], first: ENTRIES_A_PAGE, after: endCursor ?? null });
        const [more] = page.nodes;
        if (!more || !("variants" in more)) break;
        variants.push(...more.variants.nodes.map(toVariant));
        ({ hasNextPage, endCursor } = more.variants.pageInfo);
      }
      const updatedAt = new Date(node.updatedAt);
      found.set(id, { updatedAt, status, title, descriptionHtml, vendor, productType, variants });
    }
  }
  return found;
}

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
    else throw unexpectedReply("a bulk query's result is not grouped");
  }
  if (product !== null) yield product;
}

/**
 * Groups products into queries. Within a query, each product gets the same number of list entries (`first`). Therefore
 * products with a similar `expected` share a query.
 * @param costOf points per product if the query selects that many entries.
 */
export function groupByCost(
  products: { id: ShopProductId; expected: number }[],
  costOf: (first: number) => number,
): { ids: ShopProductId[]; first: number }[] {
  const groups: { ids: ShopProductId[]; first: number }[] = [];
  for (const { id, expected } of products.toSorted((one, other) => other.expected - one.expected)) {
    const last = groups.at(-1);
    const fits =
      last && last.ids.length < IDS_A_QUERY && (last.ids.length + 1) * costOf(last.first) <= POINTS_A_QUERY;
    if (fits) last.ids.push(id);
    else groups.push({ ids: [id], first: Math.min(ENTRIES_A_PAGE, Math.max(1, expected)) });
  }
  return groups;
}

function readPage(shop: ShopDomain, variables: { ids: string[]; first: number; after: string | null }) {
  return queryShop(
    shop,
    (request) =>
      request(
        `#graphql
      query productValues($ids: [ID!]!, $first: Int!, $after: String) {
        nodes(ids: $ids) {
          ... on Product {
            id
            updatedAt
            status
            title
            descriptionHtml
            vendor
            productType
            variants(first: $first, after: $after) {
              nodes { id price compareAtPrice inventoryItem { unitCost { amount } } }
              pageInfo { hasNextPage endCursor }
            }
          }
        }
      }
    `,
        { variables },
      ),
    { pace: "bulk" },
  );
}

function toVariant(
  node: { id: string } & Parameters<typeof toAmounts>[0],
): ProductValues["variants"][number] {
  return { id: node.id as ShopVariantId, ...toAmounts(node) };
}
