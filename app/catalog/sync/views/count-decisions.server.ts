import { readInShop } from "../../../lib/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";

/** Until a merchant decides, these stay as they are. Each is counted up to one more than `most`. */
export type Decisions = {
  /** Prices that wait for approval. */
  approvals: number;
  /** Products that wait for the merchant to start keeping them up to date. */
  awaitingStart: number;
};

/** Counts what the sync waits for a merchant to decide. */
export function countDecisions(shop: ShopDomain, most: number): Promise<Decisions> {
  return readInShop(shop, async (tx) => {
    const [counts] = await tx.$queryRaw<Decisions[]>`
      select
        (select count(*)::int from (select from price_approval where shop = ${shop} and state = 'waiting'
          limit ${most + 1}) as counted) as approvals,
        (select count(*)::int from (select from product_link where shop = ${shop} and awaits_start
          limit ${most + 1}) as counted) as "awaitingStart"`;
    return counts ?? { approvals: 0, awaitingStart: 0 };
  });
}
