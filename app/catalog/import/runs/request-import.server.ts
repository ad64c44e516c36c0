import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { findUsualOptions } from "./find-usual-options.server.ts";
import { startImport } from "./start-import.server.ts";

/**
 * Begins an import of these products without a preview, done as the last one was: for products in the shop whose merchant
 * has answered a question about them (`answerOwnStock`). What a merchant selects goes through the preview.
 *
 * @returns how many will be imported.
 */
export async function requestImport(shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  const selection = { kind: "products", ids: supplierProductIds } as const;
  const started = await startImport(shop, { selection, options: await findUsualOptions(shop) });
  return started?.requested ?? 0;
}
