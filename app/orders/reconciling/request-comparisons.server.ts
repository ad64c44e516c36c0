import { jobs } from "../../queue/jobs.ts";
import { asSystem, inShop, readInShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { after } from "../../queue/back-off.ts";
import { enqueueAll } from "../../queue/boss.server.ts";
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
  return asSystem("orders", requestThem);
}

/** Makes the comparisons of one shop due now, as `requestComparisons` does for all. Does nothing while they are due. */
export async function requestComparison(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { state } = await readProgress(tx, { shop, now });
    if (state !== "under-way") await requestThem(tx, now);
  });
}

/** Makes the comparisons due of the shops that the transaction may see. */
async function requestThem(tx: Tx, now: Date): Promise<Date> {
  const shops = await queryRows<{ shop: ShopDomain }>(tx)`
    insert into order_reconciliation (shop, due_at) select shop, ${now} from connection
    on conflict (shop) do update set due_at = excluded.due_at, leased_until = null, began_at = null, cursor = null,
      pages = 0, retry_count = 0
    returning shop`;
  await execute(tx)`
    insert into shop_reconciliation (shop, due_at) select shop, ${now} from connection
    on conflict (shop) do update set due_at = excluded.due_at, leased_until = null, retry_count = 0`;
  await enqueueAll(tx, jobs["orders.reconcile-shop"], shops);
  await enqueueAll(tx, jobs["orders.reconcile"], shops);
  return now;
}

/**
 * How far a shop's comparisons are. `comparedAt`: both sides were compared up to then; null: never. `failed`: the last ones failed
 * and will be repeated.
 */
export type ShopProgress = { state: "rests" | "under-way" | "failed"; comparedAt: Date | null };

/** Reads how far the shop's regular comparisons are. They are due every hour. */
export async function readProgress(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<ShopProgress> {
  const supplier = await tx.orderReconciliation.findUnique({ where: { shop } });
  const own = await tx.shopReconciliation.findUnique({ where: { shop } });
  const both = [
    { doneAt: supplier?.comparedUntil ?? null, ...supplier },
    { doneAt: own?.comparedAt ?? null, ...own },
  ];
  const times = both.map(({ doneAt }) => doneAt?.getTime() ?? 0);
  const comparedAt = Math.min(...times);
  const isUnderWay = both.some(
    ({ dueAt, leasedUntil }) => isBefore(dueAt, now) || isBefore(now, leasedUntil),
  );
  const hasFailed = both.some(({ retryCount = 0 }) => retryCount > 0);
  return {
    state: isUnderWay ? "under-way" : hasFailed ? "failed" : "rests",
    comparedAt: comparedAt === 0 ? null : new Date(comparedAt),
  };
}

function isBefore(one: Date | null | undefined, other: Date | null | undefined): boolean {
  return one != null && other != null && one <= other;
}

/**
 * State of a shop's comparison: `compared`; `waiting` for a worker; `failed`: it will be retried; `stopped`: not due, because
 * the shop has no accepted key.
 */
export type Progress = {
  shop: ShopDomain;
  state: "compared" | "waiting" | "failed" | "stopped";
  opened: number;
};

/**
 * Returns the progress of the comparisons that were requested at `since`. `opened`: new orders that a worker
 * has yet to process.
 */
export async function findComparisons(since: Date): Promise<Progress[]> {
  return asSystem(
    "orders",
    (tx) => queryRows<Progress>(tx)`
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

/** An order, its status, and why. */
export type Standing = { id: string; orderName: string; label: Message; message: Message };

export type Differences = {
  /** Orders at the supplier that our records do not explain. */
  mismatches: { message: Message; url: string | null }[];
  /** Orders that our records missed or doubted, and that the supplier turned out to have. */
  found: Standing[];
  /** Orders that continue only when a person acts: the newest ones. */
  needsAttention: Standing[];
};

/** A list for a person is no longer than this. */
const LISTED_AT_MOST = 100;

/** Includes findings of the last day: a worker compares at its start, and a mismatch is recorded once only. */
const RECENT_SECONDS = 86_400;

/** Reads the findings of the shop's comparisons since a day before `since`, and its orders that need a person. */
export async function findDifferences(shop: ShopDomain, since: Date): Promise<Differences> {
  return readInShop(shop, (tx, now) => findDifferencesIn(tx, { shop, now, since }));
}

export async function findDifferencesIn(
  tx: Tx,
  { shop, now, since }: { shop: ShopDomain; now: Date; since: Date },
): Promise<Differences> {
  const recently = { gte: after(since, -RECENT_SECONDS) };
  const recorded = await tx.activity.findMany({
    where: { shop, kind: "orders.mismatch", at: recently },
    orderBy: { at: "desc" },
    take: LISTED_AT_MOST,
  });
  const found = await tx.supplierOrder.findMany({
    where: { shop, attempts: { some: { outcomes: { some: { kind: "found", at: recently } } } } },
    orderBy: { requestedAt: "desc" },
    take: LISTED_AT_MOST,
  });
  const newest = { group: "needs-attention", query: "", place: null } as const;
  const needsAttention = await listOrders(tx, { shop, now }, newest);
  return {
    mismatches: recorded.flatMap(({ message: stored, subjectUrl: url }) => {
      const message = storedMessage(stored);
      return message === null ? [] : [{ message, url }];
    }),
    found: found.map((row) => toStanding(toOrderRow(row))),
    needsAttention: needsAttention.orders.map(toStanding),
  };
}

function toStanding(order: Parameters<typeof statusOf>[0] & { id: string; orderName: string }): Standing {
  const { label, message } = statusOf(order);
  return { id: order.id, orderName: order.orderName, label, message };
}
