import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";
import { numberIn, type ShopProductId, type ShopVariantId } from "./ids.ts";

/** A variant of the shop with what tells it apart from others. */
export type FoundVariant = {
  id: ShopVariantId;
  shopProductId: ShopProductId;
  productTitle: string;
  /** The values of its options; none where the product has no options. */
  options: string[];
  sku: string | null;
  barcode: string | null;
  price: string;
  imageUrl: string | null;
  /** Of the product: "ACTIVE", "DRAFT", "ARCHIVED" or "UNLISTED". */
  status: string;
};

/** What to look for, of one or several products. */
export type Sought = { skus: string[]; barcodes: string[]; titles: string[]; productIds: ShopProductId[] };

/** The search is one line of text. */
const TERMS_A_SEARCH = 60;
/** Of products alike: a shop that has more of them must be read as a whole. */
const PRODUCTS_A_SEARCH = 50;
/** A variant with its product and image costs seven points, and a query a thousand at most. */
const VARIANTS_A_PAGE = 100;

/**
 * The shop's variants, by the numbers of their ids: a page of those after `after`. By numbers and not by Shopify's cursors,
 * because those end after 25,000 objects.
 *
 * @returns `last` leads to the next page; null when this is the last one.
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
 * All variants of the products that have one of these SKUs or barcodes or titles, or are named themselves. The search of
 * Shopify may find more than what is equal.
 */
export async function searchVariants(shop: ShopDomain, sought: Sought): Promise<FoundVariant[]> {
  const terms = [
    ...sought.skus.map((sku) => term("sku", sku)),
    ...sought.barcodes.map((barcode) => term("barcode", barcode)),
    ...sought.titles.map((title) => term("title", title)),
  ];
  const ids = new Set<string>(sought.productIds);
  for (const batch of batches(terms, TERMS_A_SEARCH))
    for (const id of await searchProducts(shop, batch.join(" OR "))) ids.add(id);
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

async function searchProducts(shop: ShopDomain, query: string): Promise<string[]> {
  const { products } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
      query searchProducts($query: String!, $first: Int!) {
        products(first: $first, query: $query) { nodes { id } }
      }
    `,
        { variables: { query, first: PRODUCTS_A_SEARCH } },
      ),
    { pace: "bulk" },
  );
  return products.nodes.map(({ id }) => id);
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

export function toFound({
  id,
  sku,
  barcode,
  price,
  selectedOptions,
  product,
}: Page["nodes"][number]): FoundVariant {
  return {
    ...{ id: id as ShopVariantId, price, status: product.status },
    ...{ sku: sku ?? null, barcode: barcode ?? null },
    shopProductId: product.id as ShopProductId,
    productTitle: product.title,
    // What Shopify calls the option and its value of a product without options.
    options: selectedOptions.flatMap(({ name, value }) =>
      name === "Title" && value === "Default Title" ? [] : [value],
    ),
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
  };
}

/** In quotes it is taken as it is, and a backslash takes the next character as it is (shopify.dev: search syntax). */
function term(field: string, text: string): string {
  return `${field}:"${text.replace(/[\\"]/g, "\\$&")}"`;
}

function batches<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
