import { Prisma } from "@prisma/client";

import { recordActivity } from "../../../lib/activity/record-activity.server.ts";
import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { lockImports } from "../../links/lock-imports.server.ts";
import { markForSync } from "../../links/mark-for-sync.server.ts";
import type { OffSale } from "../../links/off-sale-choices.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";
import { matchingProducts } from "../../search/find-products.server.ts";
import type { ProductFilter } from "../../search/product-filter.ts";

/** The products to change: by the supplier's ids, or all that match a filter. */
export type ToSell = { ids: string[] } | { filter: ProductFilter };

/**
 * Takes products off sale in the shop, until the merchant resumes selling: as drafts, or with zero stock. The
 * next sync writes the status or stock. Before it makes a product a draft, it reads the product's status, to
 * restore it later. Skips products that are not synced. With "zero", also skips products whose stock does not
 * follow the supplier.
 * @returns the number of products taken off sale, and the number of skipped products that are in the shop
 */
export async function stopSelling(
  shop: ShopDomain,
  { of, how }: { of: ToSell; how: OffSale },
): Promise<{ count: number; skipped: number }> {
  return changeSale(shop, of, async (tx, selected) => {
    const { stock } = await findSyncSettings(tx, shop);
    const isWritable =
      how === "draft"
        ? Prisma.sql`true`
        : Prisma.sql`${stock} and not exists (select from variant_link variant where variant.shop = link.shop
            and variant.supplier_product_id = link.supplier_product_id and 'stock' = any(variant.merchant_fields))`;
    const stopped = await queryRows<{ id: string }>(tx)`
      update product_link link set off_sale = ${how}, 
        merchant_fields = case when ${how} = 'draft' then array_remove(merchant_fields, 'status') else merchant_fields end,
        last_written = case when ${how} = 'draft' then last_written || '{"status": null}' else last_written end,
        shop_updated_at = null, compare_due_at = now()
      where link.shop = ${shop} and ${selected} and ${IS_SYNCED} and ${isWritable}
        and off_sale is distinct from ${how}
      returning supplier_product_id as id`;
    const [skipped] = await queryRows<{ count: number }>(tx)`
      select count(*)::int as count from product_link link where link.shop = ${shop} and ${selected}
        and shop_product_id is not null and off_sale is distinct from ${how}`;
    return { ids: stopped.map(({ id }) => id), skipped: skipped?.count ?? 0, code: `stopped-${how}` };
  });
}

/**
 * Resumes the sale of products that `stopSelling` took off sale. The next sync restores their old status and
 * the supplier's stock.
 */
export async function resumeSelling(
  shop: ShopDomain,
  of: ToSell,
): Promise<{ count: number; skipped: number }> {
  return changeSale(shop, of, async (tx, selected) => {
    const resumed = await queryRows<{ id: string }>(tx)`
      update product_link link set off_sale = null
      where link.shop = ${shop} and ${selected} and off_sale is not null returning supplier_product_id as id`;
    return { ids: resumed.map(({ id }) => id), skipped: 0, code: "resumed" };
  });
}

type Changed = { ids: string[]; skipped: number; code: "stopped-draft" | "stopped-zero" | "resumed" };

async function changeSale(
  shop: ShopDomain,
  of: ToSell,
  change: (tx: Tx, selected: Prisma.Sql) => Promise<Changed>,
): Promise<{ count: number; skipped: number }> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const { ids, skipped, code } = await change(tx, await selectedIn(tx, { shop, now }, of));
      if (ids.length === 0) return { count: 0, skipped };
      await markForSync(tx, shop, ids);
      await recordActivity(tx, {
        shop,
        kind: `catalog.sale-${code}`,
        tone: "info",
        message: { code: `catalog.activity.sale-${code}`, count: ids.length },
        subject: { label: { code: "catalog.title" }, url: "/app/catalog?show=off-sale" },
        at: now,
      });
      return { count: ids.length, skipped };
    },
    LONG_WORK,
  );
}

async function selectedIn(tx: Tx, scope: { shop: ShopDomain; now: Date }, of: ToSell): Promise<Prisma.Sql> {
  return "ids" in of
    ? Prisma.sql`link.supplier_product_id = any(${of.ids}::text[])`
    : Prisma.sql`link.supplier_product_id in (${await matchingProducts(tx, scope, of.filter)})`;
}

/** SQL condition on `link`: the sync may write to the product. */
export const IS_SYNCED = Prisma.sql`(link.shop_product_id is not null and link.delisted is null and link.shop_state is null
  and not link.awaits_start and link.last_written <> '{}' and exists (select from connection
    where connection.shop = link.shop and connection.account is not distinct from link.account))`;
