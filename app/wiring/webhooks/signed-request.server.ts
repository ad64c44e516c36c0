import type { Request, RequestHandler } from "express";
import { logRepeated } from "../../lib/telemetry/log.server.ts";
import type { Readable } from "node:stream";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { env } from "../../lib/env.server.ts";

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

/** Returns the whole body of a request. Rejects if the request ends early. */
function readBody(request: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.once("error", reject);
    request.once("close", () => {
      // Every request closes, and creating an error that is never used costs its stack.
      if (!request.readableEnded) reject(new Error("The request ended before its body did."));
    });
  });
}

/** Headers of Shopify's signature, of webhooks and of the newer events. */
const SIGNATURE_HEADERS = ["x-shopify-hmac-sha256", "shopify-hmac-sha256"] as const;

/**
 * Returns true if Shopify signed a body with the app's secret (HMAC-SHA256, base64). Same as in Shopify's own
 * library, without its overhead per webhook.
 */
export function isSigned(body: Buffer, headers: IncomingHttpHeaders): boolean {
  const given = SIGNATURE_HEADERS.map((name) => headers[name]).find(Boolean);
  if (typeof given !== "string" || body.length === 0) return false;
  const right = createHmac("sha256", env.SHOPIFY_API_SECRET).update(body).digest();
  // Compared as bytes: a header may hold letters of more bytes than one, which `timingSafeEqual` would throw at.
  const bytes = Buffer.from(given, "base64");
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}
