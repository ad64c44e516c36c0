import { recordActivity } from "../lib/activity/record-activity.server.ts";
import type { Tx } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after } from "./back-off.ts";

/**
 * A duty's columns: when it began to fail, and when the merchant learned of that. A duty is background work
 * that the merchant relies on.
 */
export type Duty = {
  /** Time of the first failure after the last success. */
  failingSince: Date | null;
  /** Time when the merchant got a report of the failure. */
  reportedAt: Date | null;
};

const DUTIES = {
  "products-synced": {
    reportAfterSeconds: 3600,
    failing: "catalog.activity.not-synced",
    over: "catalog.activity.synced-again",
  },
  "requests-read": {
    reportAfterSeconds: 3600,
    failing: "orders.activity.requests-not-read",
    over: "orders.activity.requests-read-again",
  },
  "compared-with-shop": {
    reportAfterSeconds: 3600,
    failing: "orders.activity.not-compared-with-shop",
    over: "orders.activity.compared-with-shop-again",
  },
  "compared-with-supplier": {
    reportAfterSeconds: 86_400,
    failing: "orders.activity.not-compared-with-supplier",
    over: "orders.activity.compared-with-supplier-again",
  },
} as const;

type Ended = {
  shop: ShopDomain;
  duty: Duty;
  what: keyof typeof DUTIES;
  now: Date;
  /** Null if the duty succeeded. */
  failure: Error | null;
};

/**
 * Ends a run of a duty. Reports a long failure to the merchant once, and the end of that failure once.
 * Reports nothing if the lease has ended, or for lost access, which has a report of its own per shop.
 *
 * @param release writes the duty's columns; returns false if the lease has ended.
 * @returns the result of `release`.
 */
export async function endDuty(
  tx: Tx,
  { shop, duty, what, now, failure }: Ended,
  release: (columns: Duty) => Promise<boolean>,
): Promise<boolean> {
  const { failing, over } = DUTIES[what];
  const area = what === "products-synced" ? "catalog" : "orders";
  if (failure === null) {
    const isReleased = await release({ failingSince: null, reportedAt: null });
    const resumed = { kind: `${area}.duty-resumed`, tone: "success", message: { code: over } } as const;
    if (isReleased && duty.reportedAt !== null) await recordActivity(tx, { ...resumed, shop, at: now });
    return isReleased;
  }
  const failingSince = duty.failingSince ?? now;
  const reports =
    duty.reportedAt === null && isForLong(failingSince, { what, now }) && !isAboutAccess(failure);
  const isReleased = await release({ failingSince, reportedAt: reports ? now : duty.reportedAt });
  const report = { kind: `${area}.duty-failing`, tone: "warning", message: { code: failing } } as const;
  if (isReleased && reports) await recordActivity(tx, { ...report, shop, at: now });
  return isReleased;
}

function isForLong(failingSince: Date, { what, now }: Pick<Ended, "what" | "now">): boolean {
  return failingSince <= after(now, -DUTIES[what].reportAfterSeconds);
}

function isAboutAccess(failure: Error): boolean {
  return failure instanceof Failure && failure.isAboutAccess;
}
