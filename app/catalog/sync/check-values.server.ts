import type { ShopDomain } from "../../lib/shop-domain.ts";
import {
  type ProductValues,
  readProductValues,
  readProductVersions,
} from "../../shop/product-values.server.ts";
import { noticeEdits, withNoticed } from "./compare/notice-edits.ts";
import { type PriceOf, planSync } from "./plan-sync.ts";
import type { SyncResult } from "./sync-result.ts";
import type { SyncSettings } from "./sync-settings.ts";

/**
 * Before values are written: what the merchant has changed in the shop since we wrote there, however late Shopify tells of
 * it. A point a product says whether it was changed at all; only one that was is read, and planned anew. Stock stays as it
 * was planned: it is ours whatever the merchant has changed.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function checkValues(
  shop: ShopDomain,
  results: SyncResult[],
  given: { priceOf: PriceOf; settings: SyncSettings },
): Promise<void> {
  const versions = await readProductVersions(
    shop,
    results.map(({ product }) => product.shopProductId),
  );
  const changed = results.filter(({ product: { shopProductId, shopUpdatedAt, intended, maybeEdited } }) => {
    const version = versions.get(shopProductId);
    if (!version || version.status === "ARCHIVED") return false;
    return intended !== null || maybeEdited || version.updatedAt.getTime() !== shopUpdatedAt?.getTime();
  });
  const values = await readProductValues(
    shop,
    changed.map(({ product }) => ({ id: product.shopProductId, variants: product.variants.length })),
  );
  for (const result of results) {
    const { shopProductId } = result.product;
    const status = versions.get(shopProductId)?.status;
    if (status === undefined) result.shopState = "deleted";
    else if (status === "ARCHIVED") result.shopState = "archived";
    const found = values.get(shopProductId);
    if (found) planAnew(result, found, given);
  }
}

function planAnew(
  result: SyncResult,
  found: ProductValues,
  given: { priceOf: PriceOf; settings: SyncSettings },
): void {
  const noticed = noticeEdits(result.product, found);
  const product = withNoticed(result.product, noticed);
  const plan = { ...planSync(product, given), stock: result.plan.stock };
  Object.assign(result, { product, plan, noticed, updatedAt: found.updatedAt });
  result.problem ??= plan.problem;
}
