import { type NewEntry, onHome, recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop } from "../lib/database/db.server.ts";
import type { InboxEvent } from "../queue/inbox.server.ts";
import { describeScope, readScopes, storeScopes } from "../shop/access-scopes.server.ts";
import { makeProfileDue } from "../shipping/shipping-store.server.ts";
import { expireSetup } from "./setup-store.server.ts";

/**
 * Reads the app's permissions from the shop, and stores them with the shop's session. Records for the merchant
 * when a required permission gets lost, and when all are granted again.
 */
export async function ingestScopes({ shop }: InboxEvent): Promise<void> {
  const granted = await readScopes(shop);
  await inShop(shop, async (tx, now) => {
    const missing = await storeScopes(tx, shop, granted);
    await expireSetup(tx, shop, now);
    await makeProfileDue(tx, shop);
    const change = missing && changeOf(missing);
    if (change) await recordActivity(tx, { shop, ...change, at: now });
  });
}

function changeOf(missing: {
  before: string[];
  now: string[];
}): Pick<NewEntry, "kind" | "tone" | "message" | "subjects"> | null {
  if (missing.now.some((scope) => !missing.before.includes(scope))) {
    const permissions = missing.now.map(describeScope);
    return {
      kind: "shop.permissions-missing",
      tone: "warning",
      message: { code: "access.permissions-missing", permissions },
      subjects: [onHome({ code: "orders.reason.permission-missing.label" })],
    };
  }
  if (missing.before.length > 0 && missing.now.length === 0) {
    return {
      kind: "shop.permissions-given",
      tone: "success",
      message: { code: "access.permissions-granted" },
    };
  }
  return null;
}
