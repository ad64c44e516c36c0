import pg from "pg";

import { sendBeginWithNext } from "./begin-with-next.server.ts";
import { recordDiskFull } from "./disk-full.ts";
import { prepareStatements } from "./prepare-statements.server.ts";
import { redeemTickets } from "./sql-array.ts";

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

/** A connection of the app's. A pool's settings name it, for Prisma opens another pool with the same once ours is closed. */
export class DatabaseClient extends GuardedClient {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true });
    redeemTickets(this);
    prepareStatements(this);
    sendBeginWithNext(this);
  }
}
