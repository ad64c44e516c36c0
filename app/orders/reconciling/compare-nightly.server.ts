import { Prisma } from "@prisma/client";

import {
  findCatalogDifferences,
  PRODUCTS_AT_MOST,
} from "../../catalog/sync/find-catalog-differences.server.ts";
import { findConnection } from "../../connection/connection-store.server.ts";
import { asSystem, inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { Failure } from "../../lib/failure.ts";
import { cutPage } from "../../lib/http/keyset-page.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { after, backOffSeconds } from "../../queue/back-off.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { claim, type Claimed, NOW, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { type DifferenceAction, findActions } from "./difference-actions.server.ts";
import {
  findOrderDifferences,
  type FoundDifference,
  NOT_SHOWN,
  ORDERS_AT_MOST,
} from "./find-order-differences.server.ts";
import { reconcileOrders } from "./reconcile-orders.server.ts";
import { reconcileShop } from "./reconcile-shop.server.ts";
import { reviewFulfillments } from "./review-fulfillments.server.ts";
import { recordLostRefunds } from "./record-lost-refunds.server.ts";

/**
 * A comparison takes less time: it reads a slice of the supplier's orders, the shop's orders, and 50 single orders of
 * the supplier.
 */
const LEASE_SECONDS = 1200;

/**
 * Time of the next comparison: between three and four at night in the shop's time zone. Each shop has a minute of its
 * own, so that the comparisons are spread.
 */
const NIGHT = Prisma.sql`
  (date_trunc('day', now() at time zone coalesce(zone.time_zone, 'UTC')) + interval '27 hours'
    + make_interval(mins => abs(hashtext(zone.shop) % 60))) at time zone coalesce(zone.time_zone, 'UTC')`;

/** Schedules each shop's next nightly comparison, and runs those that are due. */
export async function sweepComparisons(): Promise<void> {
  await asSystem(
    "orders",
    (tx) => execute(tx)`
      insert into comparison as known (shop, due_at)
      select zone.shop, ${NIGHT} from (
        select connection.shop, time_zone from connection left join shop_facts using (shop)) as zone
      on conflict (shop) do update set due_at = excluded.due_at where known.due_at is null`,
  );
  await sweep({ purpose: "orders", work: "Comparison", seconds: LEASE_SECONDS, process: compare });
}

/** Runs a shop's nightly comparison if it is due. */
export async function compareNow(shop: ShopDomain): Promise<void> {
  const [claimed] = await inShop(shop, (tx) =>
    claim(tx, "Comparison", { key: { shop }, seconds: LEASE_SECONDS }),
  );
  if (claimed) await compare(claimed);
}

/** Makes a shop's nightly comparison due now. */
export async function requestNightlyComparison(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await execute(tx)`
      insert into comparison (shop, due_at) values (${shop}, ${NOW})
      on conflict (shop) do update set due_at = excluded.due_at`;
    await enqueue(tx, jobs["orders.compare"], { shop });
  });
}

async function compare(claimed: Claimed<"Comparison">): Promise<void> {
  const { shop, retryCount } = claimed;
  if ((await findConnection(shop)) === null) {
    await inShop(shop, (tx) => release(tx, "Comparison", claimed, { dueAt: null }));
    return;
  }
  try {
    await makeOrdersDue(shop);
    await reconcileShop(shop);
    await reviewFulfillments(shop);
    await recordLostRefunds(shop, { since: await lastComparison(shop) });
    await reconcileOrders(shop);
    const orders = await findOrderDifferences(shop);
    const products = await differencesOfProducts(shop);
    const hasMore = orders.length >= ORDERS_AT_MOST || products.length >= PRODUCTS_AT_MOST;
    const problem = hasMore ? MORE : (await areCompared(shop)) ? null : INCOMPLETE;
    await store(claimed, [...orders, ...products], problem);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code, retryCount }, "orders.differences-not-found");
    await inShop(shop, async (tx, now) => {
      const next = after(now, backOffSeconds(retryCount, { failure: error }));
      const columns = { retryCount: retryCount + 1, problem: error.explanation, dueAt: next };
      await release(tx, "Comparison", claimed, columns);
    });
  }
}

async function lastComparison(shop: ShopDomain): Promise<Date | null> {
  const known = await inShop(shop, (tx) => tx.comparison.findUnique({ where: { shop } }));
  return known?.comparedAt ?? null;
}

/** Makes the hourly comparisons due now, except those that a worker has claimed. */
async function makeOrdersDue(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    for (const table of [Prisma.sql`order_reconciliation`, Prisma.sql`shop_reconciliation`])
      await execute(tx)`
        insert into ${table} as own (shop, due_at) values (${shop}, ${NOW})
        on conflict (shop) do update set due_at = excluded.due_at
        where own.leased_until is null or own.leased_until <= now()`;
  });
}

const INCOMPLETE: Message = { code: "reconciliation.incomplete" };
const MORE: Message = { code: "reconciliation.more" };

/** Returns false if the comparison of orders with the shop or with the supplier has failed, or has not reached its end. */
async function areCompared(shop: ShopDomain): Promise<boolean> {
  return inShop(shop, async (tx) => {
    const done = { shop, retryCount: 0, dueAt: { not: null } };
    const ours = await tx.shopReconciliation.count({ where: done });
    return ours + (await tx.orderReconciliation.count({ where: { ...done, beganAt: null } })) === 2;
  });
}

