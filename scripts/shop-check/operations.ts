import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import type { Message } from "../../app/messages/message.ts";
import { mutateShop, queryShop } from "../../app/shop/call.server.ts";
import type { ShopProductId } from "../../app/shop/ids.ts";
import { messageOfUserErrors } from "../../app/shop/failures.ts";

/** Operations of the Admin API that only the check needs. */

/** Returns the shop's plan. `tellsPoints` is true if Shopify's reply contains the number of points that are left. */
export async function readPlan(
  shop: ShopDomain,
): Promise<{ name: string; isDevelopment: boolean; tellsPoints: boolean }> {
  let extensions: Record<string, unknown> | undefined;
  const data = await queryShop(shop, async (request) => {
    const answer = await request(`#graphql
      query checkedPlan { shop { plan { publicDisplayName partnerDevelopment } } }
    `);
    extensions = answer.extensions;
    return answer;
  });
  const { publicDisplayName: name, partnerDevelopment: isDevelopment } = data.shop.plan;
  const cost = extensions?.["cost"] as { throttleStatus?: { currentlyAvailable?: unknown } } | undefined;
  return { name, isDevelopment, tellsPoints: typeof cost?.throttleStatus?.currentlyAvailable === "number" };
}

/**
 * Returns the ids of the shop's active locations, including those of fulfillment services. To read a single location,
 * the app would need a scope that it does not request.
 */
export async function listActiveLocations(shop: ShopDomain): Promise<string[]> {
  const { locations } = await queryShop(shop, (request) =>
    request(`#graphql
      query checkedLocations { locations(first: 200, includeLegacy: true) { nodes { id } } }
    `),
  );
  return locations.nodes.map(({ id }) => id);
}

/** A fulfillment order at any location, with its fulfillments that are not canceled. */
export type Part = {
  id: string;
  shopOrderId: string;
  orderName: string;
  isClosed: boolean;
  location: { id: string | null; name: string };
  skus: string[];
  fulfillmentIds: string[];
};

/**
 * Returns the shop's ten latest fulfillment orders at our location. With `read_merchant_managed_fulfillment_orders`,
 * those at the shop's own locations count as well.
 */
export async function listLatestParts(shop: ShopDomain): Promise<Part[]> {
  const { fulfillmentOrders } = await queryShop(shop, (request) =>
    request(`#graphql
      query checkedFulfillmentOrders {
        fulfillmentOrders(first: 10, includeClosed: true, sortKey: ID, reverse: true) {
          nodes {
            id
            orderId
            orderName
            status
            assignedLocation { name location { id } }
            lineItems(first: 3) { nodes { sku } }
            fulfillments(first: 3) { nodes { id status } }
          }
        }
      }
    `),
  );
  return fulfillmentOrders.nodes.map(
    ({ id, orderId, orderName, status, assignedLocation, lineItems, fulfillments }) => ({
      id,
      shopOrderId: orderId,
      orderName,
      isClosed: status === "CLOSED" || status === "CANCELLED",
      location: { id: assignedLocation.location?.id ?? null, name: assignedLocation.name },
      skus: lineItems.nodes.flatMap(({ sku }) => sku ?? []),
      fulfillmentIds: fulfillments.nodes.flatMap(({ id, status }) => (status === "SUCCESS" ? id : [])),
    }),
  );
}

/**
 * Requests the cancellation of an accepted fulfillment order from our service, as the merchant would. @returns
 * Shopify's reason if it rejected the request; otherwise null.
 */
export async function submitCancellation(shop: ShopDomain, id: string): Promise<Message | null> {
  const { fulfillmentOrderSubmitCancellationRequest: payload } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation submitCheckedCancellation($id: ID!) {
        fulfillmentOrderSubmitCancellationRequest(id: $id) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  return messageOfUserErrors(payload?.userErrors ?? []);
}

/**
 * Requests a cancellation again after our service has rejected one. @returns Shopify's reason if it rejected the
 * request; otherwise null.
 */
export async function submitCancellationAgain(shop: ShopDomain, id: string): Promise<Message | null> {
  const { again } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation submitCheckedCancellationAgain($id: ID!) {
        again: fulfillmentOrderSubmitCancellationRequest(id: $id) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  return messageOfUserErrors(again?.userErrors ?? []);
}

/** Cancels a fulfillment. @returns Shopify's reason if it rejected this; otherwise null. */
export async function cancelFulfillment(shop: ShopDomain, id: string): Promise<Message | null> {
  const { fulfillmentCancel } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation cancelCheckedFulfillment($id: ID!) {
        fulfillmentCancel(id: $id) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  return messageOfUserErrors(fulfillmentCancel?.userErrors ?? []);
}

/** Returns the first fifty products of this vendor, with the SKUs of their first variants. */
export async function listProductsOf(
  shop: ShopDomain,
  vendor: string,
): Promise<{ id: ShopProductId; title: string; vendor: string; skus: string[] }[]> {
  const { products } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query checkedProducts($query: String!) {
        products(first: 50, query: $query) {
          nodes { id title vendor variants(first: 2) { nodes { sku } } }
        }
      }
    `,
      { variables: { query: `vendor:"${vendor}"` } },
    ),
  );
  return products.nodes.map(({ id, title, vendor, variants }) => ({
    title,
    vendor,
    id: id as ShopProductId,
    skus: variants.nodes.map(({ sku }) => sku ?? ""),
  }));
}

/** Deletes a product permanently. @returns Shopify's reason if it rejected this; otherwise null. */
export async function deleteProduct(shop: ShopDomain, id: ShopProductId): Promise<Message | null> {
  const { productDelete } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation deleteCheckedProduct($id: ID!) {
        productDelete(input: { id: $id }) { userErrors { message } }
      }
    `,
      { variables: { id } },
    ),
  );
  return messageOfUserErrors(productDelete?.userErrors ?? []);
}
