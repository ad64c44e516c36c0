import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { setAvailable } from "../../shop/inventory.server.ts";
import { makeDraft } from "../../shop/product-status.server.ts";
import { findProduct, type ShopProduct } from "../../shop/products.server.ts";
import { findService } from "../location/find-service.server.ts";
import type { ItemOutcome, LinkRunItem } from "./link-run-store.server.ts";

/** Sales go on while we write, so what was read may no longer be so. */
const TRIES = 3;

/**
 * Takes a linked product off sale: as a draft, or by having none of it at the supplier's location. What the merchant
 * stocks elsewhere, and variants that are the merchant's own, are left alone.
 *
 * @throws Failure when the shop gives no clear answer, or its stock keeps changing.
 */
export async function delistProduct(
  shop: ShopDomain,
  { shopProductId, variants }: LinkRunItem,
  how: "zero-stock" | "draft",
): Promise<ItemOutcome> {
  if (shopProductId === null) return { kind: "gone" };
  if (how === "draft") return makeDraft(shop, shopProductId);
  const service = await findService(shop);
  if (service === null) return { kind: "gone" };
  for (let tried = 0; tried < TRIES; tried++) {
    const product = await findProduct(shop, { id: shopProductId }, variants);
    if (product === null) return { kind: "gone" };
    const set = await setAvailable(shop, service.locationId, emptied(product, service.locationId));
    if (set.kind !== "stale") return set;
  }
  throw new Failure({
    code: "unreachable",
    side: "shop",
    explanation: { code: "failure.shop.stock-keeps-changing" },
  });
}

function emptied({ variants }: ShopProduct, ourLocationId: string) {
  return variants
    .filter(({ supplierVariantId }) => supplierVariantId !== null)
    .flatMap(({ inventoryItemId, levels }) =>
      levels
        .filter(({ locationId, available }) => locationId === ourLocationId && available > 0)
        .map(({ available }) => ({ inventoryItemId, from: available, to: 0 })),
    );
}
