import type { OrderingSettings as OrderingSettingsRow } from "@prisma/client";

import { recordActivities, recordActivity } from "../../lib/activity/record-activity.server.ts";
import { keyedHash } from "../../lib/database/keyed-hash.server.ts";
import { inShop, readInShop, type Tx } from "../../lib/database/db.server.ts";
import { allColumns } from "../../lib/database/rows.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import { env } from "../../lib/env.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { forgetKept } from "../rules/rules-store.server.ts";
import { type DoubtPause, findDoubtPause } from "./doubt-pause.server.ts";
import { wakeOrders } from "./wake-orders.server.ts";

/** A shop's settings for its orders. */
export type OrderingSettings = {
  /** Orders that are paid from this time on are requested automatically; null if automatic ordering is off. */
  automaticOrderingSince: Date | null;
  pausedAt: Date | null;
  /** True: if some lines of an order cannot be ordered, the other lines are sent without them. */
  sendsParts: boolean;
  isPausedBySupport: boolean;
  isPausedForAll: boolean;
  /** The pause of ordering after the supplier's unclear replies; null if there is none. */
  doubtPause: DoubtPause | null;
  /** Prefix of all references of the shop; null before the shop has one. */
  referencePrefix: string | null;
};

export function findOrderingSettings(shop: ShopDomain): Promise<OrderingSettings> {
  return readInShop(shop, (tx) => findOrderingSettingsIn(tx, shop));
}

/** Finds the settings in the caller's transaction. */
export async function findOrderingSettingsIn(tx: Tx, shop: ShopDomain): Promise<OrderingSettings> {
  const [row] = await queryRows<OrderingSettingsRow>(tx)`
    select ${allColumns("OrderingSettings")} from ordering_settings where shop = ${shop}`;
  return {
    automaticOrderingSince: row?.automaticOrderingSince ?? null,
    pausedAt: row?.pausedAt ?? null,
    sendsParts: row?.sendsParts ?? false,
    ...(await findSupportPauses(tx, shop)),
    doubtPause: await findDoubtPause(tx, shop),
    referencePrefix: row?.referencePrefix ?? null,
  };
}

/** Pauses the shop's ordering until a person resumes it. If ordering is paused already, the pause keeps its time. */
export async function pauseOrdering(shop: ShopDomain): Promise<void> {
  await ensureReferencePrefix(shop);
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, pausedAt: null },
      data: { pausedAt: now },
    });
    if (count > 0) await record(tx, shop, { change: "paused", at: now });
  });
}

/**
 * Ends the merchant's pause, and wakes the orders that waited for its end.
 *
 * @param pausedAt identifies the pause. A pause that began later stays, because another person may have had a
 *   new reason.
 * @returns true if no pause of the merchant holds now.
 */
export async function resumeOrdering(shop: ShopDomain, { pausedAt }: { pausedAt: Date }): Promise<boolean> {
  const isOn = await inShop(shop, async (tx, now) => {
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, pausedAt },
      data: { pausedAt: null },
    });
    if (count > 0) await record(tx, shop, { change: "resumed", at: now });
    return count > 0 || (await tx.orderingSettings.count({ where: { shop, pausedAt: { not: null } } })) === 0;
  });
  // A second click wakes the orders too, because the first click may have failed before this line.
  if (isOn) await wakeOrders(shop, "ordering-resumed");
  return isOn;
}

/**
 * Switches automatic ordering on or off for orders that are paid from now on. Switching it on a second time keeps the
 * time of the first.
 */
export async function setAutomaticOrdering(shop: ShopDomain, to: "on" | "off"): Promise<void> {
  await ensureReferencePrefix(shop);
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, automaticOrderingSince: to === "on" ? null : { not: null } },
      data: { automaticOrderingSince: to === "on" ? now : null },
    });
    if (to === "off") await forgetKept(tx, shop);
    if (count > 0) await record(tx, shop, { change: `automatic-ordering-${to}`, at: now });
  });
}

/**
 * Switches sending in part on or off: if some lines of an order cannot be ordered, the others are sent automatically
 * without them.
 */
export async function setSendsParts(shop: ShopDomain, to: "on" | "off"): Promise<void> {
  await ensureReferencePrefix(shop);
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, sendsParts: to === "off" },
      data: { sendsParts: to === "on" },
    });
    if (count > 0) await record(tx, shop, { change: `parts-${to}`, at: now });
  });
}

/** A pause of ordering by Stockbridge support. Merchants see the pause, but not the operator or the reason. */
export type SupportPause = { since: Date; by: string; why: string };

/**
 * Pauses ordering of a shop (null: of every shop) once `tx` commits.
 *
 * @returns false if such a pause exists already; it stays as it is.
 */
