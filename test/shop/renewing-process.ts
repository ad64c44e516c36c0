/**
 * A process of its own that wants fresh sessions: it says "ready", and for each line of standard input, which holds
 * names of shops, it answers with a line of the access tokens that it got for them.
 */
import { createInterface } from "node:readline";

import { shopDomain } from "../../app/lib/shop-domain.ts";
import { closeDatabase } from "../../app/lib/database/transaction.server.ts";
import { freshSession } from "../../app/shop/session.server.ts";
import { sessionStorage } from "../../app/shop/auth/shopify.server.ts";

// Warms up the modules and the connection.
await sessionStorage.loadSession("nobody");
process.stdout.write("ready\n");

for await (const line of createInterface({ input: process.stdin })) {
  const shops = JSON.parse(line) as string[];
  const sessions = shops.map((shop) => freshSession(shopDomain.parse(shop)));
  const tokens = (await Promise.all(sessions)).map(({ accessToken }) => accessToken);
  process.stdout.write(`${JSON.stringify(tokens)}\n`);
}
await closeDatabase();
