import { type NewEntry, recordActivity } from "../lib/activity/record-activity.server.ts";
import type { Tx } from "../lib/database/db.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after } from "./back-off.ts";

/**
 * Background work on which the merchant relies: the time of its first failure, and the time of the report to
 * the merchant.
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
  now: Date;
  /** Null if the duty succeeded. */
  failure: Error | null;
};

type Report = {
  area: "catalog" | "orders" | "tracking";
  reportAfterSeconds: number;
  failing: NewEntry["message"];
  over: NewEntry["message"];
  subject?: NonNullable<NewEntry["subject"]>;
  about?: string[];
};

/**
 * Ends a run of a duty for a whole shop. Reports a long failure to the merchant once, and the end of that
 * failure once. Reports nothing if the lease has ended. Lost access is not reported here either, because it
 * has one report per shop.
 *
 * @param release writes the duty's columns; returns false if the lease has ended.
 * @returns the result of `release`.
 */
export async function endDuty(
  tx: Tx,
  { what, ...ended }: Ended & { what: keyof typeof DUTIES },
  release: (columns: Duty) => Promise<boolean>,
): Promise<boolean> {
  const { failing, over, reportAfterSeconds } = DUTIES[what];
  const area = what === "products-synced" ? "catalog" : "orders";
  const messages = { failing: { code: failing }, over: { code: over } } as const;
  return endAndReport(tx, { ...ended, ...messages, area, reportAfterSeconds, about: [what] }, release);
}

/** Ends a run of a duty for one order, as `endDuty` does, and reports a failure after an hour. */
export async function endOrderDuty(
  tx: Tx,
  { order, ...ended }: Ended & Pick<Report, "failing" | "over"> & { order: { id: string; name: string } },
  release: (columns: Duty) => Promise<boolean>,
): Promise<boolean> {
  const subject = { label: order.name, url: `/app/orders/${order.id}` } as const;
  return endAndReport(tx, { ...ended, area: "tracking", reportAfterSeconds: 3600, subject }, release);
}

/**
 * Returns the columns of a duty after a run that neither succeeded nor failed, for example because there was
 * no key. A failure that was not reported is forgotten. A reported failure lasts until the next success.
 */
export function withoutResult({ failingSince, reportedAt }: Duty): Duty {
  return { failingSince: reportedAt === null ? null : failingSince, reportedAt };
}

async function endAndReport(
  tx: Tx,
  { shop, duty, now, failure, area, reportAfterSeconds, failing, over, ...about }: Ended & Report,
  release: (columns: Duty) => Promise<boolean>,
): Promise<boolean> {
  if (failure === null) {
    const isReleased = await release({ failingSince: null, reportedAt: null });
    const resumed = { kind: `${area}.duty-resumed`, tone: "success", message: over, ...about } as const;
    if (isReleased && duty.reportedAt !== null) await recordActivity(tx, { ...resumed, shop, at: now });
    return isReleased;
  }
  const failingSince = duty.failingSince ?? now;
  const isForLong = failingSince <= after(now, -reportAfterSeconds);
  const reports = duty.reportedAt === null && isForLong && !isAboutAccess(failure);
  const isReleased = await release({ failingSince, reportedAt: reports ? now : duty.reportedAt });
  const report = { kind: `${area}.duty-failing`, tone: "warning", message: failing, ...about } as const;
  if (isReleased && reports) await recordActivity(tx, { ...report, shop, at: now });
  return isReleased;
}

function isAboutAccess(failure: Error): boolean {
  return failure instanceof Failure && failure.isAboutAccess;
}
