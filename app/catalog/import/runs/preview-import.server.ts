import { Prisma } from "@prisma/client";

import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { MAX_VARIANTS } from "../plan-import.ts";
import type { Selection } from "./selection.ts";
import { IS_LINKING, isSelected } from "./start-import.server.ts";

/** Possible outcomes of importing a product, predicted from the mirror and our own rows. */
export const forecasts = [
  "create",
  "update",
  "needs-linking",
  "importing",
  "linking",
  "unlinked",
  "not-listed",
  "discontinued",
  "unreadable",
  "no-variants",
  "too-many-variants",
  "currency-differs",
  "no-price",
] as const;
export type Forecast = (typeof forecasts)[number];

/** Number of selected products per outcome. Omits outcomes without products. */
export type ForecastCounts = Partial<Record<Forecast, number>>;

/**
 * Predicts the outcomes of importing the selected products, in one statement. `currencies`: the currencies
 * that prices can be made from.
 */
export async function previewImport(
  shop: ShopDomain,
  { selection, currencies }: { selection: Selection; currencies: string[] },
): Promise<ForecastCounts> {
  const counted = await inShop(
    shop,
    async (tx, now) => queryRows<{ forecast: Forecast; count: number }>(tx)`
      select forecast, count(*)::int as count
      from (${await forecastOf(tx, { shop, now }, { selection, currencies })}) as product group by 1`,
    LONG_WORK,
  );
  return Object.fromEntries(counted.map(({ forecast, count }) => [forecast, count]));
}

/**
 * Lists a page of the selected products with one of these outcomes, by id. `after`: the last id of the page
 * before.
 */
export async function listForecast(
  shop: ShopDomain,
  given: {
    selection: Selection;
    currencies: string[];
    forecast: Forecast[];
    after: string | null;
    take: number;
  },
): Promise<{ id: string; name: string; forecast: Forecast }[]> {
  const { forecast, after, take } = given;
  return inShop(
    shop,
    async (tx, now) => queryRows<{ id: string; name: string; forecast: Forecast }>(tx)`
      select id, name, forecast from (${await forecastOf(tx, { shop, now }, given)}) as product
      where forecast = any(${forecast}::text[]) and id > ${after ?? ""}
      order by id limit ${take}`,
    LONG_WORK,
  );
}

async function forecastOf(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  { selection, currencies }: { selection: Selection; currencies: string[] },
): Promise<Prisma.Sql> {
  const chosen = selection.kind === "variants" ? selection.variants : [];
  return Prisma.sql`
    select product.id, product.name, case
      when link.state = 'importing' then 'importing'
      when ${IS_LINKING} then 'linking'
      when link.delisted = 'unlinked' then 'unlinked'
      when product.gone_at is not null then 'not-listed'
      when product.discontinued then 'discontinued'
      when product.unreadable is not null then 'unreadable'
      when variant.count = 0 then 'no-variants'
      when variant.count > ${MAX_VARIANTS} then 'too-many-variants'
      when variant.is_foreign then 'currency-differs'
      when variant.unpriced then 'no-price'
      when link.state = 'needs-linking' then 'needs-linking'
      when link.shop_product_id is not null then 'update'
      else 'create' end as forecast
    from supplier_product product
    left join product_link link on link.shop = product.shop and link.supplier_product_id = product.id
    cross join lateral (
      select count(*) as count, coalesce(bool_or(price_currency <> all(${currencies}::text[])), false) as is_foreign,
        coalesce(bool_or(price_amount !~ '^(?=.*[1-9])\\d+(\\.\\d+)?$'), false) as unpriced
      from supplier_variant where shop = product.shop and supplier_product_id = product.id
        and (cardinality(${chosen}::text[]) = 0 or id = any(${chosen}::text[]))) as variant
    where product.shop = ${scope.shop} and ${await isSelected(tx, scope, selection)}`;
}
