import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop, mutateShop } from "./call.server.ts";
import { sayUserErrors } from "./failures.ts";

/** Takes a product out of the shop's sales channels. A draft stays as it is, and what is archived is not sold either. */
export async function makeDraft(
  shop: ShopDomain,
  id: string,
): Promise<{ kind: "done" } | { kind: "gone" } | { kind: "user-errors"; said: string }> {
  const { product } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query productStatus($id: ID!) { product(id: $id) { status } }
    `,
      { variables: { id } },
    ),
  );
  if (!product) return { kind: "gone" };
  if (product.status === "DRAFT" || product.status === "ARCHIVED") return { kind: "done" };
  const { productUpdate } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation makeDraft($id: ID!) {
        productUpdate(product: { id: $id, status: DRAFT }) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  const said = sayUserErrors(productUpdate?.userErrors ?? []);
  return said === null ? { kind: "done" } : { kind: "user-errors", said };
}
