import type { Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";

/** Products and prices that do not follow. Each count goes up to `most` + 1. */
export type Concerns = {
  /** Prices that wait for the merchant's approval. */
  approvals: number;
  /** Products that wait for the merchant to start their sync. */
  awaitingStart: number;
  /** Products whose last sync failed. */
  failed: number;
};

/** Counts the shop's products and prices that do not follow the supplier and need the merchant. */
export async function countConcerns(tx: Tx, shop: ShopDomain, most: number): Promise<Concerns> {
  const [counts] = await queryRows<Concerns>(tx)`
    select
      (select count(*)::int from (select from price_approval where shop = ${shop} and state = 'waiting'
        limit ${most + 1}) as counted) as approvals,
      (select count(*)::int from (select from product_link where shop = ${shop} and awaits_start
        limit ${most + 1}) as counted) as "awaitingStart",
      (select count(*)::int from (select from product_link where shop = ${shop} and sync_problem is not null
        and shop_state is null and delisted is null limit ${most + 1}) as counted) as failed`;
  return counts ?? { approvals: 0, awaitingStart: 0, failed: 0 };
}
