import { Prisma } from "@prisma/client";

import { confirmServiceGone } from "../../catalog/location/ensure-service.server.ts";
import { isServiceMissing } from "../../catalog/location/our-location.server.ts";
import { batchCalls } from "../../lib/database/batch-calls.ts";
import { asSystem, inShop, inShops } from "../../lib/database/db.server.ts";
import { asError } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { type Claimed, NOW, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { isServiceGone } from "../../shop/failures.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { endDuty } from "../../queue/end-duty.server.ts";
import { ingestRequests } from "./ingest-requests.server.ts";
import { requestPaidOrders } from "./request-paid-orders.server.ts";

/** Number of shops polled at the same time. Polling a shop takes three calls of about 300 ms, most of which is waiting. */
const CONCURRENCY = 16;
/**
 * Polling a shop takes less time, even if the shop throttles every page. After a crash the shop is polled again when
 * the lease ends.
 */
const LEASE_SECONDS = 300;

/**
 * Selects the time of each connected shop's next poll. A sweep runs every minute, so a shop is polled every five
 * minutes, or every half hour after two quiet days. A new order, a new connection, or any webhook ends the quiet.
 */
export const polls = Prisma.sql`
  select connection.shop, coalesce(polled_at + case
    when connected_at > now() - interval '2 days' or exists (
      select from supplier_order where supplier_order.shop = connection.shop and requested_at > now() - interval '2 days')
      or exists (select from inbox_entry where inbox_entry.shop = connection.shop and received_at > now() - interval '2 days')
    then interval '4 minutes' else interval '29 minutes' end, connected_at) as due_at
  from connection left join request_poll using (shop)`;

/** Polls the connected shops that are due, because webhooks get lost. */
export async function pollRequests(): Promise<void> {
  await makePollsDue();
  await sweep({
    purpose: "orders",
    work: "RequestPoll",
    seconds: LEASE_SECONDS,
    concurrency: CONCURRENCY,
    process: pollShop,
  });
}

async function makePollsDue(): Promise<void> {
  await asSystem(
    "orders",
    (tx) => execute(tx)`
      insert into request_poll as poll (shop, due_at)
      select shop, due_at from (${polls}) as turn where due_at <= now() order by shop
      on conflict (shop) do update set due_at = excluded.due_at where poll.due_at is null`,
  );
}

/**
 * Makes a shop's poll due, because its paid orders may have changed. Does nothing if automatic ordering is on, because
 * webhooks then request each order. A burst of webhooks causes one poll. Concurrent webhooks share one statement.
 */
export const wakePoll: (shop: ShopDomain) => Promise<void> = batchCalls(async (shops: ShopDomain[]) => {
  const each = [...new Set(shops)].toSorted();
  await inShops(each, async (tx) => {
    const woken = await queryRows<{ isNow: boolean }>(tx)`
      insert into request_poll as poll (shop, due_at)
      select shop, ${NOW} from connection where shop = any(${each}::text[]) and not exists (
        select from ordering_settings settings
        where settings.shop = connection.shop and automatic_ordering_since is not null)
      order by shop
      on conflict (shop) do update set due_at = case when poll.leased_until > now() then ${NOW} + ${PAUSE}
        else greatest(${NOW}, poll.polled_at + ${PAUSE}) end
      where poll.due_at is null or poll.due_at <= now() and poll.leased_until > now()
      returning due_at <= now() as "isNow"`;
    if (woken.some(({ isNow }) => isNow)) await enqueue(tx, jobs["orders.ingest-requests"], {});
  });
  return shops.map(() => undefined);
});

/** Minimum time between polls that webhooks cause. */
const PAUSE = Prisma.sql`interval '30 seconds'`;

async function pollShop(claimed: Claimed<"RequestPoll">): Promise<void> {
  const { shop } = claimed;
  // Without our fulfillment service the shop has no requests for us, and Shopify rejects the reads.
  if (await isServiceMissing(shop)) {
    await inShop(shop, (tx, now) => release(tx, "RequestPoll", claimed, { dueAt: null, polledAt: now }));
    return;
  }
  // Paid orders come first, because requesting them makes new requests, which this poll then ingests.
  const paid = await failureOf(shop, "orders.paid-orders-not-read", requestPaidOrders);
  const requests = await failureOf(shop, "orders.requests-not-read", ingestRequests);
  await inShop(shop, async (tx, now) => {
    const ended = { shop, duty: claimed, what: "requests-read", now, failure: requests ?? paid } as const;
    const [poll] = await queryRows<{ dueAt: Date | null }>(tx)`
      select due_at as "dueAt" from request_poll where shop = ${shop} for update`;
    // A webhook may have made the poll due again after the reads. In that case, the poll stays due.
    const isWoken = poll?.dueAt?.getTime() !== claimed.dueAt?.getTime();
    const dueAt = isWoken ? (poll?.dueAt ?? null) : null;
    await endDuty(tx, ended, (columns) =>
      release(tx, "RequestPoll", claimed, { ...columns, dueAt, polledAt: now }),
    );
  });
}

/**
 * Runs `read`, and returns its error instead of throwing it, because a shop's two reads do not depend on each other.
 * Returns null after success, or if the shop has deleted our service.
 */
async function failureOf(
  shop: ShopDomain,
  event: string,
  read: (shop: ShopDomain) => Promise<void>,
): Promise<Error | null> {
  try {
    await read(shop);
    return null;
  } catch (error) {
    if (isServiceGone(error) && (await confirmServiceGone(shop))) return null;
    log.warn({ shop, err: error }, event);
    return asError(error);
  }
}
