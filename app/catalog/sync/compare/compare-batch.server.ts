import { inShop, LONG_WORK, type Tx } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { after } from "../../../queue/back-off.ts";
import type { ShopProductId } from "../../../shop/ids.ts";
import {
  type ProductValues,
  type ProductVersion,
  readProductValues,
  readProductVersions,
} from "../../../shop/product-values.server.ts";
import type { LinkedProduct } from "../linked-product.ts";
import { loadProducts } from "../load-products.server.ts";
import { storeResults } from "../store-results.server.ts";
import { COMPARE_SECONDS, holdsLease, type SyncLease } from "../sync-lease.server.ts";
import { beginResult, type SyncResult } from "../sync-result.ts";
import { adoptValues, noticeEdits } from "./notice-edits.ts";

/** As many as one query tells the versions of. */
const PRODUCTS_AT_ONCE = 250;
const IMPORT_SECONDS = 60;

/**
 * Compares the next products with what we wrote there, where Shopify has told of a change or it is time for all of them:
 * what differs is the merchant's from then on. One that was not changed since costs a point.
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
    compare(product, {
      version: versions.get(product.shopProductId),
      values: values.get(product.shopProductId),
    }),
  );
  await storeResults({ lease, batch: null }, results);
  await endComparison(lease, due.ids);
  return true;
}

function compare(
  product: LinkedProduct,
  { version, values }: { version: ProductVersion | undefined; values: ProductValues | undefined },
): SyncResult {
  const result = beginResult(product);
  if (version === undefined) return { ...result, shopState: "deleted" };
  if (version.status === "ARCHIVED") return { ...result, shopState: product.archived ? null : "archived" };
  const there = product.archived ? "there" : null;
  if (values === undefined) return { ...result, shopState: there };
  const isFirst = Object.keys(product.kept).length === 0;
  const noticed = isFirst ? adoptValues(product, values) : noticeEdits(product, values);
  return { ...result, shopState: there, noticed, awaitsStart: isFirst, updatedAt: values.updatedAt };
}

type Due = { ids: string[]; products: (LinkedProduct & { shopProductId: ShopProductId })[] };

/** Null: nothing is due. */
async function findDue(lease: SyncLease): Promise<Due | null> {
  const { shop } = lease;
  return inShop(
    shop,
    async (tx, now) => {
      if (!(await holdsLease(tx, lease))) return null;
      await beginAll(tx, shop, now);
      await leaveOthers(tx, shop, now);
      const rows = await tx.$queryRaw<{ id: string }[]>`
        select supplier_product_id as id from product_link where shop = ${shop} and compare_due_at <= ${now}
        order by compare_due_at, supplier_product_id limit ${PRODUCTS_AT_ONCE}`;
      const ids = rows.map(({ id }) => id);
      return ids.length === 0 ? null : { ids, products: await loadProducts(tx, shop, ids) };
    },
    LONG_WORK,
  );
}

/**
 * Once a week all products are due. A cost that the merchant has changed doesn't change the product's `updatedAt`, so none
 * is believed to be unchanged.
 */
async function beginAll(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  const begun = await tx.catalogSync.updateMany({
    where: { shop, compareDueAt: { lte: now } },
    data: { compareDueAt: after(now, COMPARE_SECONDS), comparedAt: now },
  });
  if (begun.count === 0) return;
  await tx.$executeRaw`
    update product_link set compare_due_at = ${now}, shop_updated_at = null
    where shop = ${shop} and shop_product_id is not null and shop_state is distinct from 'deleted'`;
}

/** What is being imported is compared once that has ended; what a disconnection has delisted is not as it was left. */
async function leaveOthers(tx: Tx, shop: ShopDomain, now: Date): Promise<void> {
  await tx.$executeRaw`
    update product_link set compare_due_at = case when state = 'importing' and next_at is not null
      then ${now}::timestamptz + make_interval(secs => ${IMPORT_SECONDS}) end
    where shop = ${shop} and compare_due_at <= ${now}
      and (state <> 'imported' or delisted is not null or shop_product_id is null
        or shop_state is not distinct from 'deleted')`;
}

/** What could not be compared is not due either: the supplier never listed it, or it was compared. */
async function endComparison(lease: SyncLease, ids: string[]): Promise<void> {
  await inShop(lease.shop, async (tx, now) => {
    if (!(await holdsLease(tx, lease))) return;
    await tx.productLink.updateMany({
      where: { shop: lease.shop, supplierProductId: { in: ids }, compareDueAt: { lte: now } },
      data: { compareDueAt: null },
    });
  });
}
