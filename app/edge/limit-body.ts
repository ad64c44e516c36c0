import type { Request, RequestHandler, Response } from "express";

import { openSlots } from "../lib/slots.ts";

/**
 * Time for which a connection stays open after its response: if it closed while the client still sends, the
 * client might not see the response.
 */
const LINGER_MS = 1000;
/** Shopify gives a webhook five seconds in all, so a body must arrive at once. */
const BODY_WITHIN_MS = 5000;

/**
 * Refuses with 413, unread, a body whose announced length exceeds `maxBytes` for its path. Counts a body
 * without an announced length while it is read, and aborts it beyond the limit: forms and webhooks announce
 * one.
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

/** Refuses with 401, unread, a POST without any of these headers. The route verifies the signature itself. */
export function requireSignature(...headers: string[]): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "POST" || headers.some((name) => request.headers[name])) next();
    else response.status(401).end();
  };
}

/**
 * Lets `running` requests through at once. Up to `waiting` more wait with unread bodies; further ones get
 * 503, to be retried. Aborts a request whose body does not arrive in time.
 */
export function limitAtOnce({
  running,
  waiting,
  bodyWithinMs = BODY_WITHIN_MS,
}: {
  running: number;
  waiting: number;
  bodyWithinMs?: number;
}): RequestHandler {
  const inSlot = openSlots(running, waiting);
  return (request, response, next) => {
    const use = () =>
      new Promise<void>((leave) => {
        // The client may have closed the connection while it waited.
        if (response.closed) {
          leave();
          return;
        }
        const late = setTimeout(() => {
          // After a suspension, a process runs its timers before it reads data that has arrived meanwhile.
          setImmediate(() => {
            if (!request.complete) request.destroy();
          });
        }, bodyWithinMs);
        response.once("close", () => {
          clearTimeout(late);
          leave();
        });
        next();
      });
    inSlot(use).catch(() => {
      response.status(503).set("retry-after", "1").end();
    });
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
