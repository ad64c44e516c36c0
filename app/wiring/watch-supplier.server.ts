import { endOutage, recordOutage } from "../connection/supplier-outage.server.ts";
import { log } from "../lib/telemetry/log.server.ts";
import { watchSupplier } from "../wholesale/call-wholesale.server.ts";

/**
 * Records each outage of the supplier that this process notices, and its end. Other processes and the pages read these
 * records.
 */
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

/**
 * Logs that an outage or its end could not be recorded. It is recorded when the next call to the supplier notices it
 * again.
 */
function notRecorded(error: unknown): void {
  log.error({ err: error }, "supplier.outage-not-recorded");
}
