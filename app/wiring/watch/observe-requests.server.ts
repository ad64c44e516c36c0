import type { Request, RequestHandler } from "express";

import { durations, secondsSince } from "../../lib/telemetry/metrics.server.ts";
import { beginSpan, failSpan } from "../../lib/telemetry/trace.server.ts";

/**
 * Addresses with a label of their own, the longest first. Visitors can request any address, so others share
 * one label.
 */
const ROUTES = [
  "/fulfillment-service/fulfillment_order_notification",
  "/webhooks",
  "/assets",
  "/healthz",
  "/readyz",
  "/auth",
  "/api",
  "/app",
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/**
 * nginx's code for a client that closed the connection. Shopify does so after five seconds, and sends the
 * webhook again.
 */
const CLIENT_CLOSED = 499;

const duration = durations(
  "http.server.request.duration",
  "Time to answer a request. That of /webhooks is the acknowledgement that Shopify waits for.",
);

/** Measures every request, including refused ones. */
export const observeRequests: RequestHandler = (request, response, next) => {
  const beganAt = performance.now();
  response.once("close", () => {
    duration.record(secondsSince(beganAt), {
      "http.request.method": methodOf(request),
      "http.route": routeOf(request.path),
      "http.response.status_code": response.writableFinished ? response.statusCode : CLIENT_CLOSED,
    });
  });
  next();
};

/** Handles a request in a span, in the trace of its `traceparent`. */
export function inRequestSpan(handle: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const route = routeOf(request.path);
    const { span, run } = beginSpan(`${methodOf(request)} ${route}`, {
      kind: "server",
      parent: request.headers.traceparent?.toString() ?? null,
      // Never the query: it may hold a session token.
      attributes: { "http.request.method": methodOf(request), "http.route": route },
    });
    response.once("close", () => {
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      span.setAttribute("http.response.status_code", status);
      if (status >= 500) failSpan(span, String(status));
      span.end();
    });
    run(() => {
      handle(request, response, next);
    });
  };
}

function routeOf(path: string): string {
  return ROUTES.find((route) => path === route || path.startsWith(`${route}/`)) ?? "other";
}

function methodOf({ method }: Request): string {
  return METHODS.includes(method) ? method : "_OTHER";
}
