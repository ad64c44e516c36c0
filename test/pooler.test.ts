import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

import { beforeAll, expect, it, onTestFinished } from "vitest";

import { buildIfStale } from "../scripts/build-if-stale.ts";
import { freshDatabase } from "./support/database.ts";
import { failToStart } from "./support/server.ts";

beforeAll(async () => {
  await buildIfStale();
});

/** Stands before a database and refuses options of a connection as PgBouncer 1.18 does, in its words. */
async function refuseOptions(databaseUrl: string): Promise<string> {
  const address = new URL(databaseUrl);
  const socket = address.searchParams.get("host") ?? "";
  const server = createServer((client) => {
    client.on("error", () => undefined);
    client.once("data", (startup: Buffer) => {
      if (startup.includes("\0options\0")) {
        const fields = "SFATAL\0C08P01\0Munsupported startup parameter: options\0\0";
        const length = Buffer.alloc(4);
        length.writeInt32BE(fields.length + 4);
        client.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(fields)]));
        return;
      }
      const database = connect(`${socket}/.s.PGSQL.5432`);
      database.on("error", () => client.destroy());
      database.write(startup);
      client.pipe(database).pipe(client);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  address.searchParams.delete("host");
  address.hostname = "127.0.0.1";
  address.port = String((server.address() as AddressInfo).port);
  return address.href;
}

it("names APP_DATABASE_URL and the direct address if a pooler refuses the restricted role", async () => {
  const { code, stderr } = await failToStart({ DATABASE_URL: await refuseOptions(await freshDatabase()) });
  expect(code).toBe(1);
  expect(stderr).toBe(
    "Stockbridge cannot start. DATABASE_URL leads through a pooler, which does not let Stockbridge step down to its restricted role: set APP_DATABASE_URL to a login that is a member of stockbridge_app, or DATABASE_URL to the database's direct address.\n",
  );
});
