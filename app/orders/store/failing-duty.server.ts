import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
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

/** Reports a duty once it has failed for long. @returns its columns after the failure. */
export async function afterFailure(tx: Tx, { shop, duty, what, now }: Ended): Promise<Duty> {
  const { reportAfterSeconds, failing } = DUTIES[what];
  const failingSince = duty.failingSince ?? now;
  const isDue = duty.reportedAt === null && failingSince <= after(now, -reportAfterSeconds);
  if (!isDue) return { failingSince, reportedAt: duty.reportedAt };
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
