import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { requestImport } from "./request-import.server.ts";

/**
 * Stores the merchant's answer about a product that is also stocked at their own locations: "keep" it there,
 * or "leave" them. "leave" starts an import that stops stocking it there.
 */
export async function answerOwnStock(
  shop: ShopDomain,
  { supplierProductId, answer }: { supplierProductId: string; answer: "keep" | "leave" },
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.productLink.updateMany({ where: { shop, supplierProductId }, data: { ownStock: answer } }),
  );
  if (answer === "leave") await requestImport(shop, [supplierProductId]);
}
