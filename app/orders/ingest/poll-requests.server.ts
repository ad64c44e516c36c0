import { Prisma } from "@prisma/client";

import { inShop } from "../../lib/db.server.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { ingestRequests } from "./ingest-requests.server.ts";
import { requestPaidOrders } from "./request-paid-orders.server.ts";

/** A shop takes two calls of some 300 ms, most of which is waiting. */
const CONCURRENCY = 16;

/**
 * When a connected shop is to be asked next. With the minute until a sweep that is every five minutes, and every half hour
 * while it is quiet. An order that comes in, by a webhook or by this very poll, or a new connection ends the quiet.
 */
export const polls = Prisma.sql`
  select connection.shop, coalesce(polled_at + case
    when connected_at > now() - interval '2 days' or exists (
      select from supplier_order where supplier_order.shop = connection.shop and requested_at > now() - interval '2 days')
    then interval '4 minutes' else interval '29 minutes' end, connected_at) as next_at
  from connection left join request_poll using (shop)`;

/** For lost webhooks: looks in every connected shop whose turn it is. */
export async function pollRequests(): Promise<void> {
  await sweep({
    purpose: "orders",
    name: "polls",
    table: polls,
    concurrency: CONCURRENCY,
    process: ({ shop }) => pollShop(shop),
  });
}

async function pollShop(shop: ShopDomain): Promise<void> {
  if (!(await claimPoll(shop))) return;
  // First, so that what is requested now is ingested now.
  await requestPaidOrders(shop).catch((error: unknown) => {
    log.warn({ shop, err: error }, "orders.paid-orders-not-read");
  });
  await ingestRequests(shop).catch((error: unknown) => {
    log.warn({ shop, err: error }, "orders.requests-not-read");
  });
}

/** @returns false where another process was faster. */
async function claimPoll(shop: ShopDomain): Promise<boolean> {
  const claimed = await inShop(
    shop,
    (tx, now) => tx.$executeRaw`
      insert into request_poll as poll (shop, polled_at) values (${shop}, ${now})
      on conflict (shop) do update set polled_at = excluded.polled_at
      where poll.polled_at < excluded.polled_at - interval '1 minute'`,
  );
  return claimed === 1;
}
