import type { Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute, queryRows } from "../../../lib/database/statement.server.ts";
import { readProductValues, readProductVersions } from "../../../shop/products/product-values.server.ts";
import { type LinkedProduct, withVariants } from "../linked-product.ts";
import { loadProducts } from "../load-products.server.ts";
import { AFTER_IMPORT_SECONDS, type SyncLease, whileLeased } from "../sync-lease.server.ts";
import { compareValues } from "./compare-values.ts";
import { type Due, storeCompared } from "./store-compared.server.ts";

/** One query reads the versions of this many products. */
export const PRODUCTS_AT_ONCE = 250;
/** Limits the values to read: a comparison that outlasts the lease is not stored. */
const VARIANTS_AT_ONCE = 2000;

/**
 * Compares the next due products with our last writes, after a webhook or for the weekly comparison
 * (`compare-all.server.ts`). A differing value is the merchant's from then on. An unchanged product costs one
 * point.
 * @returns true if there may be more.
 * @throws Failure if the shop gives no clear answer.
 */
export async function compareBatch(
  lease: SyncLease,
  { variants = VARIANTS_AT_ONCE }: { variants?: number } = {},
): Promise<boolean> {
  const batch = await findDueBatch(lease);
  if (batch === null) return false;
  await compareProducts(lease, batch, variants);
  return true;
}

/** Due products, from our rows. */
export type ComparisonBatch = { due: Due; products: LinkedProduct[] };

/** Returns null if nothing is due. */
export async function findDueBatch(lease: SyncLease): Promise<ComparisonBatch | null> {
  const { shop } = lease;
  return whileLeased(lease, async (tx, now) => {
    await leaveOthers(tx, shop, now);
    const due = await queryRows<Due["products"][number]>(tx)`
        select supplier_product_id as id, compare_due_at as at from product_link
        where shop = ${shop} and compare_due_at <= ${now}
        order by compare_due_at, supplier_product_id limit ${PRODUCTS_AT_ONCE}`;
    if (due.length === 0) return null;
    const products = await loadProducts(
      tx,
      shop,
      due.map(({ id }) => id),
    );
    return { due: { readAt: now, products: due }, products };
  });
}

/** @throws Failure if the shop gives no clear answer. */
export async function compareProducts(
  lease: SyncLease,
  { due, products }: ComparisonBatch,
  variantsAtOnce = VARIANTS_AT_ONCE,
): Promise<void> {
  const versions = await readProductVersions(
    lease.shop,
    products.map(({ shopProductId }) => shopProductId),
  );
  const changed = products.filter(({ shopProductId, shopUpdatedAt, intended }) => {
    const version = versions.get(shopProductId);
    return version && (intended !== null || version.updatedAt.getTime() !== shopUpdatedAt?.getTime());
  });
  const read = withVariants(changed, variantsAtOnce);
  const values = await readProductValues(
    lease.shop,
    read.map(({ shopProductId: id, variants }) => ({ id, variants: variants.length })),
  );
  const left = new Set(changed.slice(read.length));
  const compared = products.filter((product) => !left.has(product));
  const results = compared.map((product) =>
    compareValues(product, {
      version: versions.get(product.shopProductId),
      values: values.get(product.shopProductId),
    }),
  );
  const stillDue = new Set<string>([...left].map(({ supplierProductId }) => supplierProductId));
  const done = { ...due, products: due.products.filter(({ id }) => !stillDue.has(id)) };
  await storeCompared(lease, done, results);
}

/**
 * Postpones products until their import has ended. Skips delisted ones, since the delisting has changed them.
 */
async function leaveOthers(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await execute(tx)`
    update product_link set compare_due_at = case when state = 'importing' and due_at is not null
      then ${now}::timestamptz + make_interval(secs => ${AFTER_IMPORT_SECONDS}) end
    where shop = ${shop} and compare_due_at <= ${now}
      and (state = 'importing' or delisted is not null or shop_product_id is null
        or shop_state is not distinct from 'deleted')`;
}
