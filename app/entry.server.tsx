import { randomBytes } from "node:crypto";
import { Transform } from "node:stream";

import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";

import { NonceContext } from "./components/document.tsx";
import { documentPolicy } from "./lib/http/document-policy.ts";
import { env } from "./lib/env.server.ts";
import { log } from "./lib/telemetry/log.server.ts";
import { addDocumentResponseHeaders } from "./shop/auth/shopify.server.ts";

const RENDER_WITHIN_MS = 5000;

const SUPPLIER = new URL(env.WHOLESALE_BASE_URL).origin;
/** The `frame-ancestors` of responses to requests whose shop we do not know. */
const ANY_ADMIN = "frame-ancestors https://admin.shopify.com https://*.myshopify.com";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  addDocumentResponseHeaders(request, headers);
  const nonce = randomBytes(16).toString("base64");
  const ancestors = headers.get("Content-Security-Policy") ?? ANY_ADMIN;
  headers.set("Content-Security-Policy", documentPolicy({ nonce, imagesFrom: SUPPLIER, ancestors }));
  headers.set("Content-Type", "text/html");
  // Forbids caching, because the page's URL contains a session token and the page shows the shop's data.
  headers.set("Cache-Control", "no-store");
  // Sends the whole page at once to bots. Browsers get the page as soon as its shell is rendered.
  const readyEvent = isbot(request.headers.get("user-agent") ?? "") ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    let answered = status;
    const page = (
      <NonceContext.Provider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </NonceContext.Provider>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      [readyEvent]: () => {
        const body = withoutNulls();
        // Clears the timer, which would otherwise keep the rendered page in memory until it fires.
        body.on("close", () => {
          clearTimeout(timer);
        });
        pipe(body);
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answered }));
      },
      onShellError: reject,
      onError: (error: unknown) => {
        answered = 500;
        log.error({ err: error }, "page.render-failed");
      },
    });
    const timer = setTimeout(abort, RENDER_WITHIN_MS);
  });
}

/**
 * Removes zero bytes. React 18 pads its buffer with zero bytes if a multibyte character does not fit
 * (github.com/facebook/react/issues/31134). HTML in UTF-8 has no other zero bytes.
 */
function withoutNulls(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
}

/**
 * Logs an error of a page. Ignores aborted requests, and error responses such as 404 and 405, for which Remix calls
 * this as well.
 */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  log.error({ err: error, path: new URL(request.url).pathname }, "page.failed");
}
