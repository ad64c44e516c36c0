import type { ShopDomain } from "../../lib/shop-domain.ts";
import { setAvailable } from "../../shop/location/inventory.server.ts";
import { makeDraft } from "../../shop/products/product-status.server.ts";
import { findProduct, type ShopProduct } from "../../shop/products/products.server.ts";
import { isRecognized, recognizeProduct } from "../links/recognize-product.server.ts";
import { changeStock } from "../location/change-stock.server.ts";
import { findService } from "../location/find-service.server.ts";
import type { ItemOutcome, LinkRunItem } from "./link-run-store.server.ts";

/**
 * Takes a linked product off sale: as a draft, or without stock at our location. Leaves other locations and
 * the merchant's own variants alone.
 * @throws Failure if the shop gives no clear answer, or its stock keeps changing.
 */
export async function delistProduct(
  shop: ShopDomain,
  { supplierProductId, shopProductId, variants }: LinkRunItem,
  how: "zero-stock" | "draft",
): Promise<ItemOutcome> {
  if (shopProductId === null) return { kind: "gone" };
  if (how === "draft") return makeDraft(shop, shopProductId);
  const service = await findService(shop);
  if (service === null) return { kind: "gone" };
  const { locationId } = service;
  const there = await findProduct(shop, { id: shopProductId }, { locationId, expected: variants });
  if (there === null) return { kind: "gone" };
  const product = await recognizeProduct(shop, there, supplierProductId);
  if (!isRecognized(product)) return { kind: "needs-linking" };
  return changeStock(shop, { product, locationId }, (current) =>
    setAvailable(shop, locationId, emptied(current)),
  );
}

function emptied({ variants }: ShopProduct) {
  return variants.flatMap(({ supplierVariantId, inventoryItemId, available }) =>
    supplierVariantId !== null && available !== null && available > 0
      ? [{ inventoryItemId, from: available, to: 0 }]
      : [],
  );
}
