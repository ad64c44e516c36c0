import { asSystem } from "../lib/db.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { roundJob } from "./jobs.ts";
import { startRestoring } from "./start-restoring.server.ts";
import { startWithdrawal } from "./start-withdrawal.server.ts";

/** Shops a sweep wakes of each kind; the next one is a minute away. */
const AT_MOST = 200;

/** Wakes rounds that are due in any shop, and begins those whose beginning got lost. */
export async function sweepRounds(now: Date): Promise<void> {
  const lost = await asSystem("catalog", async (tx) => {
    const due = await tx.$queryRaw<{ shop: string }[]>`
      select shop from listed_round where next_at <= ${now} order by next_at limit ${AT_MOST}`;
    for (const { shop } of due) await enqueue(tx, roundJob, { shop: shopDomain.parse(shop) });
    const disconnected = await tx.$queryRaw<{ shop: string }[]>`
      select shop from disconnection
      where exists (select from listed_product where listed_product.shop = disconnection.shop)
        and not exists (select from listed_round where listed_round.shop = disconnection.shop
          and kind = 'withdraw' and since = disconnection.at)
      limit ${AT_MOST}`;
    const connected = await tx.$queryRaw<{ shop: string }[]>`
      select shop from connection
      where exists (select from listed_product where listed_product.shop = connection.shop and withdrawn is not null)
        and not exists (select from listed_round where listed_round.shop = connection.shop
          and kind <> 'withdraw' and since = connection.connected_at)
      limit ${AT_MOST}`;
    return { disconnected, connected };
  });
  for (const { shop } of lost.disconnected) await startWithdrawal(shopDomain.parse(shop), now);
  for (const { shop } of lost.connected) await startRestoring(shopDomain.parse(shop), { now });
}
