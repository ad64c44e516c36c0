import { inShop } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";

/** State of the search for the shop's own products. */
export type Matching = {
  /** The latest run; null before the first. `read`: variants of the shop read so far. */
  run: {
    running: boolean;
    read: number;
    endedAt: Date | null;
    problem: Message | null;
  } | null;
  /** Products for the merchant to review, and those of them with an unambiguous match. */
  open: number;
  clear: number;
  /** Products that are being linked or unlinked. */
  working: number;
  /** Products that an import left for linking and that were not searched for since. */
  needsLinking: number;
};

/** Limit of the counts, which are more than a person reviews. */
export const MAX_COUNT = 1000;

export async function findMatching(shop: ShopDomain): Promise<Matching> {
  return inShop(shop, async (tx) => {
    const run = await tx.matchRun.findUnique({ where: { shop } });
    const [counted] = await queryRows<Omit<Matching, "run">>(tx)`
      select
        (select count(*)::int from (select from link_match where shop = ${shop} and state in ('open', 'failed')
          limit ${MAX_COUNT}) counted) as open,
        (select count(*)::int from (select from link_match where shop = ${shop} and state = 'open' and clear
          limit ${MAX_COUNT}) counted) as clear,
        (select count(*)::int from (select from link_match where shop = ${shop} and state in ('linking', 'unlinking')
          limit ${MAX_COUNT}) counted) as working,
        (select count(*)::int from (select from product_link link where shop = ${shop} and state = 'needs-linking'
          and not exists (select from link_match where link_match.shop = link.shop
            and link_match.supplier_product_id = link.supplier_product_id)
          limit ${MAX_COUNT}) counted) as "needsLinking"`;
    return {
      run: run && {
        running: run.dueAt !== null,
        read: run.read,
        endedAt: run.endedAt,
        problem: storedMessage(run.problem),
      },
      ...(counted ?? { open: 0, clear: 0, working: 0, needsLinking: 0 }),
    };
  });
}
