import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../../lib/database/db.server.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { currencyOf } from "../../../shop/shop-facts.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { findUnagreed, type Unagreed } from "../../pricing/find-below-cost.server.ts";
import { findPricing } from "../../pricing/find-pricing.server.ts";
import { compareAndSync } from "../../links/mark-for-sync.server.ts";
import type { UndoTo } from "../linked-product.ts";
import { IS_SYNCED } from "./stop-selling.server.ts";

/**
 * A price to set. `seen`: the shop's price that the merchant saw; null if unknown. `compareAtPrice`: if
 * missing, the shop's compare-at price stays, unless the new price is as high. `why`: set for an undo; it may
 * name fields that follow the supplier after the write. `priceCost`: set for an undo; the cost from which the
 * price was computed.
 */
export type OwnPrice = {
  supplierVariantId: string;
  price: string;
  seen: string | null;
  compareAtPrice?: string | null;
  why?: Pick<UndoTo, "reason" | "editAt" | "follows">;
  priceCost?: string | null;
};

/**
 * Sets prices of variants (`setOwnPricesIn`). Sets none if prices are below cost, and the merchant has not
 * agreed to exactly these.
 * @param agreed the `version` of `Unagreed` to which the merchant has agreed; empty for none
 * @throws Failure as `findPricing`.
 */
export async function setOwnPrices(
  shop: ShopDomain,
  prices: OwnPrice[],
  agreed = "",
): Promise<{ set: string[] } | { unagreed: Unagreed }> {
  const pricing = await findPricing(shop);
  return inShop(shop, async (tx, now) => {
    await lockImports(tx, shop);
    const typed = new Map(prices.map(({ supplierVariantId, price }) => [supplierVariantId, price]));
    const unagreed = await findUnagreed(tx, shop, { prices: typed, pricing, agreed });
    return unagreed === null ? { set: await setOwnPricesIn(tx, { shop, now }, prices) } : { unagreed };
  });
}

/**
 * Sets prices of variants. From then on, they are the merchant's, and a sync writes them. Skips variants whose
 * price has changed since the merchant saw it. Clears our compare-at price if the new price is as high. The
 * caller must hold the lock of imports.
 * @param options `isUndo`: includes archived and delisted products. Their prices are written when they are
 * synced again.
 * @returns the supplier's ids of the variants whose price was set
 */
export async function setOwnPricesIn(
  tx: Tx,
  { shop, now, isUndo = false }: { shop: ShopDomain; now: Date; isUndo?: boolean },
  prices: OwnPrice[],
): Promise<string[]> {
  if (prices.length === 0) return [];
  const isWritten = isUndo
    ? Prisma.sql`(link.shop_state is distinct from 'deleted' and link.delisted is distinct from 'unlinked')`
    : IS_SYNCED;
  // Clears our last written price, and stores the seen price as `baseline`. If the sync finds another price in
  // the shop, that price counts as the merchant's edit, and stays.
  const set = await queryRows<{ id: string; product: string }>(tx)`
    update variant_link variant set
      undo_to = jsonb_build_object('price', item->>'price',
        'currency', ${currencyOf(shop)}) || coalesce(item->'why', '{"reason": "set"}')
        || case when item ? 'compareAtPrice' then jsonb_build_object('compareAtPrice', item->'compareAtPrice')
          when variant.compare_at_price::numeric <= (item->>'price')::numeric
            and variant.compare_at_price::numeric = (variant.in_shop->>'compareAtPrice')::numeric then '{"compareAtPrice": null}'::jsonb else '{}' end,
      merchant_fields = array(
        select unnest(variant.merchant_fields) union select unnest(array['price', 'compareAtPrice'])),
      price = null, sent = variant.sent - 'price', price_cost = item->>'priceCost',
      baseline = variant.baseline - 'price' || case when item->>'seen' is null then '{}'
        else jsonb_build_object('price', item->>'seen') end
        || case when item ? 'compareAtPrice' and variant.in_shop ? 'compareAtPrice'
          then jsonb_build_object('compareAtPrice', variant.in_shop->'compareAtPrice') else '{}' end
    from jsonb_array_elements(${JSON.stringify(prices)}::jsonb) item, product_link link
    where variant.shop = ${shop} and variant.supplier_variant_id = item->>'supplierVariantId'
      and variant.shop_state is null
      and (variant.in_shop->>'price')::numeric is not distinct from (item->>'seen')::numeric
      and link.shop = variant.shop and link.supplier_product_id = variant.supplier_product_id and ${isWritten}
    returning variant.supplier_variant_id as id, variant.supplier_product_id as product`;
  if (set.length === 0) return [];
  const ids = set.map(({ id }) => id);
  const products = [...new Set(set.map(({ product }) => product))];
  await tx.priceApproval.deleteMany({ where: { shop, supplierVariantId: { in: ids } } });
  await compareAndSync(tx, { shop, now }, products);
  return ids;
}
