import type { ShopDomain } from "../lib/shop-domain.ts";
import { sweep } from "../queue/sweep.server.ts";
import { checkKey } from "./check-key.server.ts";
import { claimRecheck } from "./connection-store.server.ts";

/** Tries each key again that the supplier did not accept and that is due: what was a slip of theirs ends with it. */
export async function recheckKeys(): Promise<void> {
  await sweep({
    purpose: "connection",
    table: "connection",
    column: "check_due_at",
    process: ({ shop }) => recheckKey(shop),
  });
}

async function recheckKey(shop: ShopDomain): Promise<void> {
  if (await claimRecheck(shop)) await checkKey(shop);
}
