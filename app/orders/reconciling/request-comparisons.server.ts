import { jobs } from "../../queue/jobs.ts";
import { asSystem, readInShop } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { enqueueAll } from "../../queue/boss.server.ts";
import { setDueAt } from "../../queue/lease.server.ts";
import { toOrderRow } from "../store/order-store.server.ts";
import { listOrders } from "../views/list-orders.server.ts";
import { statusOf } from "../views/order-status.ts";

/**
 * Makes the comparisons with shop and supplier due now in every connected shop. Restarts runs that are under way,
 * because they may have read older data.
 *
 * @returns the database's time, by which `findComparisons` recognizes these comparisons.
 */
export async function requestComparisons(): Promise<Date> {
  return asSystem("orders", async (tx, now) => {
    const shops = await queryRows<{ shop: ShopDomain }>(tx)`
      insert into order_reconciliation (shop, due_at) select shop, ${now} from connection
      on conflict (shop) do update set ${setDueAt("OrderReconciliation", now)}, began_at = null, cursor = null,
        pages = 0, retry_count = 0
      returning shop`;
    await execute(tx)`
      insert into shop_reconciliation (shop, due_at) select shop, ${now} from connection
      on conflict (shop) do update set ${setDueAt("ShopReconciliation", now)}, retry_count = 0`;
    await enqueueAll(tx, jobs["orders.reconcile-shop"], shops);
    await enqueueAll(tx, jobs["orders.reconcile"], shops);
    return now;
  });
}

/**
 * State of a shop's comparison: `compared`; `waiting` for a worker; `failed`: it will be retried; `stopped`: not due, because
 * the shop has no accepted key.
 */
export type ComparisonProgress = {
  shop: ShopDomain;
  state: "compared" | "waiting" | "failed" | "stopped";
  opened: number;
};

/**
 * Returns the progress of the comparisons that were requested at `since`. `opened`: new orders that a worker
 * has yet to process.
 */
export async function findComparisons(since: Date): Promise<ComparisonProgress[]> {
  return asSystem(
    "orders",
    (tx) => queryRows<ComparisonProgress>(tx)`
      select shop,
        case when compared_until >= ${since} and compared_at >= ${since} then 'compared'
          when supplier.due_at is null then 'stopped'
          when supplier.retry_count + own.retry_count > 0 then 'failed' else 'waiting' end as state,
        (select count(*)::int from supplier_order
         where supplier_order.shop = supplier.shop and requested_at >= ${since}
           and supplier_order.due_at <= now()) as opened
      from order_reconciliation supplier join shop_reconciliation own using (shop) join connection using (shop)
      order by shop`,
  );
}

/** An order, the label of its state, and the message that explains it. */
export type Standing = { orderName: string; label: Message; message: Message };

export type Differences = {
  /** Orders at the supplier that our records do not explain. */
  mismatches: Message[];
  /** Orders that our records missed or doubted, and that the supplier turned out to have. */
  found: Standing[];
  /** Orders that continue only when a person acts: the newest ones. */
  needsAttention: Standing[];
};

/**
 * Includes the findings of the last day: a worker may have compared the shop before this command did, and each mismatch
 * is recorded only once.
 */
const RECENT_SECONDS = 86_400;

/** Reads the findings of the shop's comparisons, and its orders that need a person. */
export async function findDifferences(shop: ShopDomain, since: Date): Promise<Differences> {
  const recently = { gte: after(since, -RECENT_SECONDS) };
  return readInShop(shop, async (tx, now) => {
    const recorded = await tx.activity.findMany({
      where: { shop, kind: "orders.mismatch", at: recently },
      orderBy: { at: "desc" },
    });
    const found = await tx.supplierOrder.findMany({
      where: { shop, attempts: { some: { outcomes: { some: { kind: "found", at: recently } } } } },
      orderBy: { requestedAt: "desc" },
    });
    const newest = { group: "needs-attention", query: "", place: null } as const;
    const needsAttention = await listOrders(tx, { shop, now }, newest);
    return {
      mismatches: recorded.flatMap(({ message }) => storedMessage(message) ?? []),
      found: found.map((row) => toStanding(toOrderRow(row))),
      needsAttention: needsAttention.orders.map(toStanding),
    };
  });
}

function toStanding(order: Parameters<typeof statusOf>[0] & { orderName: string }): Standing {
  const { label, message } = statusOf(order);
  return { orderName: order.orderName, label, message };
}
