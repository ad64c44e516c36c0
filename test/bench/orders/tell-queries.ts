/**
 * A preload for a process of the app (`NODE_OPTIONS=--import …/tell-queries.ts`): on SIGUSR2 it prints what it has asked the
 * database so far. The app notices nothing.
 */
import pg from "pg";

import { QueryCount, type Sent } from "../../support/query-count.ts";

const count = new QueryCount();
const query = pg.Query.prototype as unknown as { submit: (this: Sent, connection: unknown) => unknown };
const submit = query.submit;
query.submit = function (connection) {
  count.add(connection, this);
  return submit.call(this, connection);
};
process.on("SIGUSR2", () => {
  const { sql: _, ...counted } = count.counted();
  process.stdout.write(`counted ${JSON.stringify(counted)}\n`);
});
