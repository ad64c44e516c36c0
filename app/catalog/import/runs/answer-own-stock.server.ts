import { inShop } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { requestImport } from "./request-import.server.ts";

/**
 * Stores what the merchant says about a product that is also stocked at locations of their own: "keep" it there, or
 * "leave" those locations, which the import does that this begins.
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
