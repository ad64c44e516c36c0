import { findService } from "../../catalog/location/our-location.server.ts";
import { deadlineIn } from "../../lib/deadline.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { readAssigned, readWithLocation } from "../../shop/orders/fulfillment-orders.server.ts";
import { fulfillmentOrderId } from "../../shop/ids.ts";
import { processClaimed } from "../placing/process-order.server.ts";
import { ingestRequests } from "./ingest-requests.server.ts";
import { openClaimed, openOrder } from "./open-order.server.ts";

/**
 * Maximum time from sending the read of a request to opening its order's row. A refund that Shopify reports before there is a
 * row finds nothing to change.
 */
const READ_HOLDS_MS = 5000;

/**
 * Ingests the one fulfillment order that a webhook names: if the shop shows that the merchant requests its fulfillment from us,
 * opens an order for it and processes that at once. Reads nothing else, and ignores requests to other apps.
 */
export async function ingestRequest(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = fulfillmentOrderId(subjectId);
  if (id === null) return ingestRequests(shop);
  const readHolds = deadlineIn(READ_HOLDS_MS);
  const request = await readWithLocation(shop, { id, shopOrderId: null }).catch(notShown);
  if (request === "not-shown") return openUnseen(shop, id);
  if (request === null || !isRequested(request)) return;
  const opened = await openClaimed(shop, request);
  if (opened === "known") await openOrder(shop, { ...request, fulfillmentOrderId: id });
  else if (opened !== "not-ours")
    await processClaimed(opened.order, readHolds.hasPassed() ? null : { request, facts: opened.facts });
}

/** The shop no longer shows the customer's order, or the app may not see it. */
function notShown(error: unknown): "not-shown" {
  if (error instanceof Failure && error.code === "rejected") return "not-shown";
  throw error;
}

/** Opens an order whose request is all that the shop shows. Processing reports that to the merchant. */
async function openUnseen(shop: ShopDomain, id: string): Promise<void> {
  const service = await findService(shop);
  const assigned = await readAssigned(shop, { id, ourLocationId: service?.locationId ?? null });
  if (assigned?.ours === true && isRequested(assigned)) await openOrder(shop, assigned);
}

function isRequested({ status, request }: Pick<RequestStatus, "status" | "request">): boolean {
  return request === "submitted" && !["cancelled", "closed", "incomplete"].includes(status);
}
