import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { lockRules, readRules, writeRules } from "./price-rules-store.server.ts";
import type { PriceRules } from "./price-rules.ts";

/**
 * Saves price rules for new imports. Products in the shop keep their rules until the merchant applies these.
 * @param changed when the rules were saved that the merchant has edited.
 * @returns false if others were saved in between, which stay.
 */
export async function savePriceRules(
  shop: ShopDomain,
  { rules, changed }: { rules: PriceRules; changed: Date | null },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    await lockRules(tx, shop);
    const { savedAt } = await readRules(tx, shop);
    if (savedAt?.getTime() !== changed?.getTime()) return false;
    await writeRules(tx, shop, { rules, now });
    return true;
  });
}
