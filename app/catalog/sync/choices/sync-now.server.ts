import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { jobs } from "../../../jobs.ts";
import { beginRun } from "../../mirror/mirror-run.server.ts";

/** Starts a mirror run, and retries failed products. Changes follow page by page. */
export async function syncNow(shop: ShopDomain): Promise<void> {
  await inShop(
    shop,
    async (tx, now) => {
      await beginRun(tx, shop, now);
      // Locks in this order, because a mirror page also locks its row before it makes products due.
      await lockImports(tx, shop);
      await execute(tx)`
        update product_link set sync_due_at = ${now}, sync_leased_until = null, sync_retry_count = 0
        where shop = ${shop}
          and (sync_problem is not null or (sync_due_at > ${now} or sync_leased_until > ${now}) and sync_retry_count > 0)
          and shop_product_id is not null and delisted is null and shop_state is null`;
      await enqueue(tx, jobs["catalog.sync"], { shop });
    },
    LONG_WORK,
  );
}
