import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop } from "../call.server.ts";
import { messageOfUserErrors } from "../failures.ts";

export type RequestChange = { kind: "done" } | { kind: "user-errors"; problem: Message };

/** Accepts the merchant's request. */
export async function acceptFulfillment(shop: ShopDomain, id: string): Promise<RequestChange> {
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
  return changed(payload?.userErrors ?? []);
}

/** Rejects the merchant's request. The order's page in Shopify shows `message`. */
export async function rejectFulfillment(
  shop: ShopDomain,
  { id, message }: { id: string; message: string },
): Promise<RequestChange> {
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
  return changed(payload?.userErrors ?? []);
}

/** Accepts the merchant's request to cancel an accepted fulfillment. */
export async function acceptCancellation(shop: ShopDomain, id: string): Promise<RequestChange> {
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
  return changed(payload?.userErrors ?? []);
}

/**
 * Rejects the merchant's request to cancel an accepted fulfillment. The order's page in Shopify shows
 * `message`.
 */
export async function rejectCancellation(
  shop: ShopDomain,
  { id, message }: { id: string; message: string },
): Promise<RequestChange> {
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
  return changed(payload?.userErrors ?? []);
}

/** Translates the `userErrors` of such a mutation. */
export function changed(userErrors: { message: string }[]): RequestChange {
  const problem = messageOfUserErrors(userErrors);
  return problem === null ? { kind: "done" } : { kind: "user-errors", problem };
}
