import type { ShopDomain } from "../../lib/shop-domain.ts";
import { mutateShop } from "../call.server.ts";
import { changed, type Changed } from "../failures.ts";
import type { FulfillmentOrderRejectionReason } from "../generated/admin.d.ts";

/**
 * Accepts the merchant's request.
 *
 * @param estimatedShippedAt time at which the supplier expects to ship the order, if that is known.
 */
export async function acceptFulfillment(
  shop: ShopDomain,
  { id, estimatedShippedAt = null }: { id: string; estimatedShippedAt?: Date | null },
): Promise<Changed> {
  const { fulfillmentOrderAcceptFulfillmentRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation acceptFulfillment($id: ID!, $estimatedShippedAt: DateTime) {
        fulfillmentOrderAcceptFulfillmentRequest(id: $id, estimatedShippedAt: $estimatedShippedAt) {
          userErrors { message }
        }
      }
    `,
      { variables: { id, estimatedShippedAt: estimatedShippedAt?.toISOString() ?? null } },
    ),
  );
  return changed(payload);
}

/** Why a request is rejected: Shopify's word, a sentence for the order's page in Shopify, and the lines concerned. */
export type Rejection = {
  reason: FulfillmentOrderRejectionReason;
  message: string;
  /** Empty: all lines. In both cases, Shopify rejects the whole request. */
  lines: { id: string; message: string }[];
};

/** Rejects the merchant's request. */
export async function rejectFulfillment(
  shop: ShopDomain,
  { id, reason, message, lines }: Rejection & { id: string },
): Promise<Changed> {
  const lineItems = lines.map((line) => ({ fulfillmentOrderLineItemId: line.id, message: line.message }));
  const { fulfillmentOrderRejectFulfillmentRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation rejectFulfillment(
        $id: ID!, $reason: FulfillmentOrderRejectionReason!, $message: String!
        $lineItems: [IncomingRequestLineItemInput!]
      ) {
        fulfillmentOrderRejectFulfillmentRequest(
          id: $id, reason: $reason, message: $message, lineItems: $lineItems
        ) { userErrors { message } }
      }
    `,
      { variables: { id, reason, message, lineItems: lineItems.length > 0 ? lineItems : null } },
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
