import { Prisma } from "@prisma/client";

import { jobs } from "../../../queue/jobs.ts";
import { inShops } from "../../../lib/database/db.server.ts";
import { batchCalls } from "../../../lib/database/batch-calls.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { sqlArray, queryRows } from "../../../lib/database/statement.server.ts";
import { enqueueAll } from "../../../queue/boss.server.ts";
import { inventoryItemId, shopProductId } from "../../../shop/ids.ts";

/** A webhook about a product or an inventory item. */
type ShopChange = { subjectId: string | null; triggeredAt: Date | null };

/** A change up to this long before the end of our write counts as ours. Writing a product takes less. */
const BEFORE_SECONDS = 30;
/**
 * A change up to this long after our write may be ours. Shopify's webhook may have a later time than the write,
 * and Shopify's clock may differ from ours.
 */
const AFTER_SECONDS = 5;

/**
 * Schedules a comparison of a linked product after a webhook. Shopify also sends webhooks for our own writes,
 * so a change during our write counts as ours. A change right after our write only clears `shop_updated_at`, so
 * that the next write reads the product first.
 */
export async function recordProductChange(
  shop: ShopDomain,
  { subjectId, triggeredAt }: ShopChange,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<void> {
  const id = shopProductId(subjectId);
  if (id !== null) await recordProduct({ shop, id, triggeredAt: deleted ? null : triggeredAt });
}

/**
 * Schedules a comparison of the product with this inventory item, after a webhook. The item contains the cost.
 * A new cost does not change the product's `updatedAt`, so the comparison must read the product in any case.
 */
export async function recordItemChange(
  shop: ShopDomain,
  { subjectId, triggeredAt }: ShopChange,
): Promise<void> {
  const id = inventoryItemId(subjectId);
  if (id !== null) await recordItem({ shop, id, triggeredAt });
}

type ReportedChange = { shop: ShopDomain; id: string; triggeredAt: Date | null };

const recordProduct = batchCalls((reported: ReportedChange[]) =>
  makeDue(reported, { link: Prisma.sql`link.shop_product_id = reported.id`, reread: false }),
);

const recordItem = batchCalls((reported: ReportedChange[]) =>
  makeDue(reported, {
    link: Prisma.sql`link.supplier_product_id in (
      select supplier_product_id from variant_link where shop = reported.shop and inventory_item_id = reported.id)`,
    reread: true,
  }),
);

/**
 * Handles many webhooks in one statement. Most webhooks are about products that are not linked, so a
 * transaction for each would be wasted.
 */
async function makeDue(
  reported: ReportedChange[],
  { link, reread }: { link: Prisma.Sql; reread: boolean },
): Promise<null[]> {
  const column = (of: (each: ReportedChange) => string | null) => sqlArray(reported.map(of));
  await inShops([...new Set(reported.map(({ shop }) => shop))], async (tx, now) => {
    const due = await queryRows<{ shop: ShopDomain }>(tx)`
      with reported as (
        select * from unnest(${column(({ shop }) => shop)}::text[], ${column(({ id }) => id)}::text[],
          ${column(({ triggeredAt }) => triggeredAt?.toISOString() ?? null)}::timestamptz[]) as reported (shop, id, moment)
      ), changed as (
        select link.shop, link.supplier_product_id as id,
          coalesce(moment > written_at
            and moment <= written_at + make_interval(secs => ${AFTER_SECONDS}), false) as after,
          coalesce(moment between written_at - make_interval(secs => ${BEFORE_SECONDS}) and written_at
            or moment is not null
              and sync_leased_until = (select leased_until from catalog_sync where shop = link.shop), false) as ours
        from reported join product_link link on link.shop = reported.shop and ${link} and shop_state is distinct from 'deleted'
      ), each as (
        -- A product needs a comparison if any of its webhooks needs it.
        select shop, id, bool_and(after) as after from changed where not ours group by shop, id
      ), marked as (
        update product_link link set
          compare_due_at = case when after then link.compare_due_at
            -- If the product is due already, a comparison may be running. The newer due time keeps it from
            -- clearing this one.
            when link.compare_due_at <= ${now} then ${now} else least(link.compare_due_at, ${now}) end,
          shop_updated_at = case when after or ${reread} then null else link.shop_updated_at end
        from each where link.shop = each.shop and link.supplier_product_id = each.id
        returning link.shop, link.compare_due_at
      )
      select distinct shop from marked where compare_due_at <= ${now}`;
    await enqueueAll(tx, jobs["catalog.sync"], due);
  });
  return reported.map(() => null);
}
