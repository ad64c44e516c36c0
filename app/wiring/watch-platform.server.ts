import { endOutage, noteOutage } from "../connection/platform-outage.server.ts";
import { log } from "../lib/log.server.ts";
import { watchPlatform } from "../wholesale/platform.server.ts";

/** Writes down for all processes, and for the pages, what this process finds out: the platform is down, or back. */
export function keepWatch(): void {
  let down = false;
  watchPlatform({
    down: () => {
      if (!down) log.error("platform.down");
      down = true;
      noteOutage(new Date()).catch(notWritten);
    },
    up: () => {
      down = false;
      log.info("platform.up");
      endOutage().catch(notWritten);
    },
  });
}

/** The next knock says it again. */
function notWritten(error: unknown): void {
  log.error({ err: error }, "platform.watch-not-written");
}
