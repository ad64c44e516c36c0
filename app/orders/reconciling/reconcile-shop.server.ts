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
import type { Assigned } from "../../shop/orders/fulfillment-orders.server.ts";
import { listAccepted } from "../../shop/orders/open-fulfillment-orders.server.ts";
import { findCanceled } from "../../shop/orders/orders.server.ts";
import { requestCancellation } from "../canceling/request-cancellation.server.ts";
import { openOrder } from "../ingest/open-order.server.ts";

/**
 * A comparison takes less time: at most two minutes for changes, and 40 pages of requests of some seconds each. Only
 * `cancelMissed` may take longer, in a shop with tens of thousands of unshipped orders, because it reads 100 orders per
 * call. If the lease expires, another worker starts the same comparison. Its writes are guarded, so both may run.
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

/** Compares one shop, if its comparison is due. */
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
    // Without our fulfillment service, the shop has no requests for us.
    if (!(await isServiceMissing(shop))) await compareRequests(shop);
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isServiceGone(error) && (await confirmServiceGone(shop))) return null;
    log.warn({ shop, failure: error.code, retryCount }, "orders.requests-not-compared");
    return error;
  }
}

/**
 * Compares the requests that the shop shows as accepted with our rows. Opens an order for a request without a row: an
 * earlier installation accepted it, or a backup was restored since. The worker looks up the order at the supplier, and
 * sends it only after a person has said that it was not ordered.
 */
async function compareRequests(shop: ShopDomain): Promise<void> {
  let after: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const { accepted, next } = await listAccepted(shop, after);
    for (const each of await findUnknown(shop, accepted)) await openOrder(shop, each);
    if (next === null) return;
    after = next;
  }
}

async function findUnknown(shop: ShopDomain, accepted: Assigned[]): Promise<Assigned[]> {
  const ids = accepted.map(({ fulfillmentOrderId }) => fulfillmentOrderId);
  const rows = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: ids } },
      select: { fulfillmentOrderId: true },
    }),
  );
  const known = new Set(rows.map(({ fulfillmentOrderId }) => fulfillmentOrderId));
  return accepted.filter(({ fulfillmentOrderId: id }) => !known.has(id));
}

/** Limit of pages per comparison. The oldest requests come first, because unknown requests are older than our records. */
const PAGES_AT_MOST = 40;

/**
 * Requests the cancellation of unshipped orders whose customer's order the shop shows as canceled, because the webhook
 * may be lost. Skips orders whose cancellation has failed before, because the merchant knows about them.
 */
async function cancelMissed(shop: ShopDomain): Promise<void> {
  for (let beyond: string | null = null; ;) {
    const rows = await findUnsent(shop, beyond);
    const last = rows.at(-1);
    if (last === undefined) return;
    const shopOrderIds = new Set(rows.map(({ shopOrderId }) => shopOrderId));
    const canceled = new Set(await findCanceled(shop, [...shopOrderIds]));
    for (const { id, shopOrderId } of rows) {
      if (canceled.has(shopOrderId)) await requestCancellation(shop, { orderId: id });
    }
    beyond = last.id;
  }
}

async function findUnsent(shop: ShopDomain, beyond: string | null) {
  return inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: {
        shop,
        state: "placed",
        cancelRequestedAt: null,
        OR: [{ reason: null }, { reason: { not: "not-canceled" } }],
        ...(beyond !== null && { id: { gt: beyond } }),
      },
      orderBy: { id: "asc" },
      take: BATCH,
      select: { id: true, shopOrderId: true },
    }),
  );
}

const BATCH = 100;
