import { inShop } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import type { SyncRunView } from "./find-sync-status.server.ts";

const AT_MOST = 20;

/** A run that changed something; `prices`: how many prices can be taken back. */
export type ChangingRun = SyncRunView & { undoneAt: Date | null; prices: number };

/** The newest runs that changed something. */
export async function listRuns(shop: ShopDomain): Promise<ChangingRun[]> {
  return inShop(
    shop,
    (tx) => tx.$queryRaw<ChangingRun[]>`
      select id, started_at as "startedAt", ended_at as "endedAt", products, changed, failed, undone_at as "undoneAt",
        (select count(*)::int from catalog_change change where change.shop = run.shop and change.run_id = run.id
          and field = 'price' and old is not null) as prices
      from sync_run run where shop = ${shop} and changed > 0
      order by started_at desc, id desc limit ${AT_MOST}`,
  );
}
