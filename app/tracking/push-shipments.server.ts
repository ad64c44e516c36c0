import { Prisma } from "@prisma/client";

import { Failure } from "../lib/failure.ts";
import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { errorType, failCurrentSpan, inSpan } from "../lib/telemetry/trace.server.ts";
import { backOffSeconds } from "../queue/back-off.ts";
import { claimable } from "../queue/lease.server.ts";
import { sweepShops } from "../queue/sweep.server.ts";
import { claimShipment, type ClaimedShipment, postponeShipment } from "./shipment-store.server.ts";
import { fulfillShipment } from "./fulfill-shipment.server.ts";

/** Gives the shop time to finish a request whose outcome is unknown. */
const UNCLEAR_SECONDS = 30;

/** Shows an order's due shipments in the shop, one after the other, unless another worker has claimed one. */
export async function pushShipments({ shop, orderId }: { shop: ShopDomain; orderId: string }): Promise<void> {
  for (;;) {
    const claimed = await claimShipment(shop, orderId);
    if (claimed === null) return;
    await pushClaimed(claimed);
  }
}

async function pushClaimed(claimed: ClaimedShipment): Promise<void> {
  const { order } = claimed;
  const attributes = { "stockbridge.order.id": order.id, "stockbridge.order.name": order.name };
  await inSpan("tracking.push", { parent: order.traceparent, attributes }, async () => {
    try {
      await fulfillShipment(claimed);
    } catch (error) {
      failCurrentSpan(errorType(error));
      await postponeAfter(claimed, error);
    }
  });
}

/** Shows every due shipment: those whose job was lost, and those that waited for their time. */
export async function sweepShipments(): Promise<void> {
  await sweepShops({
    purpose: "orders",
    name: "shipments",
    // Packages are due one by one, and claimed by order.
    query: Prisma.sql`
      select shop, order_id::text as id from shipment where ${claimable("Shipment")}
      group by shop, order_id order by min(due_at)`,
    process: async ({ shop, id }) => {
      if (id !== undefined) await pushShipments({ shop, orderId: id });
    },
  });
}

async function postponeAfter(claimed: ClaimedShipment, error: unknown): Promise<void> {
  const { shop, id: shipmentId, retryCount } = claimed;
  log.warn({ err: error, shop, shipmentId }, "tracking.push-failed");
  const failure = error instanceof Failure ? error : null;
  const least = failure?.code === "outcome-unknown" ? UNCLEAR_SECONDS : 0;
  const seconds = Math.max(least, backOffSeconds(retryCount, { failure }));
  await postponeShipment(claimed, {
    problem: failure?.explanation ?? { code: "failure.ours" },
    // Not retried after an uninstall; an install wakes it.
    seconds: failure?.code === "shop-gone" ? null : seconds,
    shown: null,
  });
}