async function differencesOfProducts(shop: ShopDomain): Promise<FoundDifference[]> {
  return (await findCatalogDifferences(shop)).map(({ supplierProductId, kind, message }) => ({
    subject: `product:${supplierProductId} ${kind}`,
    message,
    url: `/app/products/${encodeURIComponent(supplierProductId)}`,
    action: { code: "reconciliation.open-product" },
  }));
}

const WRITTEN_AT_ONCE = 1000;

/** Replaces the stored list. A difference that was listed before keeps its time. */
async function store(
  claimed: Claimed<"Comparison">,
  found: FoundDifference[],
  problem: Message | null,
): Promise<void> {
  const { shop } = claimed;
  await inShop(shop, async (tx, now) => {
    const isHeld = await release(tx, "Comparison", claimed, {
      comparedAt: now,
      problem: problem ?? Prisma.DbNull,
      retryCount: 0,
      dueAt: null,
    });
    if (!isHeld) return;
    const before = await tx.foundDifference.findMany({
      where: { shop },
      select: { subject: true, since: true },
    });
    const since = new Map(before.map((row) => [row.subject, row.since]));
    await tx.foundDifference.deleteMany({ where: { shop } });
    for (let from = 0; from < found.length; from += WRITTEN_AT_ONCE)
      await tx.foundDifference.createMany({
        data: found
          .slice(from, from + WRITTEN_AT_ONCE)
          .map((each) => ({ ...each, shop, since: since.get(each.subject) ?? now })),
      });
  });
}

/** A page of the reconciliation page's list. */
export type ComparisonView = {
  comparedAt: string | null;
  isRunning: boolean;
  problem: Message | null;
  rows: {
    subject: string;
    message: Message;
    url: string;
    action: Message;
    since: string;
    buttons: DifferenceAction[];
  }[];
  /** Cursors of the adjacent pages; null: there is none. */
  before: string | null;
  after: string | null;
};

const PAGE_SIZE = 50;

type Found = { subject: string; message: unknown; url: string; action: unknown; since: Date };

/**
 * Reads a page of what the last comparison found, the newest first. Leaves out orders that no longer differ or that the
 * merchant has marked as resolved, and packages that the shop now shows.
 *
 * @param connected false if the supplier cannot be reached, so that no button may call the supplier.
 */
export async function findNightlyComparison(
  tx: Tx,
  { shop, now, connected }: { shop: ShopDomain; now: Date; connected: boolean },
  { after: next, before: previous }: { after: string | null; before: string | null } = FIRST,
): Promise<ComparisonView> {
  const [own] = await queryRows<{ comparedAt: Date | null; problem: unknown; isRunning: boolean }>(tx)`
    select compared_at as "comparedAt", problem, due_at is not null and due_at <= now() as "isRunning"
    from comparison where shop = ${shop}`;
  const from = readCursor(next ?? previous);
  const backwards = from !== null && next === null;
  const [side, order] = backwards ? [Prisma.sql`>`, Prisma.sql`asc`] : [Prisma.sql`<`, Prisma.sql`desc`];
  const take = PAGE_SIZE + 1;
  const found = await queryRows<Found>(tx)`
    select subject, message, url, action, since from found_difference found
    left join shipment on shipment.shop = found.shop
      and shipment.id = case when subject like 'package:%' then substr(subject, 9)::uuid end
    left join supplier_order supplied on supplied.shop = found.shop
      and supplied.id = case when subject like 'order:%' then substr(subject, 7)::uuid else shipment.order_id end
    where found.shop = ${shop}
      and not coalesce(supplied.reason = supplied.acknowledged_reason
        and (shipment.id is null or supplied.reason = ${NOT_SHOWN}), false)
      and not (shipment.id is null and supplied.id is not null
        and supplied.reason is null and supplied.cancel_requested_at is null)
      and shipment.state is distinct from 'shown'
      ${from === null ? Prisma.empty : Prisma.sql`and (since, subject) ${side} (${from.since}, ${from.subject})`}
    order by since ${order}, subject ${order} limit ${take}`;
  const { rows, before, after: following } = cutPage(found, { take, backwards, isFirst: from === null });
  const scope = { shop, now, connected };
  const buttons = await findActions(
    tx,
    scope,
    rows.map(({ subject }) => subject),
  );
  return {
    comparedAt: own?.comparedAt?.toISOString() ?? null,
    isRunning: own?.isRunning ?? false,
    problem: storedMessage(own?.problem),
    rows: rows.flatMap(({ subject, message, url, action, since }) => {
      const [what, how] = [storedMessage(message), storedMessage(action)];
      const shown = { subject, url, since: since.toISOString(), buttons: buttons.get(subject) ?? [] };
      return what && how ? [{ ...shown, message: what, action: how }] : [];
    }),
    before: before && writeCursor(before),
    after: following && writeCursor(following),
  };
}

const FIRST = { after: null, before: null };

function writeCursor({ since, subject }: Found): string {
  return `${String(since.getTime())}_${subject}`;
}

/** Validates a cursor, because it comes from a URL that anyone can edit. */
function readCursor(cursor: string | null): { since: Date; subject: string } | null {
  const [, ms = "", subject = ""] = /^(\d{1,14})_(.{1,400})$/.exec(cursor ?? "") ?? [];
  return subject === "" ? null : { since: new Date(Number(ms)), subject: subject.toWellFormed() };
}
