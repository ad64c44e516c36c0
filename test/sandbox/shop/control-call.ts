import type { RequestHandler } from "express";

/** Passes on a promise's rejection, which express 4 does not see. */
export function call(handler: (...args: Parameters<RequestHandler>) => Promise<void> | void): RequestHandler {
  return (request, response, next) => {
    (async () => handler(request, response, next))().catch(next);
  };
}
