import { Prisma } from "@prisma/client";

import type { ShopDomain } from "../../lib/shop-domain.ts";
import { soldAtLoss } from "../pricing/sold-at-loss.server.ts";
import type { ProductFilter } from "./product-filter.ts";

/** A shop and the present time. Filters by days count back from `now`. */
export type Scope = { shop: ShopDomain; now: Date };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns an SQL condition on `product_search f` for a filter, without its text search. */
export function wantedOf({ shop, now }: Scope, filter: ProductFilter): Prisma.Sql {
  const { category, brand, min, max, inStock, show, sinceDays, changedDays } = filter;
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const conditions = [
    // Lists a product that the supplier has removed only if the merchant has ever imported or linked it, or
    // tried to.
    Prisma.sql`(not f.gone or exists (${LINK}))`,
    category !== null && Prisma.sql`f.category = ${category}`,
    brand !== null && Prisma.sql`f.brand = ${brand}`,
    min !== null && Prisma.sql`f.cost_from >= ${min}::numeric`,
    max !== null && Prisma.sql`f.cost_from <= ${max}::numeric`,
    (min !== null || max !== null) && Prisma.sql`f.cost_from < 'Infinity'`,
    inStock && Prisma.sql`f.in_stock`,
    sinceDays !== null && Prisma.sql`f.first_seen >= ${daysAgo(sinceDays)}`,
    changedDays !== null &&
      Prisma.sql`f.supplier_product_id in (select c.supplier_product_id from catalog_change c
        where c.shop = ${shop} and c.at >= ${daysAgo(changedDays)})`,
    show !== "all" && SHOWN_BY(shop)[show],
  ];
  return Prisma.join(
    conditions.filter((condition) => condition !== false),
    " and ",
  );
}

/** Selects a product's row in `product_link`. The row exists even if the shop does not have the product. */
const LINK = Prisma.sql`select from product_link l where l.shop = f.shop and l.supplier_product_id = f.supplier_product_id`;

const SHOWN_BY = (shop: ShopDomain): Record<Exclude<ProductFilter["show"], "all">, Prisma.Sql> => ({
  imported: Prisma.sql`exists (${LINK} and l.state = 'imported')`,
  "not-imported": Prisma.sql`not exists (${LINK} and l.state in ('imported', 'importing'))`,
  importing: Prisma.sql`exists (${LINK} and l.state = 'importing')`,
  skipped: Prisma.sql`exists (${LINK} and l.state in ('skipped', 'needs-linking'))`,
  "sold-out": Prisma.sql`not f.in_stock and exists (${LINK} and l.state = 'imported')`,
  "off-sale": Prisma.sql`f.supplier_product_id in (
    select l.supplier_product_id from product_link l where l.shop = ${shop} and l.off_sale is not null)`,
  "own-price": Prisma.sql`f.supplier_product_id in (select l.supplier_product_id from variant_link l
    where l.shop = ${shop} and 'price' = any (l.merchant_fields) and l.shop_state is null)`,
  "below-cost": Prisma.sql`f.supplier_product_id in (${soldAtLoss(shop)})`,
  discontinued: Prisma.sql`f.discontinued`,
  ended: Prisma.sql`(f.discontinued or f.gone) and exists (${LINK} and l.state = 'imported')`,
  unreadable: Prisma.sql`f.supplier_product_id in (
    select p.id from supplier_product p where p.shop = ${shop} and p.unreadable is not null)`,
});
