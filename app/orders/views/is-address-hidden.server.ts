import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { ReasonCode } from "../states/reason.ts";

const HIDDEN = "address-not-shown" satisfies ReasonCode;

/** Returns true if an order is held because Shopify showed no field of its address at the last read. */
export async function isAddressHidden(shop: ShopDomain): Promise<boolean> {
  const held = await inShop(shop, (tx) =>
    tx.supplierOrder.findFirst({ where: { shop, state: "held", reason: HIDDEN }, select: { id: true } }),
  );
  return held !== null;
}
