import pg from "pg";

import { sendBeginWithNext } from "./begin-with-next.server.ts";
import { prepareStatements } from "./prepare-statements.server.ts";
import { redeemTickets } from "./sql-array.ts";

/** A connection of the app's. A pool's settings name it, for Prisma opens another pool with the same once ours is closed. */
export class DatabaseClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true });
    redeemTickets(this);
    prepareStatements(this);
    sendBeginWithNext(this);
  }
}
