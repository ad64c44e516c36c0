import { Prisma } from "@prisma/client";

import { asSystem, inShop } from "../../lib/db.server.ts";
import { log } from "../../lib/log.server.ts";
import { type Claimed, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { ingestRequests } from "./ingest-requests.server.ts";
import { requestPaidOrders } from "./request-paid-orders.server.ts";

/** A shop takes two calls of some 300 ms, most of which is waiting. */
const CONCURRENCY = 16;
/** Longer than polling a shop that throttles every page. After a crash the shop is polled again then. */
const LEASE_SECONDS = 300;

/**
 * When a connected shop is to be asked next. With the minute until a sweep that is every five minutes, and every half hour
 * while it is quiet. An order that comes in, by a webhook or by this very poll, or a new connection ends the quiet.
 */
export const polls = Prisma.sql`
  select connection.shop, coalesce(polled_at + case
    when connected_at > now() - interval '2 days' or exists (
      select from supplier_order where supplier_order.shop = connection.shop and requested_at > now() - interval '2 days')
    then interval '4 minutes' else interval '29 minutes' end, connected_at) as due_at
  from connection left join request_poll using (shop)`;

/** For lost webhooks: looks in every connected shop whose turn it is. */
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
    (tx) => tx.$executeRaw`
      insert into request_poll as poll (shop, due_at)
      select shop, due_at from (${polls}) as turn where due_at <= now() order by shop
      on conflict (shop) do update set due_at = excluded.due_at where poll.due_at is null`,
  );
}

async function pollShop(claimed: Claimed<"RequestPoll">): Promise<void> {
  const { shop } = claimed;
  // First, so that what is requested now is ingested now.
  await requestPaidOrders(shop).catch((error: unknown) => {
    log.warn({ shop, err: error }, "orders.paid-orders-not-read");
  });
  await ingestRequests(shop).catch((error: unknown) => {
    log.warn({ shop, err: error }, "orders.requests-not-read");
  });
  await inShop(shop, (tx, now) => release(tx, "RequestPoll", claimed, { dueAt: null, polledAt: now }));
}
