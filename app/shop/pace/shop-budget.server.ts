import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";

/**
 * A reservation for one process. By Shopify's last reply, everything reserved before will be restored between
 * `earliest` and `latest`, in seconds from now. A row beyond these bounds is wrong: another app's calls took
 * points, or a process ended without spending its own.
 */
export type Reservation = { seconds: number; earliest: number; latest: number; waitAtMost: number };

/**
 * Reserves `seconds` of Shopify's restore rate, behind the reservations of all other processes.
 * @returns seconds until all of it is restored; null, without a reservation, if that exceeds `waitAtMost`.
 */
export async function reserve(shop: ShopDomain, reservation: Reservation): Promise<number | null> {
  const { seconds, earliest, latest, waitAtMost } = reservation;
  return inShop(shop, async (tx) => {
    const [row] = await queryRows<{ wait: number }>(tx)`
      insert into shop_budget as budget (shop, paid_at)
      values (${shop}, now() + make_interval(secs => ${earliest}::float8 + ${seconds}::float8))
      on conflict (shop) do update set paid_at = make_interval(secs => ${seconds}::float8) + least(
        greatest(budget.paid_at, now() + make_interval(secs => ${earliest}::float8)),
        now() + make_interval(secs => ${latest}::float8))
      where least(
          greatest(budget.paid_at, now() + make_interval(secs => ${earliest}::float8)),
          now() + make_interval(secs => ${latest}::float8))
        <= now() + make_interval(secs => ${waitAtMost}::float8 - ${seconds}::float8)
      returning extract(epoch from paid_at - now())::float8 as wait`;
    return row === undefined ? null : Math.max(0, row.wait);
  });
}

export async function removeBudget(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => tx.shopBudget.deleteMany({ where: { shop } }));
}
