import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";

/** A merchant could not choose from more. */
const MAX_GROUPS = 200;

/** Lists the categories and brands of the supplier's products. */
export async function findGroups(
  tx: Tx,
  shop: ShopDomain,
): Promise<{ categories: string[]; brands: string[] }> {
  return {
    categories: await valuesOf(tx, shop, Prisma.sql`category`),
    brands: await valuesOf(tx, shop, Prisma.sql`brand`),
  };
}

/** Skips through the index from value to value, so that it reads one row per value. */
async function valuesOf(tx: Tx, shop: ShopDomain, column: Prisma.Sql): Promise<string[]> {
  const found = await queryRows<{ value: string }>(tx)`
    with recursive found as (
      (select ${column} as value from supplier_find
       where shop = ${shop} and ${column} is not null and not gone order by ${column} limit 1)
      union all
      select (select ${column} from supplier_find
        where shop = ${shop} and ${column} > found.value and not gone order by ${column} limit 1)
      from found where found.value is not null)
    select value from found where value is not null limit ${MAX_GROUPS}`;
  return found.map(({ value }) => value).toSorted(COLLATOR.compare);
}

const COLLATOR = new Intl.Collator();
