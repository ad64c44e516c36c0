import { publishedBranding } from "../../branding/published-branding.server.ts";
import { findService } from "../../catalog/location/find-service.server.ts";
import { findLinkedVariants } from "../../catalog/links/find-linked-variants.server.ts";
import { readLinkedVariants } from "../../catalog/links/read-linked-variants.server.ts";
import { findConnection, findKey } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { FulfillmentOrder } from "../../shop/fulfillment-order.ts";
import { readFulfillmentOrder } from "../../shop/fulfillment-orders.server.ts";
import type { ClaimedOrder } from "../order-store.server.ts";
import type { Reading } from "./place-order.server.ts";

/** Reads what an order needs to know, at this moment: the shop's word, our linkedVariants, the published branding. */
export async function readOrderFacts(
  order: Pick<ClaimedOrder, "shop" | "fulfillmentOrderId" | "state">,
): Promise<Reading> {
  const { shop, fulfillmentOrderId, state } = order;
  const service = await findService(shop);
  const asked = await readFulfillmentOrder(shop, {
    id: fulfillmentOrderId,
    ourLocationId: service?.locationId ?? null,
  });
  const branding = await inShop(shop, (tx) => publishedBranding(tx, shop));
  // About cost and stock only what may be bought is asked.
  if (state !== "held" && state !== "ready") return { asked, linkedVariants: new Map(), branding };
  return { asked, ...(await readLinked(order, asked)), branding };
}

async function readLinked(
  { shop }: Pick<ClaimedOrder, "shop">,
  asked: FulfillmentOrder | null,
): Promise<Pick<Reading, "linkedVariants" | "keyGeneration">> {
  const shopVariantIds = asked?.lines.flatMap(({ shopVariantId }) => shopVariantId ?? []) ?? [];
  const [connection, key] = await Promise.all([findConnection(shop), findKey(shop)]);
  // Without a key that works nothing is bought, so there is nobody to ask and nothing to lose by that.
  const linkedVariants =
    key === null || connection?.check.kind === "unauthorized"
      ? await findLinkedVariants(shop, shopVariantIds)
      : await readLinkedVariants(shop, { shopVariantIds, apiKey: key.apiKey });
  return { linkedVariants, keyGeneration: key?.generation ?? null };
}
