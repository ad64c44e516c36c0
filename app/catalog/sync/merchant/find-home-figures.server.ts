import { countWaiting } from "./count-waiting.server.ts";
import { Prisma } from "@prisma/client";

import type { Tx } from "../../../lib/database/db.server.ts";
import { queryRows } from "../../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { type Message, storedMessage } from "../../../messages/message.ts";
import { after } from "../../../queue/back-off.ts";
import { soldAtLoss } from "../../pricing/sold-at-loss.server.ts";

/** Numbers that Home shows. Each count goes up to `most` + 1. */
export type Concerns = {
  /**
   * Number of prices that wait for the merchant's approval. `approvalsSince`: the time at which the newest
   * began to wait.
   */
  approvals: number;
  approvalsSince: Date | null;
  /** Number of products whose sync the merchant has to start. */
  awaitingStart: number;
  /** Number of products whose last sync failed. */
  failed: number;
  /** Number of products in the shop that we cannot read from the supplier. Orders for them wait. */
  unreadable: number;
  /**
   * Number of imported products; and of those on sale below cost, sold out and ended. Each must equal the
   * number in the catalog's list (app/catalog/search/wanted-products.server.ts).
   */
  imported: number;
  belowCost: number;
  soldOut: number;
  ended: number;
};

const NONE: Concerns = {
  approvals: 0,
  approvalsSince: null,
  awaitingStart: 0,
  failed: 0,
  unreadable: 0,
  imported: 0,
  belowCost: 0,
  soldOut: 0,
  ended: 0,
};

/** Counts the products and prices that the merchant should look at. */
export async function countConcerns(tx: Tx, shop: ShopDomain, most: number): Promise<Concerns> {
  const [counts] = await queryRows<Concerns>(tx)`
    with linked as materialized (
      select supplier_product_id from product_link where shop = ${shop} and state = 'imported'
      limit ${Math.max(FEW_LINKS, most) + 1})
    select
      (select max(since) from (select since from price_approval where shop = ${shop} and state = 'waiting'
        limit ${most + 1}) as counted) as "approvalsSince",
      ${countWaiting(shop, most + 1)},
      (select least(count(*), ${most + 1})::int from linked) as imported,
      (select count(*)::int from (
        select distinct supplier_product_id from (${soldAtLoss(shop)}) as sold limit ${most + 1}) as counted) as "belowCost",
      case when (select count(*) from linked) <= ${FEW_LINKS}
        then (select count(*)::int from (select from linked cross join lateral (
          select from product_search product where product.shop = ${shop}
            and product.supplier_product_id = linked.supplier_product_id and not product.in_stock limit 1) as sold_out
          limit ${most + 1}) as counted)
        else (select count(*)::int from (select from product_search product ${isImported(shop)}
          where product.shop = ${shop} and not product.in_stock limit ${most + 1}) as counted) end as "soldOut",
      (select count(*)::int from (select from product_search product ${isImported(shop)}
        where product.shop = ${shop} and (product.discontinued or product.gone) limit ${most + 1}) as counted) as ended`;
  return counts ?? NONE;
}

/**
 * Up to this many imported products are looked up one by one to find the sold-out ones. With more, it is faster
 * to start from the sold-out products: many of these are imported, so the count soon reaches its limit.
 */
const FEW_LINKS = 2000;

/**
 * The lateral join looks up each product, so that a count ends at its limit. With a plain join, Postgres would
 * read all links.
 */
function isImported(shop: ShopDomain): Prisma.Sql {
  return Prisma.sql`cross join lateral (select from product_link link where link.shop = ${shop}
    and link.supplier_product_id = product.supplier_product_id and link.state = 'imported' limit 1) as imported`;
}

/**
 * Changes that Stockbridge made in the shop within a day. Excludes prices that the merchant set or restored,
 * and the first price after the merchant let a field follow the supplier. Counts only the newest
 * `CHANGES_AT_MOST` changes of prices, and as many of stock.
 */
export type DayChanges = {
  /** Number of prices that rose, and that fell. */
  up: number;
  down: number;
  /** Number of variants that sold out, and that are in stock again. */
  soldOut: number;
  back: number;
  /**
   * The newest sync runs that changed prices. `prices`: number of prices that an undo may restore, as in
   * `listRuns`.
   */
  runs: { id: string; at: Date; prices: number; canUndo: boolean; isUndone: boolean }[];
};

const DAY_SECONDS = 86_400;
const CHANGES_AT_MOST = 1000;
const RUNS = 3;

/** Finds the changes of the last 24 hours. */
export async function findDayChanges(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<DayChanges> {
  const since = after(now, -DAY_SECONDS);
  const [found] = await queryRows<DayChanges>(tx)`
    with price as (
      select run_id, at, old::numeric as old, new::numeric as new from catalog_change
      where shop = ${shop} and field = 'price' and at > ${since} and run_id is not null and not undo
        and reason is distinct from 'follows' and old is not null and new is not null
      order by at desc limit ${CHANGES_AT_MOST}),
    stock as (
      select supplier_variant_id, (array_agg(old::numeric order by at))[1] as old, (array_agg(new::numeric order by at desc))[1] as new
      from (select supplier_variant_id, at, old, new from catalog_change
        where shop = ${shop} and field = 'stock' and at > ${since} and old is not null and new is not null
        order by at desc limit ${CHANGES_AT_MOST}) as newest
      group by supplier_variant_id),
    run as (
      select run_id, max(at) as at from price group by run_id order by 2 desc limit ${RUNS})
    select
      (select count(*)::int from price where new > old) as up,
      (select count(*)::int from price where new < old) as down,
      (select count(*)::int from stock where new <= 0 and old > 0) as "soldOut",
      (select count(*)::int from stock where new > 0 and old <= 0) as back,
      coalesce((select json_agg(json_build_object('id', run.run_id, 'at', run.at, 'prices',
        (select count(*)::int from catalog_change change where change.shop = ${shop} and change.run_id = run.run_id
          and change.field = 'price' and change.old is not null and not change.undo),
        'canUndo', known.ended_at is not null and known.undone_at is null, 'isUndone', known.undone_at is not null)
        order by run.at desc)
        from run join sync_run known on known.shop = ${shop} and known.id = run.run_id), '[]') as runs`;
  if (!found) return { up: 0, down: 0, soldOut: 0, back: 0, runs: [] };
  return { ...found, runs: found.runs.map((run) => ({ ...run, at: new Date(run.at) })) };
}

/**
 * When the supplier's products were last read. `problem`: the reason why they cannot be read now; null if they
 * can.
 */
export type Freshness = { readAt: Date | null; isReading: boolean; problem: Message | null };

export async function findFreshness(tx: Tx, shop: ShopDomain): Promise<Freshness> {
  const [mirror] = await queryRows<{ readAt: Date | null; state: string; problem: unknown }>(tx)`
    select greatest(read_at, increment_read_at) as "readAt", state, problem_message as problem
    from catalog_mirror where shop = ${shop}`;
  if (!mirror) return { readAt: null, isReading: true, problem: null };
  const problem = storedMessage(mirror.problem);
  return { readAt: mirror.readAt, isReading: mirror.state === "reading" && problem === null, problem };
}
