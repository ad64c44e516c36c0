import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { loadProducts } from "../load-products.server.ts";
import type { ShownChange } from "../message-of-change.ts";
import { planSync, type SyncPlan } from "../plan-sync.ts";
import { findPriceOf } from "../price-of.server.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";
import { FIRST_PAGE, listPage, type ListPlace, listQuery } from "./list-page.ts";

/** The changes that a sync would make to a product, with the present values. */
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
  /** The cursors of the neighboring pages; null if there is none. */
  after: string | null;
  before: string | null;
};

const PRODUCTS_A_PAGE = 50;
const CHANGES_A_PRODUCT = 10;

/**
 * Lists a page of the changes to products that earlier versions imported, before the merchant starts their
 * sync. Reads only the currency from the shop.
 * @throws Failure if the shop gives no clear answer.
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
      const changes = changesIn(planSync(product, { priceOf, settings }), skuOf, product.kept.status);
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
