import type { Request, RequestHandler } from "express";

import { logRepeated } from "../../lib/telemetry/log-repeated.server.ts";
import { readBody } from "../../lib/http/read-body.ts";

/**
 * Handles a POST from Shopify, and replies with only a status. After a failure on our side Shopify sends it
 * again.
 */
export function answerWith(receive: (request: Request, body: Buffer) => Promise<number>): RequestHandler {
  return (request, response) => {
    if (request.method !== "POST") {
      response.status(405).set("allow", "POST").end();
      return;
    }
    void readBody(request)
      .then((body) => receive(request, body))
      .catch((error: unknown) => {
        logRepeated("error", { err: error }, "webhook.not-kept");
        return 500;
      })
      .then((status) => {
        response.status(status).end();
      });
  };
}
