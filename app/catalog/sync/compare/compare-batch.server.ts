import type { Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute, queryRows } from "../../../lib/database/statement.server.ts";
import {
  readProductValues,
  readProductVersions,
  type ProductValues,
  type ProductVersion,
} from "../../../shop/products/product-values.server.ts";
import { storeBelowCost } from "../../pricing/store-below-cost.server.ts";
import { type LinkedProduct, withVariants } from "../linked-product.ts";
import { loadProducts } from "../load-products.server.ts";
import { adoptValues, noticeEdits } from "../notice-edits.ts";
import { reportEndedSync } from "../report-ended-products.server.ts";
import { storeValues } from "../store-values.server.ts";
import { AFTER_IMPORT_SECONDS, type SyncLease, whileLeased } from "../sync-lease.server.ts";
import { type SyncResult, beginResult } from "../sync-result.ts";

/** One query reads the versions of this many products. */
const PRODUCTS_AT_ONCE = 250;
/**
 * Maximum number of variants whose values are read per batch. A batch that outlasts the lease is not stored.
 */
const VARIANTS_AT_ONCE = 2000;

/**
 * Compares the next due products with our last writes, after a webhook or for the weekly comparison
 * (`compare-all.server.ts`). A value that differs counts as the merchant's from then on. An unchanged product
 * costs only one point of Shopify's rate limit.
 * @returns true if more products may be due.
 * @throws Failure if a call to Shopify fails.
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

/** Due products, as our rows have them. */
export type ComparisonBatch = { due: Due; products: LinkedProduct[] };

/** Products to compare. `readAt`: the time at which we read our rows. `at`: the product's due time. */
export type Due = { readAt: Date; products: { id: string; at: Date }[] };

/** Finds the products that have been due longest; null if none is due. */
export async function findDueBatch(lease: SyncLease): Promise<ComparisonBatch | null> {
  const { shop } = lease;
  return whileLeased(lease, async (tx, now) => {
    await clearDueOfOthers(tx, shop, now);
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

/**
 * Compares products with up to `variantsAtOnce` variants in total. The other products stay due. @throws Failure
 * if a call to Shopify fails.
 */
export async function compareProducts(
  lease: SyncLease,
  { due, products }: ComparisonBatch,
  variantsAtOnce = VARIANTS_AT_ONCE,
): Promise<void> {
  const versions = await readProductVersions(
    lease.shop,
    products.map(({ shopProductId }) => shopProductId),
  );
  const changed = products.filter(({ shopProductId, shopUpdatedAt, pendingWrite }) => {
    const version = versions.get(shopProductId);
    return version && (pendingWrite !== null || version.updatedAt.getTime() !== shopUpdatedAt?.getTime());
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
 * Compares a product with the shop's values. `version`: undefined if the shop no longer has the product.
 * `values`: undefined if the product has not changed since the last comparison.
 */
export function compareValues(
  product: LinkedProduct,
  { version, values }: { version: ProductVersion | undefined; values: ProductValues | undefined },
): SyncResult {
  const result = beginResult(product);
  if (version === undefined) return { ...result, shopState: "deleted" };
  if (version.status === "ARCHIVED") return { ...result, shopState: product.archived ? null : "archived" };
  const there = product.archived ? "there" : null;
  if (values === undefined) return { ...result, shopState: there };
  const isFirst = Object.keys(product.lastWritten).length === 0;
  const noticed = isFirst ? adoptValues(product, values) : noticeEdits(product, values);
  return { ...result, shopState: there, noticed, awaitsStart: isFirst, updatedAt: values.updatedAt };
}

/**
 * Stores the results of comparisons with their history, and clears the products' due times. Skips products that
 * an import has written meanwhile, and products that have become due again.
 */
export async function storeCompared(lease: SyncLease, due: Due, results: SyncResult[]): Promise<void> {
  const { shop } = lease;
  await whileLeased(lease, async (tx, now) => {
    const unchanged = await findUnchanged(tx, shop, due);
    const compared = results.filter(({ product }) => unchanged.has(product.supplierProductId));
    await storeValues(tx, { lease, batch: null }, { results: compared, now });
    await storeBelowCost(tx, shop, { products: compared.map(({ product }) => product.supplierProductId) });
    await reportEndedSync(tx, shop, { results: compared, now });
    await tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: [...unchanged] } },
      data: { compareDueAt: null },
    });
  });
}

async function findUnchanged(tx: Tx, shop: ShopDomain, { readAt, products }: Due): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(tx)`
    select link.supplier_product_id as id from product_link link
    join unnest(${products.map(({ id }) => id)}::text[], ${products.map(({ at }) => at)}::timestamptz[]) as due (id, at)
      on due.id = link.supplier_product_id and due.at = link.compare_due_at
    where link.shop = ${shop} and state <> 'importing' and (imported_at is null or imported_at < ${readAt})`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Postpones the comparison of products that are being imported. Clears the due time of products that the shop
 * does not have, and of delisted products, because the delisting has changed their values.
 */
async function clearDueOfOthers(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await execute(tx)`
    update product_link set compare_due_at = case when state = 'importing' and due_at is not null
      then ${now}::timestamptz + make_interval(secs => ${AFTER_IMPORT_SECONDS}) end
    where shop = ${shop} and compare_due_at <= ${now}
      and (state = 'importing' or delisted is not null or shop_product_id is null
        or shop_state is not distinct from 'deleted')`;
}
