import { Prisma } from "@prisma/client";

import { readInShop } from "../../../lib/database/db.server.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import { type Cell, type CsvFile, mapPages, pagesAfter } from "../../../lib/http/csv.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import type { Translate } from "../../../messages/translate.ts";
import { AMOUNT_FIELDS, messageOfCause, messageOfField } from "../message-of-change.ts";

type Row = {
  id: string;
  at: Date;
  product: string;
  sku: string | null;
  field: string;
  old: string | null;
  new: string | null;
  runId: string | null;
  undo: boolean;
  reason: string | null;
  editAt: Date | null;
  currency: string | null;
};

const PAGE_SIZE = 1000;

const columns = ["at", "product", "sku", "field", "old", "new", "currency", "by"] as const;

/** Returns a CSV file of all changes of prices, compare-at prices and costs in the shop, oldest first. */
export function exportPriceChanges(
  shop: ShopDomain,
  { t, toTime }: { t: Translate; toTime: (at: Date) => string },
): CsvFile {
  const read = (last: Row | null) =>
    readInShop(shop, (tx) => {
      const after = last
        ? Prisma.sql`and (change.at, change.id) > (${last.at}, ${last.id}::uuid)`
        : Prisma.empty;
      return queryRows<Row>(tx)`
        select change.id, change.at, coalesce(product.name, change.supplier_product_id) as product, variant.sku,
          change.field, change.old, change.new, change.currency, change.run_id as "runId", change.undo, change.reason,
          change.edit_at as "editAt"
        from catalog_change change
        left join supplier_product product on product.shop = change.shop and product.id = change.supplier_product_id
        left join supplier_variant variant on variant.shop = change.shop and variant.id = change.supplier_variant_id
        where change.shop = ${shop} and change.field in (${Prisma.join(AMOUNT_FIELDS)}) ${after}
        order by change.at, change.id limit ${PAGE_SIZE}`;
    });
  const toCells = (row: Row): Cell[] =>
    columns.map((name) => {
      switch (name) {
        case "at":
          return toTime(row.at);
        case "field":
          return t(messageOfField(row.field));
        case "by":
          return t(messageOfCause(row));
        default:
          return row[name];
      }
    });
  return {
    header: columns.map((name) => t(`export.price-changes.${name}`)),
    pages: mapPages(pagesAfter(read), toCells),
  };
}
