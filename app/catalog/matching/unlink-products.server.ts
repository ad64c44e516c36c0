import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";

/**
 * Unlinks products. From now on, orders no longer use them, and their stock is not updated. Their metafields
 * are removed as soon as Shopify can be reached. Products and running orders stay.
 * @returns the number of unlinked products.
 */
export async function unlinkProducts(shop: ShopDomain, supplierProductIds: string[]): Promise<number> {
  return inShop(shop, async (tx, now) => {
    // Skips a product whose import is running, since the import would link it again.
    const unlinked = await queryRows<{ id: string; shopProductId: string | null }>(tx)`
      update product_link set delisted = 'unlinked', due_at = null, leased_until = null, sync_due_at = null,
        sync_leased_until = null
      where shop = ${shop} and supplier_product_id = any(${supplierProductIds}::text[])
        and (state <> 'importing' or due_at is null) and delisted is distinct from 'unlinked'
      returning supplier_product_id as id, shop_product_id as "shopProductId"`;
    if (unlinked.length === 0) return 0;
    await execute(tx)`
      delete from variant_link
      where shop = ${shop} and supplier_product_id = any(${unlinked.map(({ id }) => id)}::text[])`;
    await tx.priceApproval.deleteMany({
      where: { shop, supplierProductId: { in: unlinked.map(({ id }) => id) } },
    });
    await execute(tx)`
      insert into link_match (shop, supplier_product_id, state, clear, shop_product_id, due_at)
      select ${shop}, id, 'unlinking', false, "shopProductId", ${now}
      from jsonb_to_recordset(${JSON.stringify(unlinked)}::jsonb) as row (id text, "shopProductId" text)
      on conflict (shop, supplier_product_id) do update set state = 'unlinking', pairs = '[]', chosen = '[]', clear = false,
        shop_product_id = excluded.shop_product_id, due_at = excluded.due_at, leased_until = null,
        retry_count = 0, problem = null`;
    await enqueue(tx, jobs["catalog.link"], { shop });
    await enqueue(tx, jobs["catalog.links-changed"], { shop });
    await recordActivity(tx, {
      shop,
      kind: "catalog.unlinked",
      tone: "info",
      message: { code: "links.activity.unlinked", count: unlinked.length },
      subject: { label: { code: "links.title" }, url: "/app/links?show=linked" },
      at: now,
    });
    return unlinked.length;
  });
}
