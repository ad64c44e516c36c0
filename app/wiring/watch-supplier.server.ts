import { endOutage, noteOutage } from "../connection/supplier-outage.server.ts";
import { log } from "../lib/log.server.ts";
import { watchSupplier } from "../wholesale/call-wholesale.server.ts";

/** Writes down for all processes, and for the pages, what this process finds out: the supplier is down, or back. */
export function watchSupplierOutage(): void {
  let down = false;
  watchSupplier({
    down: () => {
      if (!down) log.error("supplier.down");
      down = true;
      noteOutage().catch(notWritten);
    },
    up: () => {
      down = false;
      log.info("supplier.up");
      endOutage().catch(notWritten);
    },
  });
}

/** The next knock says it again. */
function notWritten(error: unknown): void {
  log.error({ err: error }, "supplier.watch-not-written");
}
