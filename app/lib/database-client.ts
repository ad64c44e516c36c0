import pg from "pg";

import { recordDiskFull } from "./disk-full.ts";

/**
 * A connection that may break at any moment without ending the process: pg-pool and its users listen for errors only in
 * turns, and an error that meets no listener is an uncaught exception. Whoever waits for an answer gets the error as well.
 */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on("error", () => undefined);
    this.connection.on("errorMessage", recordDiskFull);
  }
}
