import { inShop, LONG_WORK } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { markForSync } from "../../links/mark-for-sync.server.ts";

/**
 * Undoes a run's price changes: each variant gets its former price, which is the merchant's from then on.
 * Keeps prices that another run or the merchant has changed since. Costs stay.
 * @returns the number of variants to restore, and of those that stay; null if that was done before, or the run is too old.
 */
export async function undoPrices(
  shop: ShopDomain,
  runId: string,
): Promise<{ restored: number; left: number } | null> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const undone = await tx.syncRun.updateMany({
        where: { shop, id: runId, undoneAt: null, endedAt: { not: null } },
        data: { undoneAt: now },
      });
      if (undone.count === 0) return null;
      const restored = await queryRows<{ id: string }>(tx)`
        with before as (
          select supplier_variant_id as id, field,
            (array_agg(old order by at, change.id))[1] as old,
            (array_agg(new order by at desc, change.id desc))[1] as new
          from catalog_change change
          where shop = ${shop} and run_id = ${runId}::uuid and field in ('price', 'compareAtPrice')
          group by supplier_variant_id, field
        )
        update variant_link link set
          undo_to = jsonb_build_object('price', coalesce(price.old, link.price))
            || case when 'compareAtPrice' = any(link.merchant_fields) then '{}' else jsonb_build_object(
              'compareAtPrice', case when compared.id is null then link.compare_at_price else compared.old end) end,
          merchant_fields = array(
            select unnest(link.merchant_fields) union select unnest(array['price', 'compareAtPrice']))
        from (select distinct id from before) changed
        join variant_link own on own.shop = ${shop} and own.supplier_variant_id = changed.id
        join product_link product on product.shop = ${shop} and product.supplier_product_id = own.supplier_product_id
          and product.shop_state is distinct from 'deleted'
        left join before price on price.id = changed.id and price.field = 'price'
        left join before compared on compared.id = changed.id and compared.field = 'compareAtPrice'
        where link.shop = ${shop} and link.supplier_variant_id = changed.id and link.shop_state is null
          and not ('price' = any(link.merchant_fields))
          and (price.id is null or price.new = link.price and price.old is not null)
          and case when 'compareAtPrice' = any(link.merchant_fields) then price.id is not null
            else compared.id is null or compared.new is not distinct from link.compare_at_price end
        returning link.supplier_product_id as id`;
      const [changed] = await queryRows<{ count: number }>(tx)`
        select count(distinct supplier_variant_id)::int as count from catalog_change
        where shop = ${shop} and run_id = ${runId}::uuid and field in ('price', 'compareAtPrice')`;
      const left = (changed?.count ?? 0) - restored.length;
      if (restored.length === 0) return { restored: 0, left };
      const ids = [...new Set(restored.map(({ id }) => id))];
      await markForSync(tx, shop, ids);
      return { restored: restored.length, left };
    },
    LONG_WORK,
  );
}
