import { inShop, type Tx, LONG_WORK } from "../../../lib/database/db.server.ts";
import { chunk } from "../../../lib/chunk.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute, queryRows } from "../../../lib/database/statement.server.ts";
import { after } from "../../../queue/back-off.ts";
import { LOOK_SECONDS, readBulkOperation } from "../../../shop/bulk/bulk-operations.server.ts";
import {
  beginReadingValues,
  readValues,
  type ValuesInBulk,
} from "../../../shop/products/product-values.server.ts";
import { nullIfBulkDenied } from "../../../shop/failures.ts";
import { COMPARE_SECONDS } from "../../links/mark-for-sync.server.ts";
import { loadProducts } from "../load-products.server.ts";
import { holdsLease, type SyncLease, whileLeased } from "../sync-lease.server.ts";
import { type ComparisonBatch, compareValues, type Due, storeCompared } from "./compare-batch.server.ts";

/**
 * Up to this many products are compared one by one. For more products, a bulk query reads the values. It takes
 * minutes, but does not count toward Shopify's rate limit.
 */
const ONE_BY_ONE = 250;
/** Deadline of a bulk query. Without a result by then, its products are compared one by one. */
const QUERY_SECONDS = 86_400;

/**
 * Compares all products with our last writes, once per week. If the shop has few products, makes all due now,
 * for `compareBatch`. For more products, starts a bulk query, and makes the products due at the query's
 * deadline. After comparing the result, makes the products due that the result lacks, or that we wrote while
 * the query ran. If Shopify denies bulk queries, makes all products due now.
 * @throws Failure if a call to Shopify fails.
 */
export async function compareAll(lease: SyncLease): Promise<void> {
  const due = await findDueComparison(lease);
  if (due === null) return;
  const { shop } = lease;
  if (due.operationId === null) {
    const begun = await beginReadingValues(shop).catch(nullIfBulkDenied);
    log.info({ shop, operationId: begun?.id ?? null }, "catalog.comparison-begun");
    if (begun === null) await endComparison(lease);
    else await pollLater(lease, begun.id);
    return;
  }
  const operation = await readBulkOperation(shop, due.operationId);
  if (operation.kind === "running") {
    await pollLater(lease, due.operationId);
    return;
  }
  log.info({ shop, operation: operation.kind }, "catalog.comparison-read");
  if (operation.kind === "completed" && operation.url !== null) {
    const isWhole = await compareResult(lease, { url: operation.url, begunAt: due.begunAt });
    if (!isWhole) return;
  }
  await endComparison(lease);
}

type DueComparison = { operationId: string | null; begunAt: Date };

/**
 * Begins a due comparison, or finds the running bulk query. Returns null if no comparison is due, or if
 * `compareBatch` will compare the products.
 */
async function findDueComparison(lease: SyncLease): Promise<DueComparison | null> {
  const { shop } = lease;
  return whileLeased(lease, async (tx, now) => {
    const row = await tx.catalogSync.findUnique({ where: { shop } });
    if (!row?.compareDueAt || row.compareDueAt > now) return null;
    const { operationId, comparedAt } = row;
    if (operationId !== null) return { operationId, begunAt: comparedAt ?? now };
    const inBulk =
      (await tx.productLink.count({ where: { shop, shopProductId: { not: null } } })) > ONE_BY_ONE;
    await makeAllDue(tx, shop, inBulk ? after(now, QUERY_SECONDS) : now);
    const next = inBulk ? {} : { compareDueAt: after(now, COMPARE_SECONDS) };
    await tx.catalogSync.update({ where: { shop }, data: { comparedAt: now, ...next } });
    return inBulk ? { operationId: null, begunAt: now } : null;
  });
}

/**
 * Makes all products due. Clears `shop_updated_at`, so that no product counts as unchanged: if the merchant
 * changes a cost, Shopify's `updatedAt` stays the same.
 */
async function makeAllDue(tx: Tx, shop: ShopDomain, at: Date): Promise<void> {
  await execute(tx)`
    update product_link set compare_due_at = least(compare_due_at, ${at}), shop_updated_at = null
    where shop = ${shop} and shop_product_id is not null and shop_state is distinct from 'deleted'`;
}

async function pollLater(lease: SyncLease, operationId: string): Promise<void> {
  const { shop } = lease;
  await inShop(shop, async (tx, now) => {
    if (!(await holdsLease(tx, lease))) return;
    const compareDueAt = after(now, LOOK_SECONDS);
    await tx.catalogSync.update({ where: { shop }, data: { operationId, compareDueAt } });
  });
}

/** Ends the bulk comparison. The products that it did not compare become due, so that `compareBatch` compares them. */
async function endComparison(lease: SyncLease): Promise<void> {
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

const RESULTS_AT_ONCE = 250;
/** Time limit of a worker for one result. The next worker continues with the remaining products. */
const STRETCH_MS = 60_000;
/** A bulk query may read values that are up to this much older than its start. */
const BEHIND_SECONDS = 60;

/**
 * Compares products with the result of a bulk query. Skips products that we wrote shortly before the query
 * began, or later, because the result may contain older values. Skips products whose description follows the
 * supplier, because the result has no descriptions.
 * @returns false if the time limit was reached before the end
 * @throws Failure as `readValues`.
 */
async function compareResult(
  lease: SyncLease,
  { url, begunAt }: { url: string; begunAt: Date },
): Promise<boolean> {
  const { shop } = lease;
  const until = performance.now() + STRETCH_MS;
  for await (const group of chunk(readValues(shop, url), RESULTS_AT_ONCE)) {
    if (performance.now() > until) return false;
    const values = new Map(group.map((product) => [product.id, product]));
    const { due, products } = await findComparable(lease, { ids: [...values.keys()], begunAt });
    const results = products.flatMap((product) => {
      const found = values.get(product.shopProductId);
      return found ? [compareValues(product, { version: found, values: withoutDescription(found) })] : [];
    });
    if (results.length > 0) await storeCompared(lease, due, results);
  }
  return true;
}

function withoutDescription(found: ValuesInBulk) {
  return { ...found, descriptionHtml: "" };
}

/** Finds products by Shopify's ids. Omits products that do not wait for the query's result. */
async function findComparable(
  lease: SyncLease,
  { ids, begunAt }: { ids: string[]; begunAt: Date },
): Promise<ComparisonBatch> {
  const { shop } = lease;
  return inShop(
    shop,
    async (tx, readAt) => {
      if (!(await holdsLease(tx, lease))) return { due: { readAt, products: [] }, products: [] };
      const due = await queryRows<Due["products"][number]>(tx)`
        select supplier_product_id as id, compare_due_at as at from product_link
        where shop = ${shop} and shop_product_id = any(${ids}::text[]) and compare_due_at > ${readAt}
          and state <> 'importing' and delisted is null and not ('descriptionHtml' = any(follows))
          and (written_at is null or written_at < ${begunAt}::timestamptz - make_interval(secs => ${BEHIND_SECONDS}))`;
      const products = await loadProducts(
        tx,
        shop,
        due.map(({ id }) => id),
      );
      return { due: { readAt, products: due }, products };
    },
    LONG_WORK,
  );
}
