import { sweep } from "../queue/sweep.server.ts";
import { processClaimed } from "./placing/process-order.server.ts";
import { LEASE_SECONDS, toClaimedOrder } from "./store/order-store.server.ts";

/** Processes every due order: those whose job was lost, and those that waited for their time. */
export async function sweepOrders(): Promise<void> {
  await sweep({
    purpose: "orders",
    work: "SupplierOrder",
    seconds: LEASE_SECONDS,
    process: (claimed) => processClaimed(toClaimedOrder(claimed)),
  });
}
