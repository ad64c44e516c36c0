import type { Tx } from "../lib/database/db.server.ts";
import { env } from "../lib/env.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { log } from "../lib/telemetry/log.server.ts";
import {
  endSupportPause,
  pauseForSupport,
  type SupportPause,
} from "../orders/store/ordering-settings.server.ts";
import { wakeAllOrders, wakeOrders } from "../orders/store/wake-orders.server.ts";
import { act, type Done, EVERY_SHOP, type Operator } from "./act.server.ts";

type Pausing = Operator & { why: string };

/** Pauses ordering of the shop, or of every shop if `shop` is null. Attempts that have begun are still sent. */
export function pauseOrders(shop: ShopDomain | null, operator: Pausing): Promise<Done> {
  const { by, why } = operator;
  return act("pause", operator, async (tx, now) => {
    const isChanged = await pauseForSupport(tx, { shop, by, why, now });
    const { ofAll, shops } = await findPauses(tx, shop);
    const pause = shop === null ? ofAll : shops.find(({ who }) => who === "support");
    const since = pause && "since" in pause ? ` since ${pause.since.toISOString()}` : "";
    const begun = await countBegun(tx, shop);
    return {
      isChanged,
      target: shop ?? EVERY_SHOP,
      what: isChanged
        ? `Ordering is paused for ${named(shop)}. ${begun === 0 ? "No order had begun." : `${String(begun)} had begun already and go to their end.`}`
        : `Ordering is paused already for ${named(shop)}${since}.`,
    };
  });
}

/**
 * Ends support's pause of the shop. If `shop` is null, ends the pause of every shop. The result names the
 * pauses that remain, such as the merchant's own, which only the merchant can end.
 */
export async function resumeOrders(shop: ShopDomain | null, operator: Operator): Promise<Done> {
  const done = await act("resume", operator, async (tx, now) => {
    const isChanged = await endSupportPause(tx, { shop, now });
    const left = await describeLeft(tx, shop);
    const what = isChanged
      ? `Ordering is resumed for ${named(shop)}.`
      : `Stockbridge support has not paused ordering for ${named(shop)}.`;
    return { isChanged, target: shop ?? EVERY_SHOP, what: [what, ...left].join(" ") };
  });
  if (done.isChanged && !operator.isTrial) {
    // A failure does no harm: each order is rechecked within five minutes.
    await (shop === null ? wakeAllOrders("support-resumed") : wakeOrders(shop, "support-resumed")).catch(
      (error: unknown) => {
        log.warn({ err: error, shop }, "operator.orders-not-woken");
      },
    );
  }
  return done;
}

/** All pauses of ordering, for reasons that are not in the orders themselves. */
export type Pauses = {
  /** True if this command's own environment has `ORDERING=paused`. The servers' environment may differ. */
  bySetting: boolean;
  /** Support's pause of all shops; null if there is none. */
  ofAll: SupportPause | null;
  /**
   * Set if the supplier's replies to several shops were unclear. Stockbridge then sends one order at a time as
   * a probe.
   */
  byDoubts: { nextTryAt: Date } | null;
  /** Set if the supplier is down for all shops. */
  supplierOutage: { since: Date; seenAt: Date } | null;
  shops: ShopPause[];
};

export type ShopPause = { shop: string } & (
  | ({ who: "support" } & SupportPause)
  | { who: "merchant"; since: Date }
  | { who: "doubts"; nextTryAt: Date; unclearAnswers: number }
);

/** Finds the pauses of ordering. If `shop` is not null, leaves out those of other shops. */
export async function findPauses(tx: Tx, shop: string | null): Promise<Pauses> {
  const ofShop = shop === null ? {} : { shop };
  const [ofAll, byDoubts, supplierOutage] = [
    await tx.supportPauseOfAll.findFirst({ select: { since: true, by: true, why: true } }),
    await tx.doubtPauseOfAll.findFirst({ select: { nextTryAt: true } }),
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
    ...settings.flatMap(({ shop: each, nextTryAt, unclearResponses: unclearAnswers }) =>
      nextTryAt === null ? [] : [{ shop: each, who: "doubts" as const, nextTryAt, unclearAnswers }],
    ),
  ];
  return { bySetting: env.ORDERING === "paused", ofAll, byDoubts, supplierOutage, shops };
}

function named(shop: ShopDomain | null): string {
  return shop ?? "every shop";
}

async function countBegun(tx: Tx, shop: ShopDomain | null): Promise<number> {
  return tx.supplierOrder.count({
    where: { ...(shop !== null && { shop }), state: "placing", dueAt: { not: null } },
  });
}

/** Describes the pauses that still hold after a support pause has ended. */
async function describeLeft(tx: Tx, shop: ShopDomain | null): Promise<string[]> {
  const { ofAll, shops, bySetting } = await findPauses(tx, shop);
  const setting = bySetting ? ["ORDERING=paused stands in this environment and holds until a restart."] : [];
  if (shop === null) {
    const paused = shops.filter(({ who }) => who === "support").length;
    if (paused === 0) return setting;
    return [...setting, `Pauses of single shops stay: ${String(paused)}. \`admin stuck\` lists them.`];
  }
  const left = shops.flatMap((pause) =>
    pause.who === "merchant"
      ? `The merchant has paused it since ${pause.since.toISOString()}, and resumes it on the Settings page.`
      : pause.who === "doubts"
        ? `The supplier's unclear answers pause it: one order is tried after ${pause.nextTryAt.toISOString()}.`
        : [],
  );
  const all = ofAll ? ["Every shop is paused as well: `admin resume --all` ends that."] : [];
  return [...setting, ...all, ...left];
}
