/**
 * Starts the process: web server and worker, or one of them by `ROLE`. It reads the settings first, then sets up the
 * database, and then loads the app, whose modules need both.
 *
 * In production, this file is the entry of the bundle, so nothing is compiled at run time. In development, Node runs
 * this file itself, and Vite compiles the app.
 */
import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import expressStaticGzip from "express-static-gzip";
import type { ViteDevServer } from "vite";

import {
  limitAtOnce,
  limitBody,
  receiveBody,
  requireSignature,
  addSecurityHeaders,
  dropUntrustedHeaders,
  markLocal,
  warnOfHiddenHost,
} from "./app/lib/http/guard-requests.ts";
import { type Env, parseEnv } from "./app/lib/env.ts";
import { setupDatabase } from "./app/lib/database/setup-database.server.ts";
import type * as watchingModule from "./app/wiring/watch/watching.server.ts";
import type * as signedModule from "./app/wiring/webhooks/signed-routes.server.ts";
import type * as workerModule from "./app/wiring/start-process.server.ts";
import type * as ownPostgresModule from "./scripts/dev-postgres/own-postgres.ts";
import type { OwnPostgres } from "./scripts/dev-postgres/own-postgres.ts";

/** The paths that a worker (`ROLE=worker`) answers; it answers no others. */
const HEALTH = ["/healthz", "/readyz"];

/**
 * Maximum size of a request's body. Webhooks contain only ids, and most forms a few fields of text. `LONG_FORMS` may
 * be larger: the branding form contains a logo as a data URI, which is a third longer than its file.
 */
const MAX_BODY_BYTES = 64 * 1024;
/** Maximum total size of the webhooks that this process receives or holds at a time. A usual body has 100 bytes. */
const MAX_BODIES_BYTES = 32 * 1024 * 1024;
const MAX_LONG_FORM_BYTES = 400_000;
const LONG_FORMS = ["/app/branding", "/app/orders", "/app/prices"];

/** Time limit from the first byte of a request to its last. */
const REQUEST_WITHIN_MS = 30_000;

/**
 * Time for which we keep an idle connection open. A proxy usually closes its side after 60 s. If we closed earlier,
 * we could cut off a request that is just arriving.
 */
const KEEP_CONNECTION_MS = 65_000;

/** Time that running requests and jobs have to end after SIGTERM. A call to the supplier takes at most 15 s. */
const STOP_WITHIN_MS = 30_000;

const NO_WAREHOUSE =
  "WHOLESALE_WAREHOUSE is not set: Shopify calculates shipping and duties from each shop's own address.";

const settings = parseEnv(process.env);
if (!settings.ok) fail(`Stockbridge cannot start. Fix these settings:\n${settings.problems.join("\n")}`);
await run(settings.env).catch((error: unknown) => {
  fail(`Stockbridge cannot start. ${error instanceof Error ? error.message : String(error)}`);
});

async function run(env: Env): Promise<void> {
  const embedded = env.DATABASE_URL === undefined ? await startEmbedded() : undefined;
  try {
    await setupDatabase(env.DATABASE_URL ?? useEmbedded(embedded));
    const server = createServer({
      requestTimeout: REQUEST_WITHIN_MS,
      keepAliveTimeout: KEEP_CONNECTION_MS,
    });
    const vite = env.NODE_ENV === "production" ? undefined : await startVite(server, env);
    const worker = vite
      ? ((await vite.ssrLoadModule("/app/wiring/start-process.server.ts")) as typeof workerModule)
      : await import("./app/wiring/start-process.server.ts");
    const signed = vite
      ? ((await vite.ssrLoadModule("/app/wiring/webhooks/signed-routes.server.ts")) as typeof signedModule)
      : await import("./app/wiring/webhooks/signed-routes.server.ts");
    const watching = vite
      ? ((await vite.ssrLoadModule("/app/wiring/watch/watching.server.ts")) as typeof watchingModule)
      : await import("./app/wiring/watch/watching.server.ts");
    const build = vite
      ? () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>
      : await import("virtual:remix/server-build");
    // Opens the ports before claiming work, so that a process whose port is taken ends without having begun anything.
    await watching.startWatching();
    const endConnections = trackConnections(server);
    let handle: RequestListener = (_, response) => void response.writeHead(503).end();
    server.on("request", (request, response) => {
      handle(request, response);
    });
    await listen(server, env.PORT);

    let exitCode: number | undefined;
    const stop = async (code: number) => {
      if (exitCode !== undefined) {
        exitCode = Math.max(exitCode, code);
        return;
      }
      exitCode = code;
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
      worker.beginToStop();
      server.close();
      endConnections();
      await once(server, "close");
      await vite?.close();
      await worker.stopProcess();
      await watching.stopWatching();
      await embedded?.stop();
      process.exit(exitCode);
    };
    process.on("SIGTERM", () => void stop(0));
    process.on("SIGINT", () => void stop(0));
    // Also receives unhandled rejections. Stops gracefully, because an order may be on its way to the supplier.
    process.on("uncaughtException", (error) => {
      worker.reportUncaught(error);
      void stop(1);
    });
    await worker.startProcess();
    handle = webApp({ build, signed, watching }, vite, env);
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`Stockbridge${env.ROLE ? ` (${env.ROLE})` : ""} listens on port ${String(port)}\n`);
    if (env.ROLE !== "worker") process.stdout.write(`${addressLine(env)}\n`);
    if (env.WHOLESALE_WAREHOUSE === undefined) process.stdout.write(`${NO_WAREHOUSE}\n`);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function webApp(
  {
    build,
    signed: { signedRoutes, SIGNATURE_HEADERS },
    watching,
  }: {
    build: ServerBuild | (() => Promise<ServerBuild>);
    signed: typeof signedModule;
    watching: typeof watchingModule;
  },
  vite: ViteDevServer | undefined,
  { ROLE, SHOPIFY_APP_URL, TRUSTED_PROXY = vite ? "loopback" : 0 }: Env,
): express.Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", TRUSTED_PROXY);
  app.use(watching.observeRequests);
  app.use(addSecurityHeaders(SHOPIFY_APP_URL));
  app.use(markLocal);
  app.use(dropUntrustedHeaders);
  app.use(warnOfHiddenHost(SHOPIFY_APP_URL, (line) => process.stderr.write(`${line}\n`)));
  if (ROLE === "worker") {
    app.use((request, response, next) => {
      if (HEALTH.includes(request.path)) next();
      else response.status(404).end();
    });
  }
  app.use(limitBody((path) => (LONG_FORMS.includes(path) ? MAX_LONG_FORM_BYTES : MAX_BODY_BYTES)));
  app.use(
    Object.keys(signedRoutes),
    requireSignature(...SIGNATURE_HEADERS),
    receiveBody({ bytesAtMost: MAX_BODIES_BYTES }),
    limitAtOnce({ running: 200, waiting: 1000 }),
  );
  for (const [route, receive] of Object.entries(signedRoutes))
    app.all(route, watching.inRequestSpan(receive));
  if (vite) {
    app.use(vite.middlewares);
  } else {
    // Compresses documents. Assets are compressed by the build.
    app.use(compression());
    // Finds the client's files beside this bundle, so that the build can be anywhere.
    const client = path.join(import.meta.dirname, "../client");
    const assets = path.join(client, "assets");
    // Lets browsers cache assets forever, because Vite puts a hash of the content into each name.
    const forever = { immutable: true, maxAge: "1y", fallthrough: false };
    app.use(
      "/assets",
      expressStaticGzip(assets, {
        enableBrotli: true,
        orderPreference: ["br", "gz"],
        index: false,
        serveStatic: forever,
      }),
    );
    app.use(express.static(client, { maxAge: "1h" }));
  }
  const handle = createRequestHandler({
    build,
    getLoadContext: (_request, response) => ({ isLocal: response.locals["isLocal"] === true }),
  });
  app.all(
    "*",
    watching.inRequestSpan((request, response, next) => void handle(request, response, next)),
  );
  return app;
}

