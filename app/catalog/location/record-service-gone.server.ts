import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";

/**
 * Records once that the merchant deleted our fulfillment service in Shopify. Until a person brings it back, no code creates a
 * service or makes a read that needs one. Does nothing unless the service was ready.
 */
export async function recordServiceGone(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.fulfillmentService.updateMany({
      where: { shop, state: "ready" },
      data: { state: "gone", goneAt: now, dueAt: null, leasedUntil: null },
    });
    if (count === 0) return;
    log.warn({ shop }, "catalog.service-gone");
    // Its listener checks the shop's setup, so that Home has the finding.
    await enqueue(tx, jobs["catalog.selling"], { shop });
    if ((await tx.connection.count({ where: { shop } })) === 0) return;
    await recordActivity(tx, {
      shop,
      kind: "catalog.service-gone",
      tone: "critical",
      message: { code: "catalog.activity.service-gone" },
      at: now,
    });
  });
}
