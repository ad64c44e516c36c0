import { inShop, type Tx } from "../../../lib/database/db.server.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import { after } from "../../../queue/back-off.ts";
import { LOOK_SECONDS, readBulkOperation } from "../../../shop/bulk/bulk-operations.server.ts";
import { beginReadingValues } from "../../../shop/products/values-in-bulk.server.ts";
import { COMPARE_SECONDS } from "../../links/mark-for-sync.server.ts";
import { holdsLease, type SyncLease, whileLeased } from "../sync-lease.server.ts";
import { compareResult } from "./compare-result.server.ts";

/** If the shop has more products, a bulk query reads them, which takes minutes and costs no points. */
const ONE_BY_ONE = 250;
/** If the query brings no result by then, its products are compared one by one. */
const QUERY_SECONDS = 86_400;

/**
 * Compares all products with our last writes, once per week. A small number is due at once (`compareBatch`).
 * For more, a bulk query reads the values, and until its result arrives, the products are due only after the
 * query's deadline. Products that the result lacks, or that we wrote meanwhile, are due at its end.
 * @throws Failure if the shop gives no clear answer.
 */
export async function compareAll(lease: SyncLease): Promise<void> {
  const due = await findDue(lease);
  if (due === null) return;
  const { shop } = lease;
  if (due.operationId === null) {
    const { id } = await beginReadingValues(shop);
    log.info({ shop, operationId: id }, "catalog.comparison-begun");
    await lookAgain(lease, id);
    return;
  }
  const operation = await readBulkOperation(shop, due.operationId);
  if (operation.kind === "running") {
    await lookAgain(lease, due.operationId);
    return;
  }
  log.info({ shop, operation: operation.kind }, "catalog.comparison-read");
  if (operation.kind === "completed" && operation.url !== null) {
    const isWhole = await compareResult(lease, { url: operation.url, begunAt: due.begunAt });
    if (!isWhole) return;
  }
  await end(lease);
}

type Due = { operationId: string | null; begunAt: Date };

/** Returns null if no comparison is due, or none is left to do here. */
async function findDue(lease: SyncLease): Promise<Due | null> {
  const { shop } = lease;
  return whileLeased(lease, async (tx, now) => {
    const row = await tx.catalogSync.findUnique({ where: { shop } });
    if (!row?.compareDueAt || row.compareDueAt > now) return null;
    const { operationId, comparedAt } = row;
    if (operationId !== null) return { operationId, begunAt: comparedAt ?? now };
    const inBulk =
      (await tx.productLink.count({ where: { shop, shopProductId: { not: null } } })) > ONE_BY_ONE;
    await makeDue(tx, shop, inBulk ? after(now, QUERY_SECONDS) : now);
    const next = inBulk ? {} : { compareDueAt: after(now, COMPARE_SECONDS) };
    await tx.catalogSync.update({ where: { shop }, data: { comparedAt: now, ...next } });
    return inBulk ? { operationId: null, begunAt: now } : null;
  });
}

/**
 * Resets `shop_updated_at`, so that no product counts as unchanged: the merchant's change of a cost does not
 * change Shopify's `updatedAt`.
 */
async function makeDue(tx: Tx, shop: ShopDomain, at: Date): Promise<void> {
  await execute(tx)`
    update product_link set compare_due_at = least(compare_due_at, ${at}), shop_updated_at = null
    where shop = ${shop} and shop_product_id is not null and shop_state is distinct from 'deleted'`;
}

async function lookAgain(lease: SyncLease, operationId: string): Promise<void> {
  const { shop } = lease;
  await inShop(shop, async (tx, now) => {
    if (!(await holdsLease(tx, lease))) return;
    const compareDueAt = after(now, LOOK_SECONDS);
    await tx.catalogSync.update({ where: { shop }, data: { operationId, compareDueAt } });
  });
}

/** Makes the remaining products due for a comparison one by one. */
async function end(lease: SyncLease): Promise<void> {
  const { shop } = lease;
  await whileLeased(lease, async (tx, now) => {
    await tx.productLink.updateMany({
      where: { shop, compareDueAt: { gt: now } },
      data: { compareDueAt: now },
    });
    const data = { operationId: null, compareDueAt: after(now, COMPARE_SECONDS) };
    await tx.catalogSync.update({ where: { shop }, data });
  });
}
