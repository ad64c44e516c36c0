import type { Claimed } from "../queue/lease.server.ts";
import { sweep } from "../queue/sweep.server.ts";
import { checkKey } from "./check-key.server.ts";
import { postponeRecheck } from "./connection-store.server.ts";

/** Longer than one read of the supplier takes. */
const LEASE_SECONDS = 60;

/** Rechecks each due key that the supplier did not accept, in case the rejection was a slip. */
export async function recheckKeys(): Promise<void> {
  await sweep({
    purpose: "connection",
    work: "Connection.check",
    seconds: LEASE_SECONDS,
    process: recheckKey,
  });
}

async function recheckKey(claimed: Claimed<"Connection.check">): Promise<void> {
  try {
    await checkKey(claimed.shop);
  } finally {
    await postponeRecheck(claimed);
  }
}
