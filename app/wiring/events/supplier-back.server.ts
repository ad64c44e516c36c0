import { readOnAfterOutage } from "../../catalog/mirror/wake-after-outage.server.ts";
import { wakeOrdersAfterOutage } from "../../orders/wake-orders.server.ts";

/** The supplier answers again after an outage: every shop's orders and catalogs that waited for that continue. */
export async function resumeAfterOutage(): Promise<void> {
  await wakeOrdersAfterOutage();
  await readOnAfterOutage(new Date());
}
