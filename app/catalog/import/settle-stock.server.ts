import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { ShopProduct, ShopVariant } from "../../shop/products/products.server.ts";
import { leaveOtherLocations } from "../location/leave-other-locations.server.ts";
import { setStock } from "../location/set-stock.server.ts";

type Stocked = { locationId: string; stock: Map<string, number>; leavesOwnStock: boolean };
type Variants = { product: ShopProduct; created: ShopVariant[]; theirs?: ShopVariant[] };

/**
 * Stocks the product's variants at our location, except those whose stock is the merchant's (`theirs`). Stock
 * at other locations is the merchant's, so we ask before removing it. Only variants created by this run leave
 * other locations at once, if Shopify stocked them there by default with no pieces.
 * @returns the number of inventory levels that stay at other locations.
 */
export async function settleStock(
  shop: ShopDomain,
  { locationId, stock, leavesOwnStock }: Stocked,
  { product, created, theirs = [] }: Variants,
): Promise<Awaited<ReturnType<typeof leaveOtherLocations>>> {
  const ours = product.variants.filter((variant) => !theirs.includes(variant));
  const stocked = await setStock(shop, { product: { ...product, variants: ours }, locationId, stock });
  if (stocked.kind === "user-errors") return stocked;
  const linked = product.variants.filter(
    ({ supplierVariantId, elsewhere }) => supplierVariantId !== null && elsewhere > 0,
  );
  const leaving = leavesOwnStock ? linked : linked.filter((variant) => created.includes(variant));
  const staying = linked.filter((variant) => !leaving.includes(variant));
  const stayed = staying.reduce((sum, { elsewhere }) => sum + elsewhere, 0);
  const inventoryItemIds = leaving.map(({ inventoryItemId }) => inventoryItemId);
  const left = await leaveOtherLocations(shop, { inventoryItemIds, locationId }, { drop: leavesOwnStock });
  return left.kind === "done" ? { kind: "done", stayed: stayed + left.stayed } : left;
}
