import pg from "pg";

import { recordDiskFull } from "./disk-full.ts";

/**
 * A connection whose failure never ends the process: pg-pool and its users lack an error listener at moments,
 * and an error without one is an uncaught exception. A caller that waits for a reply still gets the error.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", () => undefined);
    this.connection.on("errorMessage", recordDiskFull);
  }
}
