import type { RequestHandler } from "express";

/** express 4 does not see the rejection of a promise. */
export function call(handler: (...args: Parameters<RequestHandler>) => Promise<void> | void): RequestHandler {
  return (request, response, next) => {
    (async () => handler(request, response, next))().catch(next);
  };
}
