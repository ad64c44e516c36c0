import { gid, newId, numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { Product } from "./catalog.ts";
import { announceProduct } from "./product-news.ts";

/** A product's publication to a sales channel. */
export interface Publication {
  id: number;
  /** The sales channel's app. */
  handle: string;
  title: string;
}

/** The sales channels that a shop has from the start. */
export function createPublications(shop: ShopState): Publication[] {
  return [
    { id: newId(shop), handle: "online_store", title: "Online Store" },
    { id: newId(shop), handle: "pos", title: "Point of Sale" },
  ];
}

/**
 * `publishablePublish`. A product that an app creates is in no sales channel, whatever its status: ACTIVE products
 * "aren't automatically published to sales channels" (Admin schema, ProductStatus). The sentence is not Shopify's.
 */
export function publish(
  occasion: Occasion,
  product: Product,
  input: { publicationId?: string | null }[],
): UserError[] {
  const { publications } = occasion.shop;
  const errors = input.flatMap(({ publicationId }, index) =>
    publications.some(({ id }) => gid("Publication", id) === publicationId)
      ? []
      : [
          userError(
            ["input", String(index), "publicationId"],
            "Publication does not exist or is not publishable",
          ),
        ],
  );
  if (errors.length > 0) return errors;
  product.publishedOn = publications.filter(
    (publication) =>
      product.publishedOn.includes(publication) ||
      input.some(({ publicationId }) => publicationId === gid("Publication", publication.id)),
  );
  product.updatedAt = occasion.now;
  announceProduct(occasion, product, "products/update");
  return [];
}

const MAX_AT_ONCE = 50;

/** `publicationUpdate`, as far as it adds products: all of them or none. Codes of the Admin schema, PublicationUserErrorCode. */
export function publishMany(
  occasion: Occasion,
  publication: Publication | undefined,
  ids: string[],
): UserError[] {
  if (!publication) return [userError(["id"], "Publication not found.", "PUBLICATION_NOT_FOUND")];
  if (ids.length > MAX_AT_ONCE)
    return [
      userError(
        ["input"],
        "The limit for simultaneous publication updates has been exceeded.",
        "PUBLICATION_UPDATE_LIMIT_EXCEEDED",
      ),
    ];
  const products = ids.map((id) => occasion.shop.catalog.products.get(numberIn("Product", id)));
  const errors = products.flatMap((product, index) =>
    product
      ? []
      : [
          userError(
            ["input", "publishablesToAdd", String(index)],
            "Publishable ID not found.",
            "INVALID_PUBLISHABLE_ID",
          ),
        ],
  );
  if (errors.length > 0) return errors;
  for (const product of products)
    if (product) publish(occasion, product, [{ publicationId: gid("Publication", publication.id) }]);
  return [];
}

/** Returns true if customers can see and buy it anywhere (Admin schema, publishablePublish: it must be active, too). */
export function isOnSale({ status, publishedOn }: Product): boolean {
  return publishedOn.length > 0 && (status === "ACTIVE" || status === "UNLISTED");
}
