import { onHome, recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { dueAt } from "../../queue/lease.server.ts";

/**
 * Records that the merchant deleted our fulfillment service in Shopify, once. From then on, Stockbridge creates
 * no service until the merchant brings it back. Does nothing if the service was not ready.
 */
export async function recordServiceGone(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.fulfillmentService.updateMany({
      where: { shop, state: "ready" },
      data: { state: "gone", goneAt: now, ...dueAt(null) },
    });
    if (count === 0) return;
    log.warn({ shop }, "catalog.service-gone");
    // This job makes the setup check due, so that Home shows that the service is gone.
    await enqueue(tx, jobs["catalog.selling"], { shop });
    if ((await tx.connection.count({ where: { shop } })) === 0) return;
    await recordActivity(tx, {
      shop,
      kind: "catalog.service-gone",
      tone: "critical",
      message: { code: "catalog.activity.service-gone" },
      subjects: [onHome({ code: "orders.reason.service-gone.label" })],
      at: now,
    });
  });
}
