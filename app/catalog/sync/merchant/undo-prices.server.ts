import { recordActivity } from "../../../lib/activity/record-activity.server.ts";
import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { currencyOf } from "../../../shop/shop-facts.server.ts";
import { execute, queryRows } from "../../../lib/database/statement.server.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { markForSync } from "../../links/mark-for-sync.server.ts";
import { findUnagreed, type Unagreed } from "../../pricing/find-below-cost.server.ts";
import { findPricingIfKnown } from "../../pricing/find-pricing.server.ts";
import type { UndoTo } from "../linked-product.ts";

/**
 * The result of an undo. `restored`: number of restored prices. `left`: number of prices that stay. In the
 * other cases nothing is undone. `Unagreed`: prices would be below cost, and the merchant has not agreed.
 * "other-currency": the prices are in another or an unknown currency. Null: the change was undone before, is
 * too old, or is still running.
 */
export type UndonePrices = { restored: number; left: number } | Unagreed | "other-currency" | null;

/**
 * Undoes a sync run's price changes: each variant gets its old price, which is the merchant's from then on.
 * Does not change prices that another run or the merchant has changed since, and prices that the merchant had
 * set or restored. Costs stay.
 * @param options `agreed`: the `version` of `Unagreed` to which the merchant has agreed; null for none
 */
export async function undoPrices(
  shop: ShopDomain,
  runId: string,
  { agreed = null }: { agreed?: string | null } = {},
): Promise<UndonePrices> {
  const pricing = await findPricingIfKnown(shop, { maxAgeMs: 0 });
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const run = await tx.syncRun.findUnique({ where: { shop_id: { shop, id: runId } } });
      if (run === null || run.endedAt === null || run.undoneAt !== null) return null;
      const changed = await countChanged(tx, shop, runId);
      if (changed.all > 0 && changed.inCurrency === 0) return "other-currency";
      const back = await findRestorable(tx, shop, runId);
      const moved = back.filter(({ priceMoves }) => priceMoves);
      const prices = new Map(moved.map(({ id, undoTo }) => [id, undoTo.price]));
      const unagreed = await findUnagreed(tx, shop, { prices, pricing, agreed });
      if (unagreed !== null) return unagreed;

      await tx.syncRun.update({ where: { shop_id: { shop, id: runId } }, data: { undoneAt: now } });
      await execute(tx)`
        update variant_link link set undo_to = item->'undoTo', merchant_fields = array(
          select unnest(link.merchant_fields) union select unnest(array['price', 'compareAtPrice']))
        from jsonb_array_elements(${JSON.stringify(back)}::jsonb) item
        where link.shop = ${shop} and link.supplier_variant_id = item->>'id'`;
      await markForSync(tx, shop, [...new Set(back.map(({ product }) => product))]);
      if (back.length > 0)
        await recordActivity(tx, {
          shop,
          kind: "catalog.prices-undone",
          tone: "info",
          message: {
            code: "catalog.activity.prices-undone",
            count: back.length,
            at: run.startedAt.toISOString(),
          },
          subject: { label: { code: "sync.title" }, url: `/app/sync?show=history&run=${runId}` },
          at: now,
        });
      return { restored: back.length, left: Math.max(0, changed.all - back.length) };
    },
    LONG_WORK,
  );
}

/**
 * Counts the variants whose prices a run has changed. `inCurrency`: only those whose prices were in the shop's
 * present currency.
 */
async function countChanged(
  tx: Tx,
  shop: ShopDomain,
  runId: string,
): Promise<{ all: number; inCurrency: number }> {
  const [changed] = await queryRows<{ all: number; inCurrency: number }>(tx)`
    select count(distinct supplier_variant_id)::int as "all", (count(distinct supplier_variant_id) filter (
      where currency = ${currencyOf(shop)}))::int as "inCurrency"
    from catalog_change
    where shop = ${shop} and run_id = ${runId}::uuid and field in ('price', 'compareAtPrice') and not undo`;
  return changed ?? { all: 0, inCurrency: 0 };
}

/** A variant to restore. `priceMoves`: false if only the compare-at price changes. */
type Restorable = { id: string; product: string; priceMoves: boolean; undoTo: UndoTo };

/**
 * Finds and locks the variants whose price has not changed since the run wrote it. If the run wrote only a
 * compare-at price, that one must be unchanged. A compare-at price that we have written since stays, or is
 * cleared if the old price is as high. The merchant's own compare-at price always stays.
 */
async function findRestorable(tx: Tx, shop: ShopDomain, runId: string): Promise<Restorable[]> {
  return queryRows<Restorable>(tx)`
    with before as (
      select supplier_variant_id as id, field,
        -- False for amounts in another or an unknown currency, because these must not be written in the shop's
        -- present currency.
        coalesce(bool_and(currency = ${currencyOf(shop)}) and count(*) = count(currency), false)
          as is_known,
        (array_agg(old order by at, change.id))[1] as old,
        (array_agg(new order by at desc, change.id desc))[1] as new
      from catalog_change change
      where shop = ${shop} and run_id = ${runId}::uuid and field in ('price', 'compareAtPrice') and not undo
      group by supplier_variant_id, field
    )
    select link.supplier_variant_id as id, link.supplier_product_id as product, price.id is not null as "priceMoves",
      jsonb_build_object('reason', 'undone-run', 'price', coalesce(price.old, link.price),
          'currency', ${currencyOf(shop)})
        || case when 'compareAtPrice' = any(link.merchant_fields) then '{}'
          when compared.id is null or compared.new is not distinct from link.compare_at_price then jsonb_build_object(
            'compareAtPrice', case when compared.id is null then link.compare_at_price else compared.old end)
          when link.compare_at_price::numeric <= price.old::numeric then '{"compareAtPrice": null}'::jsonb
          else '{}' end as "undoTo"
    from (select distinct id from before) changed
    join variant_link link on link.shop = ${shop} and link.supplier_variant_id = changed.id and link.shop_state is null
    join product_link product on product.shop = ${shop} and product.supplier_product_id = link.supplier_product_id
      and product.shop_state is distinct from 'deleted'
    left join before price on price.id = changed.id and price.field = 'price'
    left join before compared on compared.id = changed.id and compared.field = 'compareAtPrice'
    where not ('price' = any(link.merchant_fields))
      and coalesce(price.is_known, true) and coalesce(compared.is_known, true)
      and case when price.id is null
        then not ('compareAtPrice' = any(link.merchant_fields)) and compared.new is not distinct from link.compare_at_price
        else price.new = link.price and price.old is not null end
    for update of link`;
}
