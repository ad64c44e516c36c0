import { Prisma } from "@prisma/client";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { Message } from "../../messages/message.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { setDueAt } from "../../queue/lease.server.ts";

/**
 * Imports of more new products than this use bulk operations, and so do retries. A bulk operation takes
 * minutes, but its products do not count toward Shopify's rate limit.
 */
export const ONE_BY_ONE = 500;

/** Days for which the list shows an import after its end. */
const KEPT_DAYS = 90;

/**
 * Ends imports that have no product left to import: all of the shop, or only `importId`. Records an activity
 * entry per import. Without the lock, two transactions that end the last two products would each see the other
 * product as running, and the import would never end.
 */
export async function endFinishedRuns(
  tx: Tx,
  shop: ShopDomain,
  { importId = null, now }: { importId?: string | null; now: Date },
): Promise<void> {
  await lockImports(tx, shop);
  const finished = await queryRows<{ id: string; canceled: boolean }>(tx)`
    select id::text, cancel_requested_at is not null as canceled from import_run run
    where shop = ${shop} and state = 'running' and (${importId}::uuid is null or id = ${importId}::uuid)
      and not exists (select from product_link link
        where link.shop = run.shop and link.import_id = run.id and link.state = 'importing')`;
  for (const { id, canceled } of finished) await endRun(tx, shop, { id, canceled, now });
}

/**
 * Restores the products of a canceled import to their state before the import, or deletes the rows of new
 * products.
 * @returns the number of restored and deleted rows
 */
export async function restoreCanceled(
  tx: Tx,
  shop: ShopDomain,
  { importId: id, which, now }: { importId: string; which: Prisma.Sql; now: Date },
): Promise<number> {
  const removed = await execute(tx)`
    delete from product_link
    where shop = ${shop} and import_id = ${id}::uuid and state = 'importing' and ${which} and before_import is null`;
  const dueForImages = Prisma.sql`
    case when before_import->>'state' = 'imported' and images_state is not null then ${now}::timestamptz end`;
  const restored = await execute(tx)`
    update product_link set state = before_import->>'state', problem = nullif(before_import->'problem', 'null'),
      import_id = (before_import->>'importId')::uuid, before_import = null, retry_count = 0,
      ${setDueAt("ProductLink", dueForImages)}
    where shop = ${shop} and import_id = ${id}::uuid and state = 'importing' and ${which}
      and before_import is not null`;
  await tx.importRun.updateMany({ where: { shop, id }, data: { total: { decrement: removed + restored } } });
  return removed + restored;
}

async function endRun(
  tx: Tx,
  shop: ShopDomain,
  { id, canceled, now }: { id: string; canceled: boolean; now: Date },
): Promise<void> {
  const [counted] = await queryRows<{ imported: number; skipped: number }>(tx)`
    select (count(*) filter (where state = 'imported'))::int as imported,
      (count(*) filter (where state <> 'imported'))::int as skipped
    from product_link where shop = ${shop} and import_id = ${id}::uuid`;
  const { imported, skipped } = counted ?? { imported: 0, skipped: 0 };
  await tx.importRun.updateMany({
    where: { shop, id },
    data: { state: canceled ? "canceled" : "ended", imported, skipped, endedAt: now },
  });
  if (imported + skipped === 0) return;
  await recordActivity(tx, {
    shop,
    kind: "catalog.imported",
    tone: skipped > 0 ? "warning" : "success",
    message: messageOf(imported, skipped),
    subject: { label: { code: "imports.import" }, url: `/app/imports/${id}` },
    at: now,
  });
}

/** Deletes the records of imports that ended more than `KEPT_DAYS` ago. Their products stay. */
export async function removeOldRuns(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000);
  await tx.importRun.deleteMany({ where: { shop, endedAt: { lt: before } } });
}

function messageOf(imported: number, skipped: number): Message {
  if (skipped === 0) return { code: "catalog.activity.imported", imported };
  if (imported === 0) return { code: "catalog.activity.skipped", skipped };
  return { code: "catalog.activity.imported-and-skipped", imported, skipped };
}
