import { findConnection } from "../../connection/connection-store.server.ts";
import { asSystem, inShop } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { claim, type Claimed, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { reviewChanged } from "../changes/review-orders.server.ts";
import { afterFailure, afterSuccess } from "../store/failing-duty.server.ts";
import { cancelMissed, compareRequests } from "./compare-requests.server.ts";

/**
 * Longer than a comparison takes: two minutes of comparing changes, and at most 40 pages of the shop's
 * requests at some seconds each. A page that takes its whole 90 s usually ends that part.
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
  const what = "compared-with-shop";
  if ((await findConnection(shop)) === null) {
    await inShop(shop, (tx) => release(tx, "ShopReconciliation", duty, { dueAt: null }));
    return;
  }
  try {
    await cancelMissed(shop);
    await reviewChanged(shop);
    await compareRequests(shop);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code, retryCount }, "orders.requests-not-compared");
    await inShop(shop, async (tx, now) => {
      const failing = await afterFailure(tx, { shop, duty, what, now, failure: error });
      const dueAt = after(now, backOffSeconds(retryCount, { failure: error }));
      await release(tx, "ShopReconciliation", duty, { ...failing, retryCount: retryCount + 1, dueAt });
    });
    return;
  }
  await inShop(shop, async (tx, now) => {
    const over = await afterSuccess(tx, { shop, duty, what, now });
    const dueAt = after(now, HOUR_SECONDS);
    await release(tx, "ShopReconciliation", duty, { ...over, retryCount: 0, comparedAt: now, dueAt });
  });
}
