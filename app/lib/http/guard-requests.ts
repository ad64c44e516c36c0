import type { Request, RequestHandler, Response } from "express";

import { openSlots } from "../slots.ts";

/**
 * Time for which a connection stays open after its response: if it closed while the client still sends, the
 * client might not see the response.
 */
const LINGER_MS = 1000;

/** Time within which a body must arrive: Shopify gives a webhook five seconds in all. */
const BODY_WITHIN_MS = 5000;

/**
 * Refuses a body whose announced length exceeds `maxBytes` for its path: responds with 413 without reading
 * it. Counts the bytes of a body without an announced length while it is read, and aborts the request beyond
 * the limit. Forms and webhooks announce their length.
 */
export function limitBody(maxBytes: (path: string) => number): RequestHandler {
  return (request, response, next) => {
    const most = maxBytes(request.path);
    const announced = request.headers["content-length"];
    if (announced !== undefined && Number(announced) > most) {
      refuseUnread(request, response, 413);
      return;
    }
    if (announced === undefined) cutBeyond(request, most);
    next();
  };
}

/** An HMAC-SHA256 in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Refuses a POST without a signature in one of these headers: responds with 401 without reading the body. The
 * route verifies the signature itself.
 */
export function requireSignature(...headers: string[]): RequestHandler {
  return (request, response, next) => {
    const isSignature = (value: unknown) => typeof value === "string" && SIGNATURE.test(value);
    if (request.method !== "POST" || headers.some((name) => isSignature(request.headers[name]))) next();
    else response.status(401).end();
  };
}

/**
 * Reads the whole body into `request.body` before it passes the request on, so that a client that sends no
 * body takes no slot. Aborts a request whose body does not arrive in time.
 *
 * @param bytesAtMost maximum bytes of all bodies that are held at once. The request that exceeds it gets 503,
 * to be retried.
 */
export function receiveBody({
  bytesAtMost,
  withinMs = BODY_WITHIN_MS,
}: {
  bytesAtMost: number;
  withinMs?: number;
}): RequestHandler {
  let held = 0;
  return (request, response, next) => {
    const chunks: Buffer[] = [];
    const drop = () => {
      for (const chunk of chunks.splice(0)) held -= chunk.length;
    };
    const late = setTimeout(() => {
      // After a suspension, a process runs its timers before it reads data that has arrived meanwhile.
      setImmediate(() => {
        if (!request.complete) request.destroy();
      });
    }, withinMs);
    request.on("data", (chunk: Buffer) => {
      if (response.headersSent) return;
      chunks.push(chunk);
      held += chunk.length;
      if (held <= bytesAtMost) return;
      drop();
      refuseUnread(request, response, 503);
    });
    request.once("end", () => {
      clearTimeout(late);
      if (response.headersSent) return;
      request.body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      next();
    });
    // Ignores the error: the client hung up or was cut off, and waits for no answer.
    request.once("error", () => undefined);
    response.once("close", () => {
      clearTimeout(late);
      drop();
    });
  };
}

/** Lets `running` requests through at once. Up to `waiting` more wait; further ones get 503, to be retried. */
export function limitAtOnce({ running, waiting }: { running: number; waiting: number }): RequestHandler {
  const inSlot = openSlots(running, waiting);
  return (_request, response, next) => {
    const use = () =>
      new Promise<void>((leave) => {
        // The client may have closed the connection while it waited.
        if (response.closed) {
          leave();
          return;
        }
        response.once("close", leave);
        next();
      });
    inSlot(use).catch(() => {
      response.status(503).set("retry-after", "1").end();
    });
  };
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Sets `response.locals.isLocal`: true if the request was sent on this machine to this machine. A proxy on
 * this machine also passes on requests from other machines. Those have the app's public name, or a header
 * that says that they were forwarded. This handler must come before `dropUntrustedHeaders`.
 */
export const markLocal: RequestHandler = ({ headers, hostname, socket }, response, next) => {
  const isForwarded = Object.keys(headers).some((name) =>
    /^(forwarded$|via$|x-forwarded-|x-real-ip$)/.test(name),
  );
  const isNamedLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  response.locals.isLocal = LOOPBACK.test(socket.remoteAddress ?? "") && isNamedLocal && !isForwarded;
  next();
};

/**
 * Drops forwarded headers unless they come from a proxy that Express trusts ("trust proxy"). Remix reads
 * these headers from any sender: it compares a form's Origin with X-Forwarded-Host, or else with Host.
 */
export const dropUntrustedHeaders: RequestHandler = (request, _response, next) => {
  const trusts = request.app.get("trust proxy fn") as (address: string, hop: number) => boolean;
  if (!trusts(request.socket.remoteAddress ?? "", 0)) {
    delete request.headers["x-forwarded-for"];
    delete request.headers["x-forwarded-host"];
    delete request.headers["x-forwarded-port"];
    delete request.headers["x-forwarded-proto"];
  }
  next();
};

/**
 * Warns once, by `warn`, that the proxy hides the app's host name: Remix then answers every form with 500.
 *
 * @param appUrl the app's own address.
 */
export function warnOfHiddenHost(appUrl: string, warn: (line: string) => void): RequestHandler {
  let warned = false;
  return (request, _response, next) => {
    const { origin, host, "x-forwarded-host": forwarded } = request.headers;
    const seen = [forwarded ?? host].flat()[0];
    if (!warned && origin === new URL(appUrl).origin && seen !== new URL(appUrl).host) {
      warned = true;
      warn(
        `A form of ${appUrl} came in under the name ${seen ?? "(none)"}, and is refused. Let the proxy pass the Host header on, or send X-Forwarded-Host and be named in TRUSTED_PROXY.`,
      );
    }
    next();
  };
}

/**
 * Adds security headers to every response. app/entry.server.tsx adds those of documents: frame and script sources.
 *
 * @param appUrl the app's own address. HSTS is only for https.
 */
export function addSecurityHeaders(appUrl: string): RequestHandler {
  const headers = {
    "x-content-type-options": "nosniff",
    // A URL may hold a session token. `no-referrer` would hide a form's origin, too.
    "referrer-policy": "strict-origin",
    ...(appUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}

function refuseUnread(request: Request, response: Response, status: number): void {
  response.writeHead(status, { connection: "close", "content-length": "0" });
  response.flushHeaders();
  const cut = setTimeout(() => request.destroy(), LINGER_MS);
  response.once("close", () => {
    clearTimeout(cut);
  });
}

function cutBeyond(request: Request, maxBytes: number): void {
  let bytes = 0;
  // Unlike `on`, `prependListener` does not start the stream, so the body waits for its reader.
  request.prependListener("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) request.destroy(new Error(`The body is longer than ${String(maxBytes)} bytes.`));
  });
}
