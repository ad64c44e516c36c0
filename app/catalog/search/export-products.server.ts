import { Prisma } from "@prisma/client";

import { readInShop } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { type Cell, type CsvFile, mapPages, pagesAfter } from "../../lib/http/csv.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Translate } from "../../messages/translate.ts";
import type { OffSale } from "../links/off-sale-choices.ts";
import { storedFacts } from "../../shop/shop-facts.server.ts";

type Row = {
  product: string;
  position: number;
  id: string;
  name: string;
  brand: string | null;
  category: string | null;
  sku: string | null;
  barcode: string | null;
  cost: string;
  costCurrency: string;
  stock: number;
  ended: boolean;
  state: "importing" | "imported" | "skipped" | "needs-linking" | null;
  offSale: OffSale | null;
  price: string | null;
  own: boolean | null;
  belowCost: boolean | null;
  shopCurrency: string | null;
};

const PAGE_SIZE = 1000;

const columns = [
  "product",
  "name",
  "brand",
  "category",
  "sku",
  "barcode",
  "cost",
  "costCurrency",
  "stock",
  "state",
  "offSale",
  "price",
  "shopCurrency",
  "own",
  "belowCost",
] as const;

const STATES = {
  importing: "catalog.importing",
  imported: "catalog.imported",
  skipped: "catalog.skipped",
  "needs-linking": "catalog.needs-linking",
} as const;

/**
 * Returns a CSV file with one line per variant, for products that the supplier lists or that are in the shop.
 */
export function exportProducts(shop: ShopDomain, { t }: { t: Translate }): CsvFile {
  const read = (last: Row | null) =>
    readInShop(shop, async (tx) => {
      const { currency = null } = (await storedFacts(tx, shop)) ?? {};
      const after = last
        ? Prisma.sql`and (variant.supplier_product_id, variant.position, variant.id)
            > (${last.product}, ${last.position}, ${last.id})`
        : Prisma.empty;
      return queryRows<Row>(tx)`
        select variant.supplier_product_id as product, variant.position, variant.id, product.name, product.brand,
          product.category, variant.sku, variant.barcode, variant.price_amount as cost,
          variant.price_currency as "costCurrency", variant.stock,
          product.discontinued or product.gone_at is not null as ended, link.state, link.off_sale as "offSale",
          sold.in_shop->>'price' as price, 'price' = any(sold.merchant_fields) as own,
          sold.below_cost as "belowCost",
          case when sold.in_shop->>'price' is not null then ${currency}::text end as "shopCurrency"
        from supplier_variant variant
        join supplier_product product on product.shop = variant.shop and product.id = variant.supplier_product_id
        left join product_link link on link.shop = variant.shop and link.supplier_product_id = variant.supplier_product_id
        left join variant_link sold on sold.shop = variant.shop and sold.supplier_variant_id = variant.id
          and sold.shop_state is null and link.shop_state is distinct from 'deleted'
        where variant.shop = ${shop} and (product.gone_at is null or link.shop_product_id is not null) ${after}
        order by variant.supplier_product_id, variant.position, variant.id limit ${PAGE_SIZE}`;
    });
  const toCells = (row: Row): Cell[] =>
    columns.map((name) => {
      switch (name) {
        case "state":
          return row.state
            ? t(STATES[row.state])
            : t(row.ended ? "catalog.discontinued" : "catalog.show.not-imported");
        case "offSale":
          return row.offSale && t(`sell.badge.${row.offSale}`);
        case "own":
          return row.own === true ? t("product.own-price") : null;
        case "belowCost":
          return row.belowCost === true ? t("price-edits.below-cost") : null;
        default:
          return row[name];
      }
    });
  return {
    header: columns.map((name) => t(`export.products.${name}`)),
    pages: mapPages(pagesAfter(read), toCells),
  };
}
