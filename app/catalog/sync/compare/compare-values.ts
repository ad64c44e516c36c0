import type { ProductValues, ProductVersion } from "../../../shop/products/product-values.server.ts";
import type { LinkedProduct } from "../linked-product.ts";
import { beginResult, type SyncResult } from "../sync-result.ts";
import { adoptValues, noticeEdits } from "../notice-edits.ts";

/**
 * Compares a product with the shop's values. `version`: undefined if the shop no longer has the product.
 * `values`: undefined if it did not change.
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
  const isFirst = Object.keys(product.kept).length === 0;
  const noticed = isFirst ? adoptValues(product, values) : noticeEdits(product, values);
  return { ...result, shopState: there, noticed, awaitsStart: isFirst, updatedAt: values.updatedAt };
}
