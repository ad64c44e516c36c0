import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { lockRules, readRules, writeRules } from "./price-rules-store.server.ts";
import type { PriceRules } from "./price-rules.ts";

/**
 * Makes prices by these rules from now on. Products in the shop keep the rules that they follow until these are applied.
 *
 * @param changed when those were saved that the merchant has changed.
 * @returns whether it did: others, saved in between, stay.
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
