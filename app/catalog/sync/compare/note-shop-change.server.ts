import { Prisma } from "@prisma/client";

import { inShop } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { enqueue } from "../../../queue/boss.server.ts";
import { inventoryItemId, shopProductId } from "../../../shop/ids.ts";
import { syncProductsJob } from "../../jobs.ts";

/** What Shopify tells of: the id of a product or an inventory item, and when that was. */
type ShopChange = { subjectId: string | null; triggeredAt: Date | null };

/** Longer than the writes of a product take. */
const BEFORE_SECONDS = 30;
/** Shopify may tell of our write a moment after its answer, and its clock is not ours. */
const AFTER_SECONDS = 5;

/**
 * A product of the shop was changed or deleted: if it is one of ours, it is compared with what we wrote. Shopify tells of our
 * own writes, and of each sale, in the same way. What happened while we wrote is taken for that; a moment after it, the
 * product is merely no longer believed to be unchanged, so that the next write looks before it changes anything.
 */
export async function noteProductChange(
  shop: ShopDomain,
  { subjectId, triggeredAt }: ShopChange,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<void> {
  const id = shopProductId(subjectId);
  if (id === null) return;
  await makeDue(shop, Prisma.sql`shop_product_id = ${id}`, deleted ? null : triggeredAt);
}

/** The same of an item, which has the cost: that does not change the product's `updatedAt`, so the product is read. */
export async function noteItemChange(
  shop: ShopDomain,
  { subjectId, triggeredAt }: ShopChange,
): Promise<void> {
  const id = inventoryItemId(subjectId);
  if (id === null) return;
  await makeDue(
    shop,
    Prisma.sql`supplier_product_id in (
      select supplier_product_id from variant_link where shop = ${shop} and inventory_item_id = ${id})`,
    triggeredAt,
    true,
  );
}

async function makeDue(
  shop: ShopDomain,
  which: Prisma.Sql,
  triggeredAt: Date | null,
  reread = false,
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const moment = Prisma.sql`${triggeredAt}::timestamptz`;
    const [noted] = await tx.$queryRaw<{ due: bigint }[]>`
      with changed as (
        select supplier_product_id as id,
          coalesce(${moment} > written_at
            and ${moment} <= written_at + make_interval(secs => ${AFTER_SECONDS}), false) as after,
          coalesce(${moment} between written_at - make_interval(secs => ${BEFORE_SECONDS}) and written_at
            or ${moment} is not null
              and sync_due_at = (select leased_until from catalog_sync where shop = ${shop}), false) as ours
        from product_link where shop = ${shop} and ${which} and shop_state is distinct from 'deleted'
      ), noted as (
        update product_link link set
          compare_due_at = case when after then link.compare_due_at else least(link.compare_due_at, ${now}) end,
          shop_updated_at = case when after or ${reread} then null else link.shop_updated_at end
        from changed where link.shop = ${shop} and link.supplier_product_id = changed.id and not ours
        returning link.compare_due_at
      )
      select count(*) as due from noted where compare_due_at <= ${now}`;
    if (noted && noted.due > 0) await enqueue(tx, syncProductsJob, { shop });
  });
}
