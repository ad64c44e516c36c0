import { z } from "zod";

import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { markForSync } from "../../links/mark-for-sync.server.ts";
import { FIRST_PAGE, listPage, type ListPage, type ListPlace, listQuery } from "./list-page.ts";

/** A price that waits for the merchant's approval, because the cost changed a lot. Amounts are in the shop's currency. */
export type WaitingPrice = {
  supplierVariantId: string;
  supplierProductId: string;
  product: string;
  sku: string | null;
  costBefore: string;
  cost: string;
  priceBefore: string | null;
  price: string;
};

const PAGE_SIZE = 50;

/** Lists a page of the waiting prices, grouped by product. */
export async function listWaitingPrices(
  tx: Tx,
  shop: ShopDomain,
  place: ListPlace = FIRST_PAGE,
): Promise<ListPage<WaitingPrice>> {
  const known = { after: readCursor(place.after), before: readCursor(place.before) };
  const query = listQuery(
    { after: known.after && place.after, before: known.before && place.before },
    PAGE_SIZE,
  );
  const { backwards, take } = query;
  const [product, variant] = (backwards ? known.before : known.after) ?? ["", ""];
  const found = await queryRows<WaitingPrice>(tx)`
    select approval.supplier_variant_id as "supplierVariantId", approval.supplier_product_id as "supplierProductId",
      coalesce(product.name, approval.supplier_product_id) as product, variant.sku, cost_before as "costBefore", cost,
      price_before as "priceBefore", price
    from (
      select * from price_approval where shop = ${shop} and state = 'waiting'
        and case when ${backwards} then (supplier_product_id, supplier_variant_id) < (${product}, ${variant})
          else (supplier_product_id, supplier_variant_id) > (${product}, ${variant}) end
      order by case when ${backwards} then supplier_product_id end desc,
        case when ${backwards} then supplier_variant_id end desc, supplier_product_id, supplier_variant_id
      limit ${take}
    ) approval
    left join supplier_product product on product.shop = approval.shop and product.id = approval.supplier_product_id
    left join supplier_variant variant on variant.shop = approval.shop and variant.id = approval.supplier_variant_id
    order by case when ${backwards} then approval.supplier_product_id end desc,
      case when ${backwards} then approval.supplier_variant_id end desc,
      approval.supplier_product_id, approval.supplier_variant_id`;
  return listPage(found, query, ({ supplierProductId, supplierVariantId }) =>
    JSON.stringify([supplierProductId, supplierVariantId]),
  );
}

/** A waiting price as the merchant has seen it. */
type SeenPrice = { supplierVariantId: string; cost: string; price: string };

/**
 * Stores the merchant's decision about large cost changes. "approve" updates the prices. "leave" keeps the old
 * prices until the costs change again.
 * @param seen the costs and prices that the merchant saw. The decision does not apply to prices that have
 * changed since.
 * @returns the number of prices that had not changed since.
 */
export async function decideWaitingPrices(
  shop: ShopDomain,
  seen: SeenPrice[],
  decision: "approve" | "leave",
): Promise<number> {
  return inShop(
    shop,
    async (tx) => {
      const decided = await queryRows<{ id: string }>(tx)`
        update price_approval approval set state = ${decision === "approve" ? "approved" : "declined"}
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

const cursor = z.tuple([z.string(), z.string()]);

/** Parses a cursor; null if it is invalid. Cursors come from URLs, so they may be anything. */
function readCursor(text: string | null): [string, string] | null {
  try {
    return cursor.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}
