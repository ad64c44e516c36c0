import { confirmServiceGone } from "../../catalog/location/ensure-service.server.ts";
import { isServiceMissing } from "../../catalog/location/our-location.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { asSystem, inShop } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { claim, type Claimed, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { isServiceGone } from "../../shop/failures.ts";
import { reviewChanged, reviewShipped } from "../changes/review-orders.server.ts";
import { endDuty } from "../../queue/end-duty.server.ts";
import { cancelMissed, compareRequests } from "./compare-requests.server.ts";

/**
 * Longer than a comparison takes, except in a shop with tens of thousands of unshipped orders: `cancelMissed` reads all of
 * them, 100 per call. Comparing changes takes two minutes at most, and reading requests at most 40 pages of some seconds
 * each. If the lease expires, another worker starts the same comparison: its writes are guarded, so both may run.
 */
const LEASE_SECONDS = 900;
const HOUR_SECONDS = 3600;

/**
 * Compares our orders with the shop every hour: cancellations, changes and requests whose webhooks were lost. Needs neither the
 * supplier nor a key.
 */
export async function sweepShopReconciliations(): Promise<void> {
  await asSystem(
    "orders",
    (tx, now) => execute(tx)`
      insert into shop_reconciliation (shop, due_at) select shop, ${now} from connection
      on conflict (shop) do update set due_at = excluded.due_at where shop_reconciliation.due_at is null`,
  );
  await sweep({
    purpose: "orders",
    work: "ShopReconciliation",
    seconds: LEASE_SECONDS,
    process: compare,
  });
}

/** Compares one shop, if that is due. */
export async function reconcileShop(shop: ShopDomain): Promise<void> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "ShopReconciliation", { key: { shop }, seconds: LEASE_SECONDS }),
  );
  if (claimed) await compare(claimed);
}

async function compare(duty: Claimed<"ShopReconciliation">): Promise<void> {
  const { shop, retryCount } = duty;
  if ((await findConnection(shop)) === null) {
    await inShop(shop, (tx) => release(tx, "ShopReconciliation", duty, { dueAt: null }));
    return;
  }
  const failure = await failureOfComparison(duty);
  await inShop(shop, async (tx, now) => {
    const next =
      failure === null
        ? { retryCount: 0, comparedAt: now, dueAt: after(now, HOUR_SECONDS) }
        : { retryCount: retryCount + 1, dueAt: after(now, backOffSeconds(retryCount, { failure })) };
    await endDuty(tx, { shop, duty, what: "compared-with-shop", now, failure }, (columns) =>
      release(tx, "ShopReconciliation", duty, { ...columns, ...next }),
    );
  });
}

async function failureOfComparison({
  shop,
  retryCount,
}: Claimed<"ShopReconciliation">): Promise<Failure | null> {
  try {
    await cancelMissed(shop);
    await reviewShipped(shop);
    await reviewChanged(shop);
    // Without a service the shop has no requests for us.
    if (!(await isServiceMissing(shop))) await compareRequests(shop);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isServiceGone(error) && (await confirmServiceGone(shop))) return null;
    log.warn({ shop, failure: error.code, retryCount }, "orders.requests-not-compared");
    return error;
  }
}
