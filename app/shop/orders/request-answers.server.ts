import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop } from "../call.server.ts";
import { changed, type Changed } from "../failures.ts";

/** Accepts the merchant's request. */
export async function acceptFulfillment(shop: ShopDomain, id: string): Promise<Changed> {
  const { fulfillmentOrderAcceptFulfillmentRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation acceptFulfillment($id: ID!) {
        fulfillmentOrderAcceptFulfillmentRequest(id: $id) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  return changed(payload);
}

/** Rejects the merchant's request. The order's page in Shopify shows `message`. */
export async function rejectFulfillment(
  shop: ShopDomain,
  { id, message }: { id: string; message: string },
): Promise<Changed> {
  const { fulfillmentOrderRejectFulfillmentRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation rejectFulfillment($id: ID!, $message: String) {
        fulfillmentOrderRejectFulfillmentRequest(id: $id, reason: OTHER, message: $message) {
          userErrors { message }
        }
      }
    `,
      { variables: { id, message } },
    ),
  );
  return changed(payload);
}

/** Accepts the merchant's request to cancel an accepted fulfillment. */
export async function acceptCancellation(shop: ShopDomain, id: string): Promise<Changed> {
  const { fulfillmentOrderAcceptCancellationRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation acceptCancellation($id: ID!) {
        fulfillmentOrderAcceptCancellationRequest(id: $id) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  return changed(payload);
}

/**
 * Rejects the merchant's request to cancel an accepted fulfillment. The order's page in Shopify shows
 * `message`.
 */
export async function rejectCancellation(
  shop: ShopDomain,
  { id, message }: { id: string; message: string },
): Promise<Changed> {
  const { fulfillmentOrderRejectCancellationRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation rejectCancellation($id: ID!, $message: String) {
        fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) { userErrors { message } }
      }
    `,
      { variables: { id, message } },
    ),
  );
  return changed(payload);
}
