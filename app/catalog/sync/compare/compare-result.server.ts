import { lockImports } from "../../import/runs/import-run-store.server.ts";
import { inShop, LONG_WORK } from "../../../lib/db.server.ts";
import { inGroups } from "../../../lib/in-groups.ts";
import { readValues, type ValuesInBulk } from "../../../shop/bulk/values-in-bulk.server.ts";
import type { LinkedProduct } from "../linked-product.ts";
import { loadProducts } from "../load-products.server.ts";
import { storeResults } from "../store-results.server.ts";
import { holdsLease, type SyncLease } from "../sync-lease.server.ts";
import { compareValues } from "./compare-values.ts";

const PRODUCTS_AT_ONCE = 250;
/** A worker ends after so long, and the next one goes on: what was compared is no longer due. */
const STRETCH_MS = 60_000;
/** Shopify may read a little behind what was written. */
const BEHIND_SECONDS = 60;

/**
 * Compares products with what a bulk query has read of them. What was written since the query began is left: the result may
 * be older than that. So is a product whose description follows the supplier, which the result does not have.
 *
 * @returns whether this was the whole result.
 * @throws Failure as `readValues`.
 */
export async function compareResult(
  lease: SyncLease,
  { url, begunAt }: { url: string; begunAt: Date },
): Promise<boolean> {
  const { shop } = lease;
  const until = performance.now() + STRETCH_MS;
  for await (const group of inGroups(readValues(shop, url), PRODUCTS_AT_ONCE)) {
    if (performance.now() > until) return false;
    const values = new Map(group.map((product) => [product.id, product]));
    const products = await findComparable(lease, { ids: [...values.keys()], begunAt });
    const results = products.flatMap((product) => {
      const found = values.get(product.shopProductId);
      return found ? [compareValues(product, { version: found, values: withoutDescription(found) })] : [];
    });
    if (results.length === 0) continue;
    await storeResults({ lease, batch: null }, results);
    await endComparison(
      lease,
      results.map(({ product }) => product.supplierProductId),
    );
  }
  return true;
}

function withoutDescription(found: ValuesInBulk) {
  return { ...found, descriptionHtml: "" };
}

/** Of the shop's products: those of the supplier that wait for the result. */
async function findComparable(
  lease: SyncLease,
  { ids, begunAt }: { ids: string[]; begunAt: Date },
): Promise<LinkedProduct[]> {
  const { shop } = lease;
  return inShop(
    shop,
    async (tx, now) => {
      if (!(await holdsLease(tx, lease))) return [];
      const rows = await tx.$queryRaw<{ id: string }[]>`
        select supplier_product_id as id from product_link
        where shop = ${shop} and shop_product_id = any(${ids}::text[]) and compare_due_at > ${now}
          and state <> 'importing' and delisted is null and not ('descriptionHtml' = any(follows))
          and (written_at is null or written_at < ${begunAt}::timestamptz - make_interval(secs => ${BEHIND_SECONDS}))`;
      return loadProducts(
        tx,
        shop,
        rows.map(({ id }) => id),
      );
    },
    LONG_WORK,
  );
}

/** Unless Shopify has told of a change meanwhile: then it is due at once. */
async function endComparison({ shop, ...lease }: SyncLease, ids: string[]): Promise<void> {
  await inShop(shop, async (tx, now) => {
    if (!(await holdsLease(tx, { shop, ...lease }))) return;
    await lockImports(tx, shop);
    await tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: ids }, compareDueAt: { gt: now } },
      data: { compareDueAt: null },
    });
  });
}
