import { Prisma, type ShopFacts } from "@prisma/client";
import { z } from "zod";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { type Deadline, deadlineIn } from "../../lib/deadline.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { storedFacts } from "../../shop/shop-facts.server.ts";
import { amountFields } from "../links/amounts.ts";
import { storeBelowCost } from "./store-below-cost.server.ts";

/** Number of variants per transaction. A larger number would lock their rows for too long. */
const BATCH_SIZE = 2000;

/** Time that a page or a webhook spends on judging. A job judges the remaining prices. */
const MOMENT_MS = 1000;

/** Maximum wait for a lock within that time. */
const MOMENT_WAITS = "500ms";

/** Time limit of a job. The job then enqueues the next one. */
const JOB_MS = 30_000;

/** Judges all prices (`judgeBatch`), without a time limit. */
export async function judgePrices(shop: ShopDomain): Promise<void> {
  while (!(await judgeBatch(shop)));
}

/** Judges prices up to the time limit of a job, and enqueues the next job if prices remain. */
export async function judgeMorePrices({ shop }: { shop: ShopDomain }): Promise<void> {
  if (!(await judgeUntil(shop, deadlineIn(JOB_MS)))) await wakeJudging(shop);
}

/**
 * Judges prices for up to `MOMENT_MS`, and enqueues a job for the remaining prices. Only logs a failure,
 * because callers don't need the result.
 */
export async function judgeForAMoment(shop: ShopDomain): Promise<void> {
  const isDone = await judgeUntil(shop, deadlineIn(MOMENT_MS), { lockTimeout: MOMENT_WAITS }).catch(
    (error: unknown) => {
      log.warn({ shop, err: error }, "catalog.judging-postponed");
      return false;
    },
  );
  if (!isDone) await wakeJudging(shop);
}

/** Marks all prices as not judged. Call this after a change of tax, shipping or exchange rates. */
export async function judgeAgainIn(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`
    update shop_facts set judging = jsonb_build_object('currency', currency, 'taxesIncluded', taxes_included, 'after', '')
    where shop = ${shop}`;
}

/** Returns true if all prices are judged by these settings of the shop. */
export function isJudged(
  judged: ShopFacts | null,
  { currency, taxesIncluded }: Pick<ShopFacts, "currency" | "taxesIncluded">,
): boolean {
  return (
    judged?.judgedCurrency === currency &&
    judged.judgedTaxesIncluded === taxesIncluded &&
    judged.judging === null
  );
}

async function judgeUntil(
  shop: ShopDomain,
  deadline: Deadline,
  options?: { lockTimeout: string },
): Promise<boolean> {
  for (;;) {
    if (await judgeBatch(shop, options)) return true;
    if (deadline.hasPassed()) return false;
  }
}

async function wakeJudging(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => enqueue(tx, jobs["catalog.judge-prices"], { shop }));
}

/** The progress of a judgement: the settings that it uses, and the last judged variant (`after`). */
const progress = z.object({
  currency: z.string(),
  taxesIncluded: z.boolean().nullable(),
  after: z.string(),
});

/**
 * Judges the next variants: stores whether their prices are below cost. After a change of the shop's currency,
 * marks their known amounts as being in the former currency, and drops waiting prices that were set in another
 * currency. Each batch stores the progress. If the settings change again, starts from the first variant.
 *
 * @returns true if all prices are judged
 */
async function judgeBatch(
  shop: ShopDomain,
  { lockTimeout }: { lockTimeout?: string } = {},
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    if (lockTimeout !== undefined)
      await queryRows(tx)`select set_config('lock_timeout', ${lockTimeout}, true)`;
    await queryRows(tx)`select from shop_facts where shop = ${shop} for update`;
    const stored = await storedFacts(tx, shop);
    if (stored === null || isJudged(stored, stored)) return true;
    const { currency, taxesIncluded } = stored;
    const known = progress.safeParse(stored.judging).data;
    const isSame = known?.currency === currency && known.taxesIncluded === taxesIncluded;
    // Locks the rows in the order of their ids, so that two transactions cannot deadlock.
    const rows = await queryRows<{ id: string }>(tx)`
      select supplier_variant_id as id from variant_link
      where shop = ${shop} and supplier_variant_id > ${isSame ? known.after : ""} order by 1 limit ${BATCH_SIZE} for update`;
    const variants = rows.map(({ id }) => id);
    const last = variants.at(-1);
    if (last !== undefined) {
      await dropFormerPrices(tx, { shop, stored, now }, variants);
      if (stored.judgedCurrency !== currency) await markFormer(tx, shop, variants);
      await storeBelowCost(tx, shop, { variants });
    }
    const isMore = last !== undefined && variants.length === BATCH_SIZE;
    const data = isMore
      ? { judging: { currency, taxesIncluded, after: last } }
      : { judgedCurrency: currency, judgedTaxesIncluded: taxesIncluded, judging: Prisma.DbNull };
    await tx.shopFacts.update({ where: { shop }, data });
    return !isMore;
  });
}

/** Marks the amounts of variants as being in the shop's former currency. */
async function markFormer(tx: Tx, shop: ShopDomain, variants: string[]): Promise<void> {
  await execute(tx)`
    update variant_link set former_currency = ${[...amountFields]}::text[]
    where shop = ${shop} and supplier_variant_id = any(${variants}::text[])`;
}

/** Drops waiting prices (`undo_to`) that were set in another currency than the shop's. */
async function dropFormerPrices(
  tx: Tx,
  { shop, stored, now: at }: { shop: ShopDomain; stored: ShopFacts; now: Date },
  variants: string[],
): Promise<void> {
  const { currency, judgedCurrency } = stored;
  // Fields that would follow the supplier after the write of a dropped price follow it now.
  const dropped = await execute(tx)`
    update variant_link set undo_to = null,
      kept_fields = kept_fields - array(select jsonb_array_elements_text(coalesce(undo_to->'follows', '[]'))),
      merchant_fields = array(
        select unnest(merchant_fields) except select jsonb_array_elements_text(coalesce(undo_to->'follows', '[]')))
    where shop = ${shop} and supplier_variant_id = any(${variants}::text[]) and undo_to is not null
      and coalesce(undo_to->>'currency', ${judgedCurrency}, ${currency}) <> ${currency}`;
  if (dropped > 0)
    await recordActivity(tx, {
      shop,
      kind: "catalog.prices-not-set",
      tone: "warning",
      message: { code: "catalog.activity.prices-not-set", count: dropped },
      subject: { label: { code: "catalog.title" }, url: "/app/catalog" },
      at,
    });
}
