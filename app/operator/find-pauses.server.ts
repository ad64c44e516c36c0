import type { Tx } from "../lib/database/db.server.ts";
import { env } from "../lib/env.server.ts";
import type { SupportPause } from "../orders/store/support-pause.server.ts";

/** Everything that stops orders from being sent although nothing is wrong with them. */
export type Pauses = {
  /** This command's own environment has `ORDERING=paused`; that of the servers may differ. */
  bySetting: boolean;
  /** Support's pause of all shops; null if there is none. */
  ofAll: SupportPause | null;
  /** Unclear replies from the supplier to several shops: ordering sends one probe at a time. */
  byDoubts: { nextTryAt: Date } | null;
  /** The supplier replies to no shop. */
  supplierOutage: { since: Date; seenAt: Date } | null;
  shops: ShopPause[];
};

export type ShopPause = { shop: string } & (
  | ({ who: "support" } & SupportPause)
  | { who: "merchant"; since: Date }
  | { who: "doubts"; nextTryAt: Date; unclearAnswers: number }
);

/** Finds every pause of ordering, or those that hold for one shop. */
export async function findPauses(tx: Tx, shop: string | null): Promise<Pauses> {
  const ofShop = shop === null ? {} : { shop };
  const [ofAll, byDoubts, supplierOutage] = [
    await tx.supportPauseOfAll.findFirst({ select: { since: true, by: true, why: true } }),
    await tx.supplierDoubt.findFirst({ select: { nextTryAt: true } }),
    await tx.supplierOutage.findFirst({ select: { since: true, seenAt: true } }),
  ];
  const support = await tx.supportPause.findMany({ where: ofShop, orderBy: { shop: "asc" } });
  const settings = await tx.orderingSettings.findMany({
    where: { ...ofShop, OR: [{ pausedAt: { not: null } }, { nextTryAt: { not: null } }] },
    orderBy: { shop: "asc" },
  });
  const shops: ShopPause[] = [
    ...support.map((row) => ({ ...row, who: "support" as const })),
    ...settings.flatMap(({ shop: each, pausedAt }) =>
      pausedAt === null ? [] : [{ shop: each, who: "merchant" as const, since: pausedAt }],
    ),
    ...settings.flatMap(({ shop: each, nextTryAt, doubts: unclearAnswers }) =>
      nextTryAt === null ? [] : [{ shop: each, who: "doubts" as const, nextTryAt, unclearAnswers }],
    ),
  ];
  return { bySetting: env.ORDERING === "paused", ofAll, byDoubts, supplierOutage, shops };
}
