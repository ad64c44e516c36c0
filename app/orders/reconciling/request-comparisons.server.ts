import { asSystem } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { enqueueAll } from "../../queue/boss.server.ts";
import { jobs } from "../../jobs.ts";

/**
 * Makes the comparison with the supplier due now in every connected shop. Restarts runs that are under way,
 * because they may have read older data.
 *
 * @returns the database's time, by which `findComparisons` recognizes these comparisons.
 */
export async function requestComparisons(): Promise<Date> {
  return asSystem("orders", async (tx, now) => {
    const shops = await queryRows<{ shop: ShopDomain }>(tx)`
      insert into order_reconciliation (shop, due_at) select shop, ${now} from connection
      on conflict (shop) do update set due_at = excluded.due_at, leased_until = null, began_at = null, cursor = null, retry_count = 0
      returning shop`;
    await enqueueAll(tx, jobs["orders.reconcile"], shops);
    return now;
  });
}
