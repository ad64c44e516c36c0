import { recordActivities } from "../../activity/record-activity.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { env } from "../../lib/env.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** A pause of ordering by Stockbridge support. Merchants see the pause, but not the operator or the reason. */
export type SupportPause = { since: Date; by: string; why: string };

/** Returns the pauses of Stockbridge support that hold for a shop. */
export async function findSupportPauses(
  tx: Tx,
  shop: ShopDomain,
): Promise<{ isPausedBySupport: boolean; isPausedForAll: boolean }> {
  const isPausedBySupport = (await tx.supportPause.count({ where: { shop } })) > 0;
  // The setting holds whatever the database has: a restored one may lack its pause.
  return { isPausedBySupport, isPausedForAll: env.ORDERING === "paused" || (await isPausedForAll(tx)) };
}

async function isPausedForAll(tx: Tx): Promise<boolean> {
  return (await tx.supportPauseOfAll.count()) > 0;
}

/**
 * Prevents new attempts of the shop (null: of every shop) once `tx` commits. A pause that holds already stays
 * as it is.
 *
 * @returns false if one holds already.
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
  if (count > 0) await recordChange(tx, { shop, change: "paused-by-support", now });
  return count > 0;
}

/**
 * Ends a pause of Stockbridge support: the shop's own, or with null that of every shop. One never ends the
 * other, and neither ends the merchant's. The caller wakes the orders that waited, after `tx` has committed.
 *
 * @returns false if there is none.
 */
export async function endSupportPause(
  tx: Tx,
  { shop, now }: { shop: ShopDomain | null; now: Date },
): Promise<boolean> {
  const { count } =
    shop === null
      ? await tx.supportPauseOfAll.deleteMany()
      : await tx.supportPause.deleteMany({ where: { shop } });
  if (count > 0) await recordChange(tx, { shop, change: "resumed-by-support", now });
  return count > 0;
}

type Change = { shop: ShopDomain | null; change: "paused-by-support" | "resumed-by-support"; now: Date };

/** Every connected merchant learns of a pause that holds for every shop: their customers wait as well. */
async function recordChange(tx: Tx, { shop, change, now: at }: Change): Promise<void> {
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
