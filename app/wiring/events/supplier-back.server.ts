import { wakeMirrorsAfterOutage } from "../../catalog/mirror/wake-mirrors-after-outage.server.ts";
import { wakeAllOrders } from "../../orders/store/wake-orders.server.ts";

/** The supplier answers again after an outage: every shop's orders and catalogs that waited for that continue. */
export async function resumeAfterOutage(): Promise<void> {
  await wakeAllOrders("supplier-back");
  await wakeMirrorsAfterOutage();
}
