import { inShop, type Tx } from "../database/db.server.ts";
import { execute } from "../database/statement.server.ts";
import type { ShopDomain } from "../shop-domain.ts";

/** A visit ends once no page was opened for this long. */
const GAP_MS = 30 * 60_000;
/** Pages that are opened within this time after a recorded page cause no write. */
const PRECISION_MS = 5 * 60_000;

/**
 * `lastAt`: the end of the previous visit; null if this is the first visit. `isDue`: true if the caller should
 * call `recordVisit`.
 */
export type Visit = { lastAt: Date | null; isDue: boolean };

/** Finds the end of the merchant's previous visit. */
export async function findVisit(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }): Promise<Visit> {
  const row = await tx.homeState.findUnique({ where: { shop } });
  if (!row?.openedAt) return { lastAt: null, isDue: true };
  const age = now.getTime() - row.openedAt.getTime();
  return { lastAt: age > GAP_MS ? row.openedAt : row.previousVisitAt, isDue: age > PRECISION_MS };
}

/**
 * Records that the merchant opened a page. After a gap of `GAP_MS`, a new visit begins, and the old visit's end
 * becomes `previous_visit_at`.
 */
export async function recordVisit(shop: ShopDomain): Promise<void> {
  await inShop(
    shop,
    (tx, now) => execute(tx)`
      insert into home_state (shop, opened_at) values (${shop}, ${now})
      on conflict (shop) do update set opened_at = excluded.opened_at,
        previous_visit_at = case when home_state.opened_at < ${new Date(now.getTime() - GAP_MS)}
          then home_state.opened_at else home_state.previous_visit_at end`,
  );
}
