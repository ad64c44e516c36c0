import type { ShopDomain } from "../../../lib/shop-domain.ts";
import {
  type ProductValues,
  readProductValues,
  readProductVersions,
} from "../../../shop/products/product-values.server.ts";
import { noticeEdits, withNoticed } from "../notice-edits.ts";
import { type PriceOf, planSync } from "../plan-sync.ts";
import { withVariants } from "../linked-product.ts";
import type { SyncResult } from "../sync-result.ts";
import type { SyncSettings } from "../../links/sync-settings.ts";

/** Limits the values to read, so that they are written within seconds. */
const VARIANTS_AT_ONCE = 250;

/**
 * Finds the merchant's changes right before values are written, since webhooks may be late. Reading a version
 * costs one point per product; only changed products are read and planned again. Keeps the planned stock,
 * which is ours in any case.
 * @returns the results that can be written now. The others exceed the limit of values to read.
 * @throws Failure if the shop gives no clear answer.
 */
export async function checkValues(
  shop: ShopDomain,
  results: SyncResult[],
  given: { priceOf: PriceOf; settings: SyncSettings },
): Promise<SyncResult[]> {
  const versions = await readProductVersions(
    shop,
    results.map(({ product }) => product.shopProductId),
  );
  const changed = results
    .map(({ product }) => product)
    .filter(({ shopProductId, shopUpdatedAt, intended, maybeEdited }) => {
      const version = versions.get(shopProductId);
      if (!version || version.status === "ARCHIVED") return false;
      return intended !== null || maybeEdited || version.updatedAt.getTime() !== shopUpdatedAt?.getTime();
    });
  const read = withVariants(changed, VARIANTS_AT_ONCE);
  const values = await readProductValues(
    shop,
    read.map(({ shopProductId: id, variants }) => ({ id, variants: variants.length })),
  );
  const left = new Set(changed.slice(read.length));
  const checked = results.filter(({ product }) => !left.has(product));
  for (const result of checked) {
    const { shopProductId } = result.product;
    const status = versions.get(shopProductId)?.status;
    if (status === undefined) result.shopState = "deleted";
    else if (status === "ARCHIVED") result.shopState = "archived";
    const found = values.get(shopProductId);
    if (found) planAnew(result, found, given);
  }
  return checked;
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
