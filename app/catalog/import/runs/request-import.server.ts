import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { findUsualOptions } from "./find-usual-options.server.ts";
import { startImport } from "./start-import.server.ts";

/**
 * Imports these products without a preview, with the latest import's options. For existing products, after
 * the merchant has answered a question about them (`answerOwnStock`).
 * @returns the number of products to import.
 */
export async function requestImport(shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  const selection = { kind: "products", ids: supplierProductIds } as const;
  const started = await startImport(shop, { selection, options: await findUsualOptions(shop) });
  return started?.requested ?? 0;
}
