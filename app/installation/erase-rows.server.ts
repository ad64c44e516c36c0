import { Prisma } from "@prisma/client";

import { asSystem, inShop, LONG_WORK, type Tx } from "../lib/database/db.server.ts";
import { type Model, tableOf } from "../lib/database/rows.server.ts";
import { execute } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { lockSums } from "../orders/profit/profit-of-day.server.ts";

/**
 * Erased after the orders, because deleting orders writes rows here through triggers. We lock them, because
 * pages write them at the same time.
 */
const SUMS: readonly Model[] = ["ProfitChange", "ProfitOfDay"];
/** Erased after all rows that jobs process, because a running job may still write these two. */
const WRITTEN_BY_WORK: readonly Model[] = ["Activity", "OutboxEntry"];
/** Erased last. The webhook's row is in this table, so after a crash the inbox repeats the erasure. */
const LAST: Model = "InboxEntry";

/** All other tables with a column `shop`. */
const models = Prisma.dmmf.datamodel.models
  .map(({ name }) => name as Model)
  .filter((model) => tableOf(model).has("shop") && ![...SUMS, ...WRITTEN_BY_WORK, LAST].includes(model));

/** Erases the shop's rows in every table, each table in a transaction of its own. */
export async function eraseRows(shop: ShopDomain): Promise<void> {
  const erase = (model: Model) => async (tx: Tx) => {
    if (SUMS.includes(model)) await lockSums(tx, shop);
    await execute(tx)`delete from ${tableOf(model).table} where shop = ${shop}`;
  };
  for (const model of [...models, ...SUMS, ...WRITTEN_BY_WORK]) await inShop(shop, erase(model), LONG_WORK);
  await asSystem("inbox", erase(LAST), LONG_WORK);
}
