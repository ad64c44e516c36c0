import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import type { ShopProductId } from "../ids.ts";
import { messageOfUserErrors } from "../user-errors.ts";

/**
 * Takes a product off all sales channels by making it a draft. Leaves archived products as they are, since
 * they are not sold either.
 */
export async function makeDraft(
  shop: ShopDomain,
  id: ShopProductId,
): Promise<{ kind: "done" } | { kind: "gone" } | { kind: "user-errors"; problem: Message }> {
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
  const problem = messageOfUserErrors(productUpdate?.userErrors ?? []);
  return problem === null ? { kind: "done" } : { kind: "user-errors", problem };
}
