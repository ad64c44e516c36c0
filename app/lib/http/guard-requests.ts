import type { Request, RequestHandler, Response } from "express";

import { openSlots } from "../slots.ts";

/**
 * Time for which a connection stays open after a rejection. If we closed it while the client still sends, the
 * client might not read the response.
 */
const LINGER_MS = 1000;

/** Time within which a body must arrive. Shopify waits five seconds for the response to a webhook. */
const BODY_WITHIN_MS = 5000;

/**
 * Rejects bodies that are longer than `maxBytes` allows for their path. If Content-Length is too large,
 * responds with 413 and does not read the body. Without Content-Length, aborts the request at the limit; forms
 * and webhooks have that header.
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
 * Responds with 401 to a POST that has no signature in any of these headers, without reading the body. The
 * route verifies the signature.
 */
export function requireSignature(...headers: string[]): RequestHandler {
  return (request, response, next) => {
    const isSignature = (value: unknown) => typeof value === "string" && SIGNATURE.test(value);
    if (request.method !== "POST" || headers.some((name) => isSignature(request.headers[name]))) next();
    else response.status(401).end();
  };
}

/**
 * Reads the whole body into `request.body` before the next handler. A slow client then occupies none of the
 * slots of `limitAtOnce`. Aborts a request whose body does not arrive in time.
 *
 * @param bytesAtMost maximum size of all bodies in memory. A request that exceeds the limit gets 503, and
 * Shopify retries it.
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
      // After a suspension, Node runs timers before it reads data that has arrived. So waits one more turn of
      // the event loop.
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
    // Ignores the error, because the client has disconnected or was cut off, and no longer waits for a
    // response.
    request.once("error", () => undefined);
    response.once("close", () => {
      clearTimeout(late);
      drop();
    });
  };
}

/**
 * Processes up to `running` requests at once. Up to `waiting` more requests wait. Further requests get 503, so
 * that the sender retries.
 */
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
 * Sets `response.locals.isLocal`: true if the request comes from this machine. A proxy on this machine also
 * forwards requests from other machines. We recognize these by the app's public host name, or by a forwarding
 * header. Use this handler before `dropUntrustedHeaders`, which removes these headers.
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
 * Drops X-Forwarded headers, unless the sender is a proxy that Express trusts ("trust proxy"). Remix trusts
 * every sender: to detect forged forms, it compares Origin with X-Forwarded-Host.
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
 * Warns once if the proxy does not pass on the app's host name. Remix then responds to every form with 500.
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
 * Adds security headers to every response. app/entry.server.tsx adds the Content-Security-Policy of documents.
 *
 * @param appUrl the app's own address. HSTS is sent only if it begins with https://.
 */
export function addSecurityHeaders(appUrl: string): RequestHandler {
  const headers = {
    "x-content-type-options": "nosniff",
    // A URL may contain a session token, so the path must not leak. `no-referrer` would also hide the Origin of
    // forms, which Remix needs.
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
  // `on("data")` would start the stream before the body has a reader. `prependListener` does not start it.
  request.prependListener("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) request.destroy(new Error(`The body is longer than ${String(maxBytes)} bytes.`));
  });
}
