import { asSystem } from "../lib/db.server.ts";
import { shopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { ensureServiceJob, importProductsJob, mirrorCatalogJob } from "./jobs.ts";
import { startCatalog } from "./start-catalog.server.ts";

/** Shops a sweep wakes of each kind; the next one is a minute away. */
const AT_MOST = 200;

/** Wakes what is due in any shop, and begins the work of connected shops whose beginning got lost. */
export async function sweepCatalog(now: Date): Promise<void> {
  const lost = await asSystem("catalog", async (tx) => {
    const wake = async (job: typeof mirrorCatalogJob, due: { shop: string }[]) => {
      for (const { shop } of due) await enqueue(tx, job, { shop: shopDomain.parse(shop) });
    };
    const mirrors = tx.$queryRaw<{ shop: string }[]>`
      select shop from catalog_mirror where next_at <= ${now} order by next_at limit ${AT_MOST}`;
    await wake(mirrorCatalogJob, await mirrors);
    const imports = tx.$queryRaw<{ shop: string }[]>`
      select shop from product_link where next_at <= ${now} group by shop order by min(next_at) limit ${AT_MOST}`;
    await wake(importProductsJob, await imports);
    const services = tx.$queryRaw<{ shop: string }[]>`
      select shop from fulfillment_service where next_at <= ${now} order by next_at limit ${AT_MOST}`;
    await wake(ensureServiceJob, await services);
    return tx.$queryRaw<{ shop: string }[]>`
      select shop from connection where connected_at < ${new Date(now.getTime() - GRACE_MS)} and not exists (
        select from catalog_mirror where catalog_mirror.shop = connection.shop and next_at is not null)
      limit ${AT_MOST}`;
  });
  for (const { shop } of lost) await startCatalog(shopDomain.parse(shop), now);
}

/** Connecting wakes it by itself, and takes a moment. */
const GRACE_MS = 60_000;