export async function pauseForSupport(
  tx: Tx,
  { shop, by, why, now }: { shop: ShopDomain | null; by: string; why: string; now: Date },
): Promise<boolean> {
  const pause = { since: now, by, why };
  const { count } =
    shop === null
      ? await tx.supportPauseOfAll.createMany({ data: [pause], skipDuplicates: true })
      : await tx.supportPause.createMany({ data: [{ shop, ...pause }], skipDuplicates: true });
  if (count > 0) await recordForSupport(tx, { shop, change: "paused-by-support", now });
  return count > 0;
}

/**
 * Ends a pause of Stockbridge support. With a `shop`, ends only that shop's pause; with null, only the pause of all
 * shops. The merchant's own pause stays. The caller wakes the orders that waited, after `tx` has committed.
 *
 * @returns false if there is no such pause.
 */
export async function endSupportPause(
  tx: Tx,
  { shop, now }: { shop: ShopDomain | null; now: Date },
): Promise<boolean> {
  const { count } =
    shop === null
      ? await tx.supportPauseOfAll.deleteMany()
      : await tx.supportPause.deleteMany({ where: { shop } });
  if (count > 0) await recordForSupport(tx, { shop, change: "resumed-by-support", now });
  return count > 0;
}

/** Returns the pauses of Stockbridge support that hold for a shop. */
export async function findSupportPauses(
  tx: Tx,
  shop: ShopDomain,
): Promise<{ isPausedBySupport: boolean; isPausedForAll: boolean }> {
  const [pauses] = await queryRows<{ ofShop: boolean; ofAll: boolean }>(tx)`
    select exists (select from support_pause where shop = ${shop}) as "ofShop",
      exists (select from support_pause_of_all) as "ofAll"`;
  // If the environment pauses ordering, the pauses in the database do not matter: a restored database may lack them.
  return {
    isPausedBySupport: pauses?.ofShop === true,
    isPausedForAll: env.ORDERING === "paused" || pauses?.ofAll === true,
  };
}

/**
 * Returns the prefix of this shop's references, and creates the row of its settings if there is none. The prefix is
 * derived from the shop and the installation's secret. After a restore from before the shop's first order, the shop
 * gets the same prefix again, and finds its orders at the supplier. Another installation with the same account at the
 * supplier gets another prefix, so that neither takes the other's orders for its own.
 */
export async function ensureReferencePrefix(shop: ShopDomain): Promise<string> {
  const { referencePrefix: known } = await findOrderingSettings(shop);
  if (known !== null) return known;
  const prefixes = await possiblePrefixes(shop);
  return inShop(shop, async (tx) => {
    for (const referencePrefix of prefixes) {
      await tx.orderingSettings.createMany({ data: [{ shop, referencePrefix }], skipDuplicates: true });
    }
    return (await tx.orderingSettings.findUniqueOrThrow({ where: { shop } })).referencePrefix;
  });
}

/** Returns the prefixes that a new shop may get, the most likely first. */
export async function possiblePrefixes(shop: ShopDomain): Promise<[string, ...string[]]> {
  const hash = await keyedHash();
  const digits = Buffer.from(hash(`reference-prefix ${shop}`), "base64url")
    .toString("hex")
    .toUpperCase();
  return PREFIX_DIGITS.map((length) => `SB${digits.slice(0, length)}`) as [string, ...string[]];
}

/**
 * Lengths of the prefix in hexadecimal digits. A shop gets the longer prefix if another shop of this installation has
 * the short prefix.
 */
const PREFIX_DIGITS = [8, 16];

type Change =
  "paused" | "resumed" | "automatic-ordering-on" | "automatic-ordering-off" | "parts-on" | "parts-off";

async function record(tx: Tx, shop: ShopDomain, { change, at }: { change: Change; at: Date }): Promise<void> {
  const message = { code: `orders.activity.${change}` } as const;
  await recordActivity(tx, { shop, kind: `orders.${change}`, tone: "info", message, at });
}

/**
 * Records a pause of Stockbridge support, or its end, for the merchant. If it holds for all shops, records it for every
 * connected merchant: their customers wait as well.
 */
async function recordForSupport(
  tx: Tx,
  {
    shop,
    change,
    now: at,
  }: { shop: ShopDomain | null; change: "paused-by-support" | "resumed-by-support"; now: Date },
): Promise<void> {
  const connected = shop === null ? await tx.connection.findMany({ select: { shop: true } }) : [{ shop }];
  const message = { code: `orders.activity.${change}` } as const;
  await recordActivities(
    tx,
    connected.map((row) => ({
      shop: row.shop as ShopDomain,
      kind: `orders.${change}` as const,
      tone: "info" as const,
      message,
      at,
    })),
  );
}
