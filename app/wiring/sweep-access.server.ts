import { z } from "zod";

import { recordActivity } from "../activity/record-activity.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { defineJob } from "../queue/define-job.ts";
import { listRestored, listUnnotified, markNotified } from "../shop/auth/access-store.server.ts";
import { restoreAccess } from "./restore-access.server.ts";

/** Looks after shops that let us in no more. */
export const sweepAccessJob = defineJob("wiring.sweep-access", z.object({}));

/** Tells each merchant, once, whose shop lets us in no more, and wakes what waited where it does so again. */
export async function sweepAccess(now: Date): Promise<void> {
  for (const shop of await listRestored(now)) await restoreAccess(shop, now);
  for (const shop of await listUnnotified()) await tell(shop, now);
}

async function tell(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    if (!(await markNotified(tx, shop, now))) return;
    await recordActivity(tx, {
      shop,
      kind: "shop.access-lost",
      tone: "warning",
      message: { code: "access.lost" },
      at: now,
    });
  });
}
