import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { after } from "../../queue/back-off.ts";

/** Columns of a row whose work the merchant waits for without seeing it. */
export type Duty = {
  /** Time of the first failure since it last succeeded. */
  failingSince: Date | null;
  /** Time at which the merchant was told of that. */
  reportedAt: Date | null;
};

const DUTIES = {
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

type Ended = { shop: ShopDomain; duty: Duty; what: keyof typeof DUTIES; now: Date };

/**
 * Reports a duty once it has failed for long, unless for lost access, which is reported once per shop.
 *
 * @returns its columns after the failure.
 */
export async function afterFailure(
  tx: Tx,
  { shop, duty, what, now, failure }: Ended & { failure: Error },
): Promise<Duty> {
  const { reportAfterSeconds, failing } = DUTIES[what];
  const { reportedAt } = duty;
  const failingSince = duty.failingSince ?? now;
  const isAboutAccess = failure instanceof Failure && failure.isAboutAccess;
  const isLong = failingSince <= after(now, -reportAfterSeconds);
  if (isAboutAccess || !isLong || reportedAt !== null) return { failingSince, reportedAt };
  await recordActivity(tx, {
    shop,
    kind: "orders.duty-failing",
    tone: "warning",
    message: { code: failing },
    at: now,
  });
  return { failingSince, reportedAt: now };
}

/** Reports that a duty succeeds again, if its failure was reported. @returns its columns after the success. */
export async function afterSuccess(tx: Tx, { shop, duty, what, now }: Ended): Promise<Duty> {
  const message = { code: DUTIES[what].over };
  if (duty.reportedAt !== null)
    await recordActivity(tx, { shop, kind: "orders.duty-resumed", tone: "success", message, at: now });
  return { failingSince: null, reportedAt: null };
}
