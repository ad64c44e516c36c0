import { asSystem } from "../../lib/db.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { linkRunJob } from "../jobs.ts";
import { startRestoring } from "./start-restoring.server.ts";
import { startDelisting } from "./start-delisting.server.ts";

/** Shops a sweep wakes of each kind; the next one is a minute away. */
const AT_MOST = 200;

/** Wakes runs that are due in any shop, and begins those whose beginning got lost. */
export async function sweepLinkRuns(now: Date): Promise<void> {
  const lost = await asSystem("catalog", async (tx) => {
    const due = await tx.$queryRaw<{ shop: string }[]>`
      select shop from link_run where next_at <= ${now} order by next_at limit ${AT_MOST}`;
    for (const { shop } of due) await enqueue(tx, linkRunJob, { shop: shopDomain.parse(shop) });
    const disconnected = await tx.$queryRaw<{ shop: string }[]>`
      select shop from disconnection
      where exists (select from product_link where product_link.shop = disconnection.shop)
        and not exists (select from link_run where link_run.shop = disconnection.shop
          and kind = 'delist' and since = disconnection.at)
      limit ${AT_MOST}`;
    const connected = await tx.$queryRaw<{ shop: string }[]>`
      select shop from connection
      where exists (select from product_link where product_link.shop = connection.shop and delisted is not null)
        and not exists (select from link_run where link_run.shop = connection.shop
          and kind <> 'delist' and since = connection.connected_at)
      limit ${AT_MOST}`;
    return { disconnected, connected };
  });
  for (const { shop } of lost.disconnected) await startDelisting(shopDomain.parse(shop), now);
  for (const { shop } of lost.connected) await startRestoring(shopDomain.parse(shop), { now });
}
