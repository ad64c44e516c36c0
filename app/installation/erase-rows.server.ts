import { Prisma } from "@prisma/client";

import { asSystem, inShop, LONG_WORK, type Tx } from "../lib/database/db.server.ts";
import { type Model, tableOf } from "../lib/database/rows.server.ts";
import { execute } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { lockSums } from "../orders/profit/profit-of-day.server.ts";

/** Erased after the orders, because triggers write them when orders are deleted. Locked, because a page may write them, too. */
const SUMS: readonly Model[] = ["ProfitChange", "ProfitOfDay"];
/** Erased after all rows whose work may still write them. */
const WRITTEN_BY_WORK: readonly Model[] = ["Activity", "OutboxEntry"];
/** Erased last: after a crash, the webhook's row in this table makes the erasure run again. */
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
