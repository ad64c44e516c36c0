import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { Message } from "../../messages/message.ts";
import { isScopeDenied } from "../../shop/access-scopes.server.ts";
import { REQUESTING_SCOPE } from "../../shop/orders/fulfillment-order.ts";
import { trySubmitRequest } from "../../shop/orders/submit-request.server.ts";
import { canBeOrderedAgain } from "../states/ending.ts";
import { toOrderRow } from "../store/order-store.server.ts";
import { ingestRequest } from "./ingest-requests.server.ts";

/**
 * Requests fulfillment again for an order that the supplier has canceled or rejected (a person's “Order again”), as
 * the merchant could in Shopify. Orders nothing: the new request is processed like any other request. Shopify accepts
 * one request only, so a second click changes nothing.
 *
 * @param version version of the order on the person's page.
 * @returns `no-permission` if the app lacks the optional scope to request fulfillment. `changed`: the page was
 * outdated. `problem`: Shopify's objection.
 */
export async function orderAgain(
  shop: ShopDomain,
  { orderId, version }: { orderId: string; version: number },
): Promise<"requested" | "changed" | "no-permission" | { problem: Message }> {
  if (await isScopeDenied(shop, REQUESTING_SCOPE)) return "no-permission";
  const row = await inShop(shop, (tx) =>
    tx.supplierOrder.findUnique({ where: { shop_id: { shop, id: orderId }, version } }),
  );
  if (row === null || !canBeOrderedAgain(toOrderRow(row))) return "changed";
  const { fulfillmentOrderId } = row;
  const submitted = await trySubmitRequest(shop, fulfillmentOrderId);
  if (submitted.kind !== "requested") return { problem: submitted.problem };
  log.info({ shop, orderId, fulfillmentOrderId }, "orders.ordered-again-by-merchant");
  // For a closed fulfillment order Shopify creates a new one. The webhook of the new one then opens an order.
  await ingestRequest(shop, { subjectId: fulfillmentOrderId });
  return "requested";
}
