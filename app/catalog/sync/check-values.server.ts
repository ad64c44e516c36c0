import type { ShopDomain } from "../../lib/shop-domain.ts";
import {
  type ProductValues,
  readProductValues,
  readProductVersions,
} from "../../shop/product-values.server.ts";
import { noticeEdits, withNoticed } from "./compare/notice-edits.ts";
import { type PriceOf, planSync, writesValues } from "./plan-sync.ts";
import { beginResult, type SyncResult } from "./sync-result.ts";
import type { SyncSettings } from "./sync-settings.ts";

/**
 * Before values are written: what the merchant has changed in the shop since we wrote there, however late Shopify tells of
 * it. A point a product says whether it was changed at all; only one that was is read, and planned anew.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function checkValues(
  shop: ShopDomain,
  results: SyncResult[],
  given: { priceOf: PriceOf; settings: SyncSettings },
): Promise<SyncResult[]> {
  const writing = results.filter(
    ({ plan, product }) => writesValues(plan) || plan.added.length > 0 || product.intended !== null,
  );
  const versions = await readProductVersions(
    shop,
    writing.map(({ product }) => product.shopProductId),
  );
  const changed = writing.filter(({ product: { shopProductId, shopUpdatedAt, intended, maybeEdited } }) => {
    const version = versions.get(shopProductId);
    if (!version || version.status === "ARCHIVED") return false;
    return intended !== null || maybeEdited || version.updatedAt.getTime() !== shopUpdatedAt?.getTime();
  });
  const values = await readProductValues(
    shop,
    changed.map(({ product }) => ({ id: product.shopProductId, variants: product.variants.length })),
  );
  return results.map((result) => {
    if (!writing.includes(result)) return result;
    const { shopProductId } = result.product;
    const status = versions.get(shopProductId)?.status;
    if (status === undefined) return { ...result, shopState: "deleted" };
    if (status === "ARCHIVED") return { ...result, shopState: "archived" };
    const found = values.get(shopProductId);
    return found ? withValues(result, found, given) : result;
  });
}

function withValues(
  { product }: SyncResult,
  found: ProductValues,
  given: { priceOf: PriceOf; settings: SyncSettings },
): SyncResult {
  const noticed = noticeEdits(product, found);
  const known = withNoticed(product, noticed);
  return { ...beginResult(known, planSync(known, given)), noticed, updatedAt: found.updatedAt };
}
