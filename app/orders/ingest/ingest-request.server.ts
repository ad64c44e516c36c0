import { findService } from "../../catalog/location/find-service.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { EntryLease } from "../../queue/inbox.server.ts";
import type { RequestStatus } from "../../shop/fulfillment-order.ts";
import { readAssigned, readRequested } from "../../shop/fulfillment-orders.server.ts";
import { fulfillmentOrderId } from "../../shop/ids.ts";
import { placeAtOnce, readHoldsFromNow } from "../placing/place-at-once.server.ts";
import { ingestRequests } from "./ingest-requests.server.ts";
import { openOrder } from "./open-order.server.ts";

/**
 * The merchant is said to request the fulfillment of one fulfillment order: if the shop shows it so, it is ordered at once, or
 * opened for the ordinary way. Nothing else that stands in the shop is looked at, nor what is requested of another app.
 *
 * @param leases of the webhook that says so.
 * @returns `ended` where the webhook's entry ended with the commit of the order's row.
 */
export async function ingestRequest(
  shop: ShopDomain,
  { subjectId, leases = [] }: { subjectId: string | null; leases?: EntryLease[] | undefined },
): Promise<"ended" | "handled"> {
  const id = fulfillmentOrderId(subjectId);
  const readHolds = readHoldsFromNow();
  const read = id && (await readRequested(shop, id).catch(notShown));
  if (id === null) await ingestRequests(shop);
  else if (read === "not-shown") await openUnseen(shop, id);
  else if (read && isRequested(read)) {
    const { shopOrderId, orderName } = read;
    const placed = await placeAtOnce(shop, read, { readHolds, leases });
    if (placed === "begun" && leases.length > 0) return "ended";
    if (placed === "to-be-opened") await openOrder(shop, { fulfillmentOrderId: id, shopOrderId, orderName });
  }
  return "handled";
}

/** The shop no longer shows the customer's order, or the app may not see it: the ordinary way says so. */
function notShown(error: unknown): "not-shown" {
  if (error instanceof Failure && error.code === "rejected") return "not-shown";
  throw error;
}

async function openUnseen(shop: ShopDomain, id: string): Promise<void> {
  const service = await findService(shop);
  const assigned = await readAssigned(shop, { id, ourLocationId: service?.locationId ?? null });
  if (assigned?.ours === true && isRequested(assigned)) await openOrder(shop, assigned);
}

function isRequested({ status, request }: Pick<RequestStatus, "status" | "request">): boolean {
  return request === "submitted" && !["cancelled", "closed", "incomplete"].includes(status);
}
