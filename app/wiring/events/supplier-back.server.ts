import { readOnAfterOutage } from "../../catalog/mirror/wake-after-outage.server.ts";
import { wakeAfterOutage } from "../../orders/wake-after-outage.server.ts";

/** The supplier answers again after an outage: every shop's orders and catalogs that waited for that continue. */
export async function resumeAfterOutage(): Promise<void> {
  await wakeAfterOutage(new Date());
  await readOnAfterOutage(new Date());
}