/**
 * Returns a log line with the app's address and the trusted proxy, so that the operator notices a wrong setting at
 * once.
 */
function addressLine({ SHOPIFY_APP_URL, TRUSTED_PROXY }: Env): string {
  const trusted = TRUSTED_PROXY === undefined ? "nobody" : `TRUSTED_PROXY=${String(TRUSTED_PROXY)}`;
  return `Its address is ${SHOPIFY_APP_URL}; X-Forwarded-Host and the like are believed of ${trusted}.`;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port);
  await once(server, "listening").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(`Port ${String(port)} is taken: end what listens there, or set PORT to another one.`);
  });
}

/**
 * Tracks connections, so that the server can stop. Node alone would wait for kept-alive connections, which bring more
 * requests, and for connections that never send a request.
 *
 * @returns a function that closes every connection: idle ones at once, others after the response.
 */
function trackConnections(server: Server): () => void {
  const answering = new Map<Socket, Set<ServerResponse>>();
  let ending = false;
  const endWith = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  server.on("connection", (socket: Socket) => {
    answering.set(socket, new Set());
    socket.once("close", () => answering.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    const responses = answering.get(socket);
    responses?.add(response);
    if (ending) endWith(response);
    response.once("close", () => {
      responses?.delete(response);
      if (ending && responses?.size === 0) socket.destroySoon();
    });
  });
  return () => {
    ending = true;
    for (const [socket, responses] of answering) {
      if (responses.size === 0) socket.destroySoon();
      else responses.forEach(endWith);
    }
  };
}

/**
 * Starts the embedded database. Imports its module by path at run time, so that neither the bundle nor the image
 * (.dockerignore) contains it.
 */
async function startEmbedded(): Promise<OwnPostgres> {
  const source = pathToFileURL(path.resolve("scripts/dev-postgres/own-postgres.ts")).href;
  const { startOwnPostgres } = (await import(/* @vite-ignore */ source).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error("DATABASE: there is no embedded database here. Set DATABASE_URL to a Postgres.");
  })) as typeof ownPostgresModule;
  return startOwnPostgres();
}

/** Sets DATABASE_URL to the embedded database, because the app's modules read it from the environment. */
function useEmbedded(embedded: OwnPostgres | undefined): string {
  if (embedded === undefined) throw new Error("There is no database.");
  return (process.env.DATABASE_URL = embedded.url);
}

/**
 * Starts Vite for development. Hot updates use the server's port and name, because a tunnel has only one of each.
 * Vite's CORS is off, because Vite would answer preflights itself. The app answers them, as in production, and
 * decides which other origins may call it, such as the order block's.
 */
async function startVite(server: Server, env: Env): Promise<ViteDevServer> {
  const vite = await import("vite");
  return vite.createServer({
    server: {
      middlewareMode: true,
      hmr: { server },
      allowedHosts: [new URL(env.SHOPIFY_APP_URL).hostname],
      cors: false,
    },
  });
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
