import { asSystem, inShop } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { type Claimed, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import {
  JUST_SHIPPED,
  reviewChanged,
  reviewShipped,
  STILL_TO_SEND,
  stillToSend,
} from "./review-orders.server.ts";

/** Pause between runs. A sweep runs every minute, so a change is noticed within five minutes. */
const PAUSE_SECONDS = 240;
/**
 * A run usually takes less time: `reviewChanged` begins no comparison after two minutes, and `reviewShipped` needs one
 * call per 100 orders. If the lease expires nevertheless, a second comparison does no harm.
 */
const LEASE_SECONDS = 300;

/**
 * Looks for changes that no webhook reported, such as another address, while the supplier can still correct them. Costs
 * one call per 100 unshipped orders, and one per 100 orders that have shipped since the last run. A shop without such
 * orders costs no call.
 */
export async function sweepOrderChanges(): Promise<void> {
  await asSystem(
    "orders",
    (tx, now) => execute(tx)`
      update shop_reconciliation own set changes_due_at = ${now}
      where changes_due_at is null
        and exists (select from connection where connection.shop = own.shop)
        and exists (select from supplier_order where supplier_order.shop = own.shop and (${STILL_TO_SEND} or ${JUST_SHIPPED}))`,
  );
  await sweep({
    purpose: "orders",
    work: "ShopReconciliation.changes",
    seconds: LEASE_SECONDS,
    process: lookForChanges,
  });
}

async function lookForChanges(claimed: Claimed<"ShopReconciliation.changes">): Promise<void> {
  const { shop, changesRetryCount: retryCount } = claimed;
  const failure = await failureOf(claimed);
  await inShop(shop, async (tx, now) => {
    const unshipped = await tx.supplierOrder.findFirst({
      where: { shop, ...stillToSend },
      select: { id: true },
    });
    const next =
      failure === null
        ? { changesRetryCount: 0, dueAt: unshipped && after(now, PAUSE_SECONDS) }
        : { changesRetryCount: retryCount + 1, dueAt: after(now, backOffSeconds(retryCount, { failure })) };
    await release(tx, "ShopReconciliation.changes", claimed, next);
  });
}

/**
 * Runs both comparisons, and returns their failure; null if they succeed. The hourly comparison reports a lasting
 * failure to the merchant.
 */
async function failureOf({ shop }: Claimed<"ShopReconciliation.changes">): Promise<Failure | null> {
  try {
    await reviewShipped(shop);
    await reviewChanged(shop);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code }, "orders.changes-not-read");
    return error;
  }
}
