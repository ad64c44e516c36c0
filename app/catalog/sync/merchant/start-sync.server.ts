import { jobs } from "../../../queue/jobs.ts";
import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { execute } from "../../../lib/database/statement.server.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { dueAt, setDueAt } from "../../../queue/lease.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";
import { beginRun } from "../../mirror/mirror-run.server.ts";
import { loadProducts, findPriceOf } from "../load-products.server.ts";
import type { ShownChange } from "../message-of-change.ts";
import { planSync, type SyncPlan } from "../plan-sync.ts";
import { FIRST_PAGE, listPage, type ListPlace, listQuery } from "./list-page.ts";

/** The changes that a sync would make to a product. `more`: number of changes that are not listed. */
export type ProductPreview = {
  supplierProductId: string;
  product: string;
  changes: ShownChange[];
  more: number;
};

export type SyncPreview = {
  products: ProductPreview[];
  /** Number of products on this page without changes. */
  unchanged: number;
  /** The cursors of the next page (`after`) and the previous page (`before`); null if there is no such page. */
  after: string | null;
  before: string | null;
};

const PRODUCTS_A_PAGE = 50;
const CHANGES_A_PRODUCT = 10;

/**
 * Lists a page of the changes that the first sync would make to products of early versions of Stockbridge. The
 * merchant reviews them before starting that sync. Reads only currency and taxes from the shop.
 * @throws Failure if a call to Shopify fails.
 */
export async function previewSync(shop: ShopDomain, place: ListPlace = FIRST_PAGE): Promise<SyncPreview> {
  const priceOf = await findPriceOf(shop);
  const query = listQuery(place, PRODUCTS_A_PAGE);
  return inShop(shop, async (tx) => {
    const found = await tx.productLink.findMany({
      where: {
        shop,
        awaitsStart: true,
        supplierProductId: query.backwards ? { lt: place.before ?? "" } : { gt: place.after ?? "" },
      },
      orderBy: { supplierProductId: query.backwards ? "desc" : "asc" },
      select: { supplierProductId: true },
      take: query.take,
    });
    const { rows, after, before } = listPage(found, query, ({ supplierProductId }) => supplierProductId);
    const ids = rows.map(({ supplierProductId }) => supplierProductId);
    const settings = await findSyncSettings(tx, shop);
    const products = await loadProducts(tx, shop, ids);
    const skus = await tx.supplierVariant.findMany({
      where: { shop, supplierProductId: { in: ids } },
      select: { id: true, sku: true },
    });
    const skuOf = new Map(skus.map(({ id, sku }) => [id, sku]));
    const planned = products.map((product) => {
      const changes = changesIn(planSync(product, { priceOf, settings }), skuOf, product.lastWritten.status);
      return {
        supplierProductId: product.supplierProductId,
        product: product.name,
        changes: changes.slice(0, CHANGES_A_PRODUCT),
        more: Math.max(0, changes.length - CHANGES_A_PRODUCT),
      };
    });
    const changing = planned.filter(({ changes }) => changes.length > 0);
    return {
      products: changing,
      unchanged: planned.length - changing.length,
      after,
      before,
    };
  });
}

/** Starts the sync of all products that wait for the merchant's review (`previewSync`). */
export async function startSync(shop: ShopDomain): Promise<void> {
  await inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      await tx.productLink.updateMany({
        where: { shop, awaitsStart: true },
        data: { awaitsStart: false, ...dueAt(now, "sync"), syncRetryCount: 0 },
      });
      await enqueue(tx, jobs["catalog.sync"], { shop });
    },
    LONG_WORK,
  );
}

/** Starts a mirror run, and makes products due whose sync has failed. The run makes changed products due. */
export async function syncNow(shop: ShopDomain): Promise<void> {
  await inShop(
    shop,
    async (tx, now) => {
      await beginRun(tx, shop, now);
      // `beginRun` has locked the mirror's row. Storing a page of the mirror takes the two locks in the same
      // order, so that no deadlock is possible.
      await lockImports(tx, shop);
      await execute(tx)`
        update product_link set ${setDueAt("ProductLink.sync", now)}, sync_retry_count = 0
        where shop = ${shop}
          and (sync_problem is not null or (sync_due_at > ${now} or sync_leased_until > ${now}) and sync_retry_count > 0)
          and shop_product_id is not null and delisted is null and shop_state is null`;
      await enqueue(tx, jobs["catalog.sync"], { shop });
    },
    LONG_WORK,
  );
}

function changesIn(
  { variants, stock, status, texts, added }: SyncPlan,
  skuOf: Map<string, string | null>,
  keptStatus: string | null | undefined,
): ProductPreview["changes"] {
  return [
    ...(status ? [{ sku: null, field: "status", old: keptStatus ?? null, new: status.to }] : []),
    ...Object.entries(texts).map(([field, text]) => ({ sku: null, field, old: null, new: text })),
    ...variants.flatMap(({ variant, values }) =>
      (Object.keys(values) as (keyof typeof values)[]).map((field) => ({
        sku: skuOf.get(variant.supplierVariantId) ?? null,
        field,
        old: variant[field],
        new: values[field] ?? null,
      })),
    ),
    ...stock.map(({ variant, to }) => ({
      sku: skuOf.get(variant.supplierVariantId) ?? null,
      field: "stock",
      old: variant.stock === null ? null : String(variant.stock),
      new: String(to),
    })),
    ...added.map((id) => ({
      sku: skuOf.get(id) ?? null,
      field: "variant",
      old: null,
      new: skuOf.get(id) ?? id,
    })),
  ];
}
