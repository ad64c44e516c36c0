import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { markForSync } from "../../links/mark-for-sync.server.ts";

/** A waiting price as the merchant has seen it. */
export type SeenPrice = { supplierVariantId: string; cost: string; price: string };

/**
 * Stores the merchant's decision about large cost changes: "approve" updates the prices, "leave" keeps them
 * until the costs change again.
 * @param seen the costs and prices that the merchant saw. The decision is not about others.
 * @returns the number of prices that were still the same.
 */
export async function decidePrices(
  shop: ShopDomain,
  seen: SeenPrice[],
  decision: "approve" | "leave",
): Promise<number> {
  return inShop(
    shop,
    async (tx) => {
      const decided = await queryRows<{ id: string }>(tx)`
        update price_approval approval set state = ${decision === "approve" ? "approved" : "left"}
        from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
          as seen ("supplierVariantId" text, cost text, price text)
        where shop = ${shop} and state = 'waiting' and supplier_variant_id = seen."supplierVariantId"
          and approval.cost = seen.cost and approval.price = seen.price
        returning supplier_product_id as id`;
      if (decision === "approve") await markForSync(tx, shop, [...new Set(decided.map(({ id }) => id))]);
      return decided.length;
    },
    LONG_WORK,
  );
}
