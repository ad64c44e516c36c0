import { endOutage, recordOutage } from "../connection/supplier-outage.server.ts";
import { log } from "../lib/telemetry/log.server.ts";
import { watchSupplier } from "../wholesale/call-wholesale.server.ts";

/** Records outages that this process notices, and their end, for all processes and the pages. */
export function watchSupplierOutage(): void {
  let down = false;
  watchSupplier({
    down: () => {
      if (!down) log.error("supplier.down");
      down = true;
      recordOutage().catch(notRecorded);
    },
    up: () => {
      down = false;
      log.info("supplier.up");
      endOutage().catch(notRecorded);
    },
  });
}

/** The next call that notices it records it. */
function notRecorded(error: unknown): void {
  log.error({ err: error }, "supplier.outage-not-recorded");
}
