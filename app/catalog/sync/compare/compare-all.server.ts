import { inShop, type Tx } from "../../../lib/db.server.ts";
import { log } from "../../../lib/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { after } from "../../../queue/back-off.ts";
import { LOOK_SECONDS, readBulkOperation } from "../../../shop/bulk/bulk-operations.server.ts";
import { beginReadingValues } from "../../../shop/bulk/values-in-bulk.server.ts";
import { COMPARE_SECONDS } from "../../links/mark-for-sync.server.ts";
import { holdsLease, type SyncLease, whileLeased } from "../sync-lease.server.ts";
import { compareResult } from "./compare-result.server.ts";

/** More products than that are read by a bulk query, which takes minutes and costs no points. */
const ONE_BY_ONE = 250;
/** If nothing comes of the query until then, its products are compared one by one. */
const QUERY_SECONDS = 86_400;

/**
 * Once a week all products are compared with what we wrote. Few are due at once (`compareBatch`); of more, a bulk query
 * reads the values. Until its result is there, they are due when it must have come; those of which it says nothing, or
 * that we wrote to meanwhile, are due at its end.
 *
 * @throws Failure when the shop gives no clear answer.
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

/** Null where it is not time, or all that is to be done was done. */
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

/** A cost that the merchant has changed doesn't change the product's `updatedAt`, so none is believed to be unchanged. */
async function makeDue(tx: Tx, shop: ShopDomain, at: Date): Promise<void> {
  await tx.$executeRaw`
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

/** What is left is compared one by one. */
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
