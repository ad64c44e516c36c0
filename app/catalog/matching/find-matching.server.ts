import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";

/** How the search for the shop's own products stands. */
export type Matching = {
  /** Whether it is under way, and how many variants of the shop it has read; null while there was none yet. */
  run: {
    running: boolean;
    read: number;
    endedAt: Date | null;
    problem: Message | null;
  } | null;
  /** How many products the merchant has to look at, and how many of them there is only one way to link. */
  open: number;
  clear: number;
  /** How many are being linked or unlinked. */
  working: number;
  /** How many an import left for linking that were not searched for since. */
  needsLinking: number;
};

/** Counts end here: what is more is shown as so many and more. */
export const COUNT_AT_MOST = 1000;

export async function findMatching(shop: ShopDomain): Promise<Matching> {
  return inShop(shop, async (tx) => {
    const run = await tx.matchRun.findUnique({ where: { shop } });
    const [counted] = await tx.$queryRaw<Omit<Matching, "run">[]>`
      select
        (select count(*)::int from (select from link_match where shop = ${shop} and state in ('open', 'failed')
          limit ${COUNT_AT_MOST}) counted) as open,
        (select count(*)::int from (select from link_match where shop = ${shop} and state = 'open' and clear
          limit ${COUNT_AT_MOST}) counted) as clear,
        (select count(*)::int from (select from link_match where shop = ${shop} and state in ('linking', 'unlinking')
          limit ${COUNT_AT_MOST}) counted) as working,
        (select count(*)::int from (select from product_link link where shop = ${shop} and state = 'needs-linking'
          and not exists (select from link_match where link_match.shop = link.shop
            and link_match.supplier_product_id = link.supplier_product_id)
          limit ${COUNT_AT_MOST}) counted) as "needsLinking"`;
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
