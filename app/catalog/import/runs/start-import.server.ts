import { Prisma } from "@prisma/client";

import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { jobs } from "../../../jobs.ts";
import type { ImportOptions } from "../import-options.ts";
import { endFinishedRuns, ONE_BY_ONE, removeOldRuns } from "../import-run-store.server.ts";
import { IS_LINKING, isSelected } from "./selected-products.server.ts";
import type { Selection } from "./selection.ts";

/** A merchant waits for an import of at most this size, so it goes before other shops' bulk work. */
const WAITED_FOR = 20;

/** A started import, and its number of products. */
export type StartedImport = { id: string; requested: number };

/**
 * Starts the import of the selected products in the mirror, in one statement. Skips products that are being
 * imported, linked or unlinked.
 * @returns null if none of them is left to import.
 */
export async function startImport(
  shop: ShopDomain,
  { selection, options }: { selection: Selection; options: ImportOptions },
): Promise<StartedImport | null> {
  return inShop(
    shop,
    async (tx, now) => {
      await endFinishedRuns(tx, shop, { now });
      await removeOldRuns(tx, shop, now);
      const { id } = await tx.importRun.create({
        data: { shop, state: "running", selection: selection.kind, options, total: 0, requestedAt: now },
        select: { id: true },
      });
      const variants = selection.kind === "variants" ? selection.variants : null;
      // Selecting a whole product keeps the merchant's former choice of variants.
      const chosen =
        variants === null ? Prisma.sql`product_link.chosen_variants` : Prisma.sql`excluded.chosen_variants`;
      const selected = await isSelected(tx, { shop, now }, selection);
      const requested = await execute(tx)`
        insert into product_link (shop, supplier_product_id, state, account, requested_at, due_at, import_id,
          chosen_variants)
        select product.shop, product.id, 'importing', connection.account, ${now}, ${now}, ${id}::uuid,
          ${variants ?? []}::text[]
        from supplier_product product
        join connection on connection.shop = product.shop
        left join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
        where product.shop = ${shop} and ${selected} and not ${IS_LINKING}
        on conflict (shop, supplier_product_id) do update set state = 'importing', problem = null,
          account = excluded.account, requested_at = excluded.requested_at, due_at = excluded.due_at, leased_until = null, retry_count = 0,
          import_id = excluded.import_id, chosen_variants = ${chosen},
          before_import = jsonb_build_object('state', product_link.state, 'problem', product_link.problem,
            'importId', product_link.import_id)
        where product_link.state <> 'importing' and product_link.delisted is distinct from 'unlinked'`;
      if (requested === 0) {
        await tx.importRun.deleteMany({ where: { shop, id } });
        return null;
      }
      const fresh = await tx.productLink.count({ where: { shop, importId: id, shopProductId: null } });
      await tx.importRun.updateMany({
        where: { shop, id },
        data: { total: requested, inBulk: fresh > ONE_BY_ONE },
      });
      await enqueue(tx, jobs["catalog.import"], { shop }, { isUrgent: requested <= WAITED_FOR });
      return { id, requested };
    },
    LONG_WORK,
  );
}
