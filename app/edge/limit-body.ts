import { bulkhead } from "cockatiel";
import type { Request, RequestHandler, Response } from "express";

/** After its answer, a connection stays open for a moment: cut off while it sends, a client might not see the answer. */
const LINGER_MS = 1000;
/** A body that is worth a place is sent at once; Shopify gives a webhook five seconds in all. */
const BODY_WITHIN_MS = 5000;

/**
 * Refuses with 413, unread, what announces a body longer than `maxBytes` says for its address. What announces no length
 * is counted while it is read, and cut off: nobody sends forms and webhooks so.
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

/** Refuses with 401, unread, what is posted with none of these. Whether it is the right signature, the route finds out. */
export function requireSignature(...headers: string[]): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "POST" || headers.some((name) => request.headers[name])) next();
    else response.status(401).end();
  };
}

/**
 * Lets `running` requests through at once. Up to `waiting` more wait for a place, their bodies unread; beyond that they
 * are answered with 503, and come again. What does not send its body in time loses its place.
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
  const places = bulkhead(running, waiting);
  return (request, response, next) => {
    const use = () =>
      new Promise<void>((leave) => {
        // It may have hung up while it waited.
        if (response.closed) {
          leave();
          return;
        }
        const late = setTimeout(() => {
          // A process that stood still comes by its timers before it reads what has arrived meanwhile.
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
    places.execute(use).catch(() => {
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
  // Unlike `on`, it does not start the stream: the body waits for its reader.
  request.prependListener("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) request.destroy(new Error(`The body is longer than ${String(maxBytes)} bytes.`));
  });
}
