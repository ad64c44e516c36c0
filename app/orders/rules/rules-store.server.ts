import { Prisma } from "@prisma/client";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { NOW, setDueAt } from "../../queue/lease.server.ts";
import { DEFAULT_RULES, type OrderRules, orderRules } from "./order-rules.ts";

/** The rules of a shop. Version 0: the merchant has saved none. */
export type StoredRules = { version: number; rules: OrderRules };

/** Returns the shop's latest rules, or those of `version`. */
export async function findRulesIn(
  tx: Tx,
  { shop, version }: { shop: ShopDomain; version?: number },
): Promise<StoredRules> {
  const row = await tx.orderRules.findFirst({
    where: { shop, ...(version !== undefined && { version }) },
    orderBy: { version: "desc" },
  });
  return row
    ? { version: row.version, rules: orderRules.parse(row.rules) }
    : { version: 0, rules: DEFAULT_RULES };
}

/**
 * Locks the shop's rules until `tx` ends. Judging takes this lock for two reasons: daily limits must count the orders
 * that other workers let through, and replaced rules must judge no order.
 */
export async function lockOrderRules(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('orders.rules'), hashtext(${shop}))`;
}

/**
 * Saves rules as a new version. Makes the kept orders due, because the new rules may let them through.
 *
 * @param of `version`: the version that the merchant has edited. `isKept`: the merchant has edited no rules, but has chosen on
 *   Home to keep sending each order by hand.
 * @returns false, and saves nothing, if `version` is no longer the latest.
 */
export async function saveRules(
  shop: ShopDomain,
  { rules, version, isKept = false }: { rules: OrderRules; version: number; isKept?: boolean },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    await lockOrderRules(tx, shop);
    if ((await findRulesIn(tx, { shop })).version !== version) return false;
    await tx.orderRules.create({ data: { shop, version: version + 1, rules, savedAt: now } });
    await makeKeptDue(tx, shop);
    await recordActivity(tx, {
      shop,
      kind: "orders.rules-saved",
      tone: "info",
      message: isKept
        ? { code: "rules.activity.kept" }
        : { code: "rules.activity.saved", version: version + 1 },
      subject: { label: { code: "rules.title" }, url: "/app/rules" },
      at: now,
    });
    return true;
  });
}

/** Makes orders due if they wait for the end of a delay or of a day, because the shop's time zone may have changed. */
export async function wakeTimedOrders(shop: ShopDomain): Promise<void> {
  await inShop(shop, (tx) => makeKeptDue(tx, shop, Prisma.sql`and judge_due_at is not null`));
}

async function makeKeptDue(tx: Tx, shop: ShopDomain, only = Prisma.empty): Promise<void> {
  const woken = await execute(tx)`
    update unrequested_order set ${setDueAt("UnrequestedOrder.judge", NOW)}
    where shop = ${shop} and kept_because is not null and left_at is null ${only}`;
  if (woken > 0) await enqueue(tx, jobs["orders.sweep-kept"], {});
}

/**
 * Clears the reasons of all kept orders. Automatic ordering is off, so these orders wait for the merchant like all
 * others.
 */
export async function forgetKept(tx: Tx, shop: ShopDomain): Promise<void> {
  await lockOrderRules(tx, shop);
  await execute(tx)`
    update unrequested_order set kept_because = null, kept_since = null, judged_version = null,
      ${setDueAt("UnrequestedOrder.judge", null)}
    where shop = ${shop} and kept_because is not null`;
}
