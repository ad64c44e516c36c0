import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

import pg from "pg";
import { parse } from "smol-toml";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { APP_ROLE } from "../app/lib/database/restricted-connection.ts";
import { startEmbeddedPostgres } from "../scripts/dev-postgres/embedded-postgres.ts";
import { setupDatabase } from "../app/lib/database/setup-database.server.ts";
import { buildIfStale } from "../scripts/build-if-stale.ts";
import { shopifyCommandLine } from "./sandbox/shopify-command-line.ts";
import { freshDatabase, query } from "./support/database.ts";
import {
  API_SECRET,
  failToStart,
  type RunningServer,
  SERVER_SETTINGS,
  startServer,
  statusOf,
} from "./support/server.ts";
import { removeFolder } from "./support/remove-folder.ts";

beforeAll(async () => {
  await buildIfStale();
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe("the server", () => {
  it("does not start if APP_DATABASE_URL logs in as the owner, to whom row-level security does not apply", async () => {
    const DATABASE_URL = await freshDatabase();
    const { code, stderr } = await failToStart({ DATABASE_URL, APP_DATABASE_URL: DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr).toContain("which is not restricted");
  });

  it("does not start without its settings, and names each missing one in a line", async () => {
    const missing = [
      "SHOPIFY_API_KEY",
      "SHOPIFY_API_SECRET",
      "SHOPIFY_APP_URL",
      "STOCKBRIDGE_KEYRING",
      "WHOLESALE_BASE_URL",
    ];
    const without = Object.fromEntries(missing.map((name) => [name, undefined]));
    const lines = missing.map((name) => `${name}: is missing\n`).join("");
    expect(await failToStart({ ...without, DATABASE: "embedded" })).toEqual({
      code: 1,
      stdout: "",
      stderr: `Stockbridge cannot start. Fix these settings:\n${lines}`,
    });
  });

  it("does not start without a database, unless the embedded one is named", async () => {
    expect(await failToStart({ NODE_ENV: undefined })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "Stockbridge cannot start. Fix these settings:\n" +
        "DATABASE_URL: is missing. Set it, or ask for the embedded database by name with DATABASE=embedded\n",
    });
  });

  it("does not start with invalid settings, and names each in a line without its value", async () => {
    const { code, stderr } = await failToStart({
      SHOPIFY_API_SECRET: undefined,
      SHOPIFY_APP_URL: "hunter2",
      STOCKBRIDGE_KEYRING: "hunter2",
      DATABASE_URL: "hunter2",
    });
    expect(code).toBe(1);
    expect(stderr.trim().split("\n").slice(1).toSorted()).toEqual([
      expect.stringMatching(/^DATABASE_URL: must be /),
      "SHOPIFY_API_SECRET: is missing",
      expect.stringMatching(/^SHOPIFY_APP_URL: must be /),
      expect.stringMatching(/^STOCKBRIDGE_KEYRING: must be /),
    ]);
    expect(stderr).not.toContain("hunter2");
  });

  it.each(["localhost:1", "127.0.0.1:1"])(
    "reports in one line that no database answers at %s, without the password",
    async (address) => {
      const { code, stderr } = await failToStart({
        DATABASE_URL: `postgresql://owner:hunter2@${address}/stockbridge`,
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Stockbridge cannot start\. [^\n]*ECONNREFUSED[^\n]*\n$/);
      expect(stderr).not.toContain("hunter2");
    },
  );

  it("reports a port that is taken", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    ends.push(() => once(other.close(), "close"));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await failToStart({ DATABASE_URL: await freshDatabase(), PORT: String(port) });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Stockbridge cannot start. Port ${String(port)} is taken: end what listens there, or set PORT to another one.\n`,
    );
  });

  it("answers, and finishes a running request when it is stopped", async () => {
    const database = await freshDatabase();
    const server = await startServer({ DATABASE_URL: database });
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([
      200,
      '{"ready":true,"oldestDueSeconds":null,"clockSkewSeconds":0}\n',
    ]);
    const forwarded = await fetch(`${server.url}/readyz`, { headers: { "x-forwarded-for": "203.0.113.7" } });
    expect([forwarded.status, await forwarded.text()]).toEqual([200, '{"ready":true}\n']);

    const webhookId = randomUUID();
    const body = '{"id":1001}';
    const running = request(`${server.url}/webhooks`, {
      method: "POST",
      headers: {
        expect: "100-continue",
        "content-length": String(body.length),
        "x-shopify-topic": "customers/data_request",
        "x-shopify-shop-domain": "a.myshopify.com",
        "x-shopify-api-version": "2026-10",
        "x-shopify-webhook-id": webhookId,
        "x-shopify-hmac-sha256": createHmac("sha256", API_SECRET).update(body).digest("base64"),
      },
    });
    const answered = once(running, "response");
    answered.catch(() => undefined);
    running.flushHeaders();
    await once(running, "continue");
    running.write(body.slice(0, 5));
    const ended = once(server.process, "close");
    server.process.kill("SIGTERM");
    // No new one is accepted.
    await expect
      .poll(() => fetch(`${server.url}/healthz`).then(({ status }) => status, String))
      .toContain("fetch failed");
    running.end(body.slice(5));
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    // Kept alive, the connection would go on bringing requests.
    expect(response.headers.connection).toBe("close");
    expect(await ended).toEqual([0, null]);
    expect(await query(database, "select topic from inbox_entry where webhook_id = $1", [webhookId])).toEqual(
      [{ topic: "customers/data_request" }],
    );
    expect(server.output()).not.toMatch(/Error|warning/i);
  });

  it("exits with 1 after an uncaught error, once running requests are finished", async () => {
    const server = await startServer({
      DATABASE_URL: await freshDatabase(),
      // Rejects a promise that nothing handles when it gets the signal.
      NODE_OPTIONS: `--import "data:text/javascript,process.on('SIGUSR2',()=>void%20Promise.reject(new%20Error('nothing%20catches%20this')))"`,
    });
    const body = '{"id":1001}';
    const running = request(`${server.url}/webhooks`, {
      method: "POST",
      headers: {
        expect: "100-continue",
        "content-length": String(body.length),
        "x-shopify-hmac-sha256": createHmac("sha256", "another secret").update(body).digest("base64"),
      },
    });
    const answered = once(running, "response");
    answered.catch(() => undefined);
    running.flushHeaders();
    await once(running, "continue");
    const ended = once(server.process, "close");
    server.process.kill("SIGUSR2");
    await expect.poll(server.output).toContain("process.uncaught-error");
    running.end(body);
    const [response] = (await answered) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(401);
    expect(await ended).toEqual([1, null]);
    expect(server.output()).toContain("nothing catches this");
  });

  it("stops at once even if a connection is open without a request", async () => {
    const server = await startServer({ DATABASE_URL: await freshDatabase() });
    const silent = connect(Number(new URL(server.url).port), "127.0.0.1");
    ends.push(() => Promise.resolve(silent.destroy()));
    await once(silent, "connect");
    // Requests that were accepted before this answer are known to the server.
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    const ended = once(server.process, "close");
    server.process.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("stops in order if npm started it and gets SIGTERM", async () => {
    const server = await startServer({ DATABASE_URL: await freshDatabase() }, ["npm", "start"]);
    const ended = once(server.process, "close");
    server.process.kill("SIGTERM");
    // npm itself ends first where a shell is left in between; the server then holds its output open.
    await ended;
    expect(await statusOf(`${server.url}/healthz`).catch(() => "gone")).toBe("gone");
    expect(server.process.exitCode).toBe(0);
  });

  it("starts even if another process locks the queue's tables for many seconds", async () => {
    const database = await freshDatabase();
    const other = new pg.Client({ connectionString: database });
    await other.connect();
    ends.push(() => other.end());
    await other.query("begin; lock table pgboss.job in access exclusive mode");
    const starting = startServer({ DATABASE_URL: database });
    const waited = () =>
      query(
        database,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query_start < now() - interval '12 seconds'`,
      );
    await Promise.race([starting, expect.poll(waited).not.toEqual([])]);
    await other.query("rollback");
    const server = await starting;
    expect(await statusOf(`${server.url}/readyz`)).toBe(200);
  });

  it("is not ready while its database is down, is ready again once it is back, and can stop without it", async () => {
    const directory = await mkdtemp(path.join(tmpdir(), "stockbridge-test-"));
    ends.push(() => removeFolder(directory));
    await chmod(directory, 0o755);
    const start = async () => {
      const postgres = await startEmbeddedPostgres({ directory: path.join(directory, "data") });
      ends.push(postgres.stop);
      // Each start of Postgres has another socket; the server knows it by this name.
      const socket = path.join(directory, "socket");
      await rm(socket, { force: true });
      await symlink(new URL(postgres.url("postgres")).searchParams.get("host") ?? "", socket);
      const url = `postgresql://stockbridge@localhost/postgres?host=${encodeURIComponent(socket)}`;
      return { url, stop: postgres.stop };
    };
    const database = await start();
    await setupDatabase(database.url);
    // With the restricted role's own login, all that runs is that role's: nothing leads back to the owner.
    await query(database.url, `alter role ${APP_ROLE} login`);
    const server = await startServer({
      DATABASE_URL: database.url,
      APP_DATABASE_URL: database.url.replace("stockbridge@", `${APP_ROLE}@`),
    });
    const ready = () => statusOf(`${server.url}/readyz`);
    expect(await ready()).toBe(200);
    expect(
      await query(
        database.url,
        `select distinct usename from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      ),
    ).toEqual([{ usename: APP_ROLE }]);

    await database.stop();
    await expect.poll(ready).toBe(503);
    await expect.poll(server.output).toMatch(/"message":"[^"]+".*"queue\.error"/);
    expect(server.output()).not.toContain("not an error object");
    expect(await (await fetch(`${server.url}/readyz`)).text()).toBe(
      '{"ready":false,"problem":"the database does not answer"}\n',
    );
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    const again = await start();
    await expect.poll(ready).toBe(200);

    await again.stop();
    const ended = once(server.process, "close");
    server.process.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});

describe("the server behind a proxy", () => {
  /** A form of the app's own page, as it arrives; its route takes none, so that it is answered with 405 at best. */
  const formUnder = (url: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const origin = SERVER_SETTINGS.SHOPIFY_APP_URL;
      const all = { origin, "content-type": "application/x-www-form-urlencoded", ...headers };
      const sent = request(url, { method: "POST", headers: all }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject).end("a=b");
    });
  const { host } = new URL(SERVER_SETTINGS.SHOPIFY_APP_URL);

  it("accepts a form under the app's own host name, from the Host header or from a trusted proxy's header", async () => {
    const database = await freshDatabase();
    const trusting = await startServer({ DATABASE_URL: database, TRUSTED_PROXY: "loopback" });
    expect(await formUnder(trusting.url, { host })).toBe(405);
    expect(await formUnder(trusting.url, { "x-forwarded-host": host, "x-forwarded-proto": "https" })).toBe(
      405,
    );
    expect(trusting.output()).toContain(
      `Its address is ${SERVER_SETTINGS.SHOPIFY_APP_URL}; X-Forwarded-Host and the like are believed of TRUSTED_PROXY=loopback.`,
    );
    expect(trusting.output()).not.toContain("is refused");

    const wary = await startServer({ DATABASE_URL: database, ROLE: "web" });
    expect(await formUnder(wary.url, { host })).toBe(405);
    expect(wary.output()).toContain("are believed of nobody.");
    // Anybody can send such a header.
    expect(await formUnder(wary.url, { "x-forwarded-host": host })).toBe(500);
    expect(await formUnder(wary.url, { "x-forwarded-host": host })).toBe(500);
    await expect
      .poll(() => wary.output().match(/came in under the name 127\.0\.0\.1:\d+, and is refused/g))
      .toHaveLength(1);
  });

  it("names a wrong TRUSTED_PROXY at its start", async () => {
    const { code, stderr } = await failToStart({
      DATABASE_URL: await freshDatabase(),
      TRUSTED_PROXY: "the proxy",
    });
    expect([code, stderr]).toEqual([1, "Stockbridge cannot start. invalid IP address: the proxy\n"]);
  });
});

describe("the server over a slow line", () => {
  it("serves assets that the build compressed, and compresses pages itself", async () => {
    const server = await startServer({ DATABASE_URL: await freshDatabase() });
    const get = (path: string, encoding: string) =>
      fetch(server.url + path, {
        headers: { "accept-encoding": encoding, "user-agent": "Mozilla/5.0 Chrome/150.0.0.0" },
      });
    const document = await get("/", "gzip");
    expect(document.headers.get("content-encoding")).toBe("gzip");
    const html = await document.text();
    expect(html).toContain("</html>");
    // App Bridge is the first script or link of the page.
    expect(/<(script|link)[^>]*>/.exec(html)?.[0]).toBe(
      `<script src="https://cdn.shopify.com/shopifycloud/app-bridge.js" data-api-key="${SERVER_SETTINGS.SHOPIFY_API_KEY}">`,
    );
    const asset = /\/assets\/entry\.client-[^"]+\.js/.exec(html)?.[0] ?? "";
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ] as const) {
      const { headers } = await get(asset, accepted);
      expect([accepted, headers.get("content-encoding")]).toEqual([accepted, encoding]);
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("content-type")).toMatch(/javascript/);
      expect(headers.get("vary")).toContain("Accept-Encoding");
    }
    expect((await get("/assets/no-such-file.js", "br")).status).toBe(404);
  });
});

describe("two processes on one database", () => {
  it("split the work even if their clocks differ: one serves pages and webhooks, the other runs jobs", async () => {
    const DATABASE_URL = await freshDatabase();
    const web = await startServer({ DATABASE_URL, ROLE: "web" });
    const webhookId = randomUUID();
    const body = '{"id":1001}';
    const webhook = {
      method: "POST",
      headers: {
        "x-shopify-topic": "customers/data_request",
        "x-shopify-shop-domain": "a.myshopify.com",
        "x-shopify-api-version": "2026-10",
        "x-shopify-webhook-id": webhookId,
        "x-shopify-hmac-sha256": createHmac("sha256", API_SECRET).update(body).digest("base64"),
      },
      body,
    };
    expect(await statusOf(`${web.url}/webhooks`, webhook)).toBe(200);
    // The clock of the sweeps stays real.
    expect(await query(DATABASE_URL, "select name from pgboss.schedule")).toEqual([]);

    const shiftedClock = {
      NODE_OPTIONS: `--import ${new URL("./support/shifted-clock.js", import.meta.url).href}`,
      CLOCK_SHIFT_MS: "95000",
    };
    const worker = await startServer({ DATABASE_URL, ROLE: "worker", ...shiftedClock });
    const handled = "select topic from inbox_entry where webhook_id = $1 and handled_at is not null";
    await expect
      .poll(() => query(DATABASE_URL, handled, [webhookId]))
      .toEqual([{ topic: "customers/data_request" }]);
    await expect.poll(worker.output).toContain("inbox.handled");
    expect(web.output()).toContain("webhook.received");
    expect(web.output()).not.toContain("inbox.handled");

    const clock = async ({ url }: RunningServer) =>
      ((await (await fetch(`${url}/readyz`)).json()) as { clockSkewSeconds: number }).clockSkewSeconds;
    expect(await clock(web)).toBe(0);
    // The duration of the reply is subtracted, which is longer on a busy machine.
    const skew = await clock(worker);
    expect(skew).toBeGreaterThan(60);
    expect(skew).toBeLessThanOrEqual(95);
    await expect.poll(() => worker.output().match(/health\.clock-skewed/g)).toHaveLength(1);
    expect(web.output()).not.toContain("health.clock");

    expect(await statusOf(`${web.url}/`)).toBe(200);
    for (const { url } of [web, worker]) {
      expect(await statusOf(`${url}/healthz`)).toBe(200);
      expect(await statusOf(`${url}/readyz`)).toBe(200);
    }
    for (const path of ["/", "/app", "/app/orders", "/auth/login", "/healthz/app", "/favicon.ico"])
      expect(await statusOf(`${worker.url}${path}`)).toBe(404);
    expect(await statusOf(`${worker.url}/webhooks`, webhook)).toBe(404);

    for (const { process: child } of [web, worker]) {
      const ended = once(child, "close");
      child.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    }
  });
});

describe("shopify.web.toml", () => {
  it("has a command that starts the server with the settings of Shopify's command line", async () => {
    const web = z
      .object({
        roles: z.array(z.string()),
        webhooks_path: z.literal("/webhooks"),
        commands: z.object({ dev: z.string() }),
      })
      .parse(parse(await readFile("shopify.web.toml", "utf8")));
    expect(web.roles.toSorted()).toEqual(["backend", "frontend"]);

    const tunnel = "some-words-of-a-tunnel.trycloudflare.com";
    const server = await startServer(
      { ...shopifyCommandLine(`https://${tunnel}`), SCOPES: "", DATABASE_URL: await freshDatabase() },
      ["sh", "-c", web.commands.dev],
    );
    // The tunnel uses its own name.
    const ask = async (path: string, options: { method?: string; headers?: Record<string, string> } = {}) => {
      const headers = { host: tunnel, "user-agent": "Mozilla/5.0 Chrome/150.0.0.0", ...options.headers };
      const [response] = (await once(
        request(server.url + path, { ...options, headers }).end(),
        "response",
      )) as [IncomingMessage];
      response.resume();
      return response;
    };
    expect((await ask("/healthz")).statusCode).toBe(200);
    // A host that is not ours.
    expect((await ask("/healthz", { headers: { host: "stockbridge.example.com" } })).statusCode).toBe(403);

    const origin = "https://extensions.shopifycdn.com";
    const preflight = await ask("/api/order-block", {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-headers": expect.stringContaining("Authorization") as string,
    });
    const refused = await ask("/api/order-block", { headers: { origin } });
    expect([refused.statusCode, refused.headers["access-control-allow-origin"]]).toEqual([401, "*"]);
  });
});
