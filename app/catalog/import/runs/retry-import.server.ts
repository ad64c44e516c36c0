import { Prisma } from "@prisma/client";

import { jobs } from "../../../queue/jobs.ts";
import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { setDueAt } from "../../../queue/lease.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { ONE_BY_ONE } from "../import-run-store.server.ts";

/**
 * Retries one or all products that an import skipped or left with a problem. Makes products that wait for a
 * retry due now. Clears the list of deleted variants to create again: the import has created them, and the
 * merchant may have deleted them once more.
 * @returns the number of products to retry; null if the shop has no such import.
 */
export async function retryImport(
  shop: ShopDomain,
  { id, supplierProductId }: { id: string; supplierProductId: string | null },
): Promise<number | null> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      if ((await tx.importRun.count({ where: { id, shop } })) === 0) return null;
      const meant =
        supplierProductId === null
          ? Prisma.empty
          : Prisma.sql`and supplier_product_id = ${supplierProductId}`;
      const retried = await execute(tx)`
        update product_link set state = 'importing', problem = null, ${setDueAt("ProductLink", now)}, retry_count = 0,
          before_import = jsonb_build_object('state', state, 'problem', problem, 'importId', import_id)
        where shop = ${shop} and import_id = ${id}::uuid and delisted is distinct from 'unlinked'
          and (state in ('skipped', 'needs-linking')
            or state = 'imported' and (problem is not null or failed_images is not null)) ${meant}`;
      const woken = await execute(tx)`
        update product_link set due_at = ${now} where shop = ${shop} and import_id = ${id}::uuid
          and state = 'importing' and problem is not null and due_at > ${now} ${meant}`;
      if (retried > 0)
        await execute(tx)`
          update import_run set in_bulk = case state when 'running' then in_bulk else ${retried > ONE_BY_ONE} end,
            state = 'running', ended_at = null, cancel_requested_at = null,
            options = options || case when exists (select from product_link where shop = ${shop} and import_id = ${id}::uuid
              and state = 'importing' and before_import->>'state' = 'imported') then '{"recreated": []}'::jsonb else '{}' end
          where shop = ${shop} and id = ${id}::uuid`;
      if (retried + woken > 0) await enqueue(tx, jobs["catalog.import"], { shop });
      return retried + woken;
    },
    LONG_WORK,
  );
}
