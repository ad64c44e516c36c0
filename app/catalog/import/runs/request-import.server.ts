import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { findUsualOptions } from "./find-usual-options.server.ts";
import { startImport } from "./start-import.server.ts";

/**
 * Starts an import without a preview, with the usual options. `answerOwnStock` calls it for a product that the
 * shop has.
 * @returns the number of products to import.
 */
export async function requestImport(shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  const selection = { kind: "products", ids: supplierProductIds } as const;
  const started = await startImport(shop, { selection, options: await findUsualOptions(shop) });
  return started?.requested ?? 0;
}
