import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import { inGroups } from "../../../lib/chunk.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { readValues, type ValuesInBulk } from "../../../shop/products/values-in-bulk.server.ts";
import { loadProducts } from "../load-products.server.ts";
import { holdsLease, type SyncLease } from "../sync-lease.server.ts";
import type { ComparisonBatch } from "./compare-batch.server.ts";
import { compareValues } from "./compare-values.ts";
import { type Due, storeCompared } from "./store-compared.server.ts";

const PRODUCTS_AT_ONCE = 250;
/** Time limit of a worker. The next one continues, since compared products are no longer due. */
const STRETCH_MS = 60_000;
/** A bulk query may read values that are slightly older than its start. */
const BEHIND_SECONDS = 60;

/**
 * Compares products with the result of a bulk query. Skips products that we wrote since shortly before the
 * query began, since the result may be older, and products whose description follows the supplier, since the
 * result lacks descriptions.
 * @returns false if time ran out before the end.
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

/** Returns those of these products that wait for the result. */
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
