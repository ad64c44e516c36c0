import { lockImports } from "../../import/runs/import-run-store.server.ts";
import { inShop, type Tx } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import type { ShopProductId } from "../../../shop/ids.ts";
import { readProductValues, readProductVersions } from "../../../shop/product-values.server.ts";
import type { LinkedProduct } from "../linked-product.ts";
import { loadProducts } from "../load-products.server.ts";
import { storeResults } from "../store-results.server.ts";
import { holdsLease, type SyncLease, whileLeased } from "../sync-lease.server.ts";
import { compareValues } from "./compare-values.ts";

/** As many as one query tells the versions of. */
export const PRODUCTS_AT_ONCE = 250;
const IMPORT_SECONDS = 60;

/**
 * Compares the next products with what we wrote there, where Shopify has told of a change or it is time for all of them
 * (`compare-all.server.ts`): what differs is the merchant's from then on. One that was not changed since costs a point.
 *
 * @returns whether there may be more.
 * @throws Failure when the shop gives no clear answer.
 */
export async function compareBatch(lease: SyncLease): Promise<boolean> {
  const due = await findDue(lease);
  if (due === null) return false;
  const { products } = due;
  const versions = await readProductVersions(
    lease.shop,
    products.map(({ shopProductId }) => shopProductId),
  );
  const changed = products.filter(({ shopProductId, shopUpdatedAt, intended }) => {
    const version = versions.get(shopProductId);
    return version && (intended !== null || version.updatedAt.getTime() !== shopUpdatedAt?.getTime());
  });
  const values = await readProductValues(
    lease.shop,
    changed.map(({ shopProductId: id, variants }) => ({ id, variants: variants.length })),
  );
  const results = products.map((product) =>
    compareValues(product, {
      version: versions.get(product.shopProductId),
      values: values.get(product.shopProductId),
    }),
  );
  await storeResults({ lease, batch: null }, results);
  await endComparison(lease, due.ids);
  return true;
}

type Due = { ids: string[]; products: (LinkedProduct & { shopProductId: ShopProductId })[] };

/** Null: nothing is due. */
async function findDue(lease: SyncLease): Promise<Due | null> {
  const { shop } = lease;
  return whileLeased(lease, async (tx, now) => {
    await leaveOthers(tx, shop, now);
    const rows = await tx.$queryRaw<{ id: string }[]>`
        select supplier_product_id as id from product_link where shop = ${shop} and compare_due_at <= ${now}
        order by compare_due_at, supplier_product_id limit ${PRODUCTS_AT_ONCE}`;
    const ids = rows.map(({ id }) => id);
    return ids.length === 0 ? null : { ids, products: await loadProducts(tx, shop, ids) };
  });
}

/** What is being imported is compared once that has ended; what a disconnection has delisted is not as it was left. */
async function leaveOthers(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.$executeRaw`
    update product_link set compare_due_at = case when state = 'importing' and next_at is not null
      then ${now}::timestamptz + make_interval(secs => ${IMPORT_SECONDS}) end
    where shop = ${shop} and compare_due_at <= ${now}
      and (state = 'importing' or delisted is not null or shop_product_id is null
        or shop_state is not distinct from 'deleted')`;
}

/** What could not be compared is not due either: the supplier never listed it, or it was compared. */
async function endComparison(lease: SyncLease, ids: string[]): Promise<void> {
  await inShop(lease.shop, async (tx, now) => {
    if (!(await holdsLease(tx, lease))) return;
    await lockImports(tx, lease.shop);
    await tx.productLink.updateMany({
      where: { shop: lease.shop, supplierProductId: { in: ids }, compareDueAt: { lte: now } },
      data: { compareDueAt: null },
    });
  });
}
