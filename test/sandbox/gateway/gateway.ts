import { type IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import { createProxyServer } from "httpxy";

import { readAppBridge } from "../admin/app-bridge.ts";
import { replaceInStream } from "./replace-in-stream.ts";

export type GatewayOptions = {
  /** Returns the app's current address. */
  appUrl: () => string;
  /** The simulated admin, which may embed the app in place of Shopify's. */
  adminOrigin: string;
};

export type Gateway = {
  request: (request: IncomingMessage, response: ServerResponse) => void;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/**
 * Stands between the browser and the app, and changes what the browser sees in three ways: the simulated admin may
 * embed it, App Bridge is the stand-in, and redirects to Shopify's admin lead to the simulated one. Status,
 * cookies, streaming, and the Host header pass as they are.
 */
export function createGateway({ appUrl, adminOrigin }: GatewayOptions): Gateway {
  const appBridge = `${APP_BRIDGE_PATH}?admin=${encodeURIComponent(adminOrigin)}`;
  const proxy = createProxyServer({
    selfHandleResponse: true,
    // A connection kept from before the app's restart would be dead.
    agent: false,
    // Compressed responses can't be rewritten.
    headers: { "accept-encoding": "identity" },
  });
  proxy.on("error", (_error, _request, response) => {
    if (!(response instanceof ServerResponse)) response?.destroy();
    else if (response.headersSent) response.destroy();
    else response.writeHead(502, { "content-type": "text/html; charset=utf-8" }).end(NO_ANSWER);
  });
  proxy.on("proxyRes", (answer, _request, response) => {
    response.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage,
      adjustHeaders(answer, appBridge, adminOrigin),
    );
    const rewrites = isRewritten(answer) ? [replaceInStream(SHOPIFY_APP_BRIDGE, appBridge)] : [];
    // A stream that breaks off on one side breaks off on the other: pipeline destroys both.
    pipeline([answer, ...rewrites, response], () => undefined);
  });

  return {
    request: (request, response) => {
      const [path] = (request.url ?? "").split("?");
      if (path === APP_BRIDGE_PATH) void sendAppBridge(response);
      // The event above reports failures.
      else proxy.web(request, response, { target: appUrl() }).catch(() => undefined);
    },
    upgrade: (request, socket, head) => {
      // A server that speaks plain http has no other kind of connection.
      if (!(socket instanceof Socket)) throw new TypeError("Only a socket can be upgraded.");
      proxy.ws(request, socket, { target: appUrl() }, head).catch(() => undefined);
    },
  };
}

/** The address from which Shopify's packages load App Bridge (`APP_BRIDGE_URL` in @shopify/shopify-app-remix). */
const SHOPIFY_APP_BRIDGE = "https://cdn.shopify.com/shopifycloud/app-bridge.js";
const SHOPIFY_ADMIN = "https://admin.shopify.com/";
const APP_BRIDGE_PATH = "/_sandbox/app-bridge.js";

const NO_ANSWER = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The app does not answer</title></head>
<body><p>The app does not answer: it may still be starting, or it has stopped, and its output says why.</p></body></html>
`;

async function sendAppBridge(response: ServerResponse): Promise<void> {
  const script = await readAppBridge();
  response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" });
  response.end(script);
}

function isRewritten(answer: IncomingMessage): boolean {
  return /^(text\/html|(text|application)\/javascript)\b/.test(answer.headers["content-type"] ?? "");
}

/** Names and values in turn, as they came, so that repeated ones such as Set-Cookie stay apart. */
function adjustHeaders(answer: IncomingMessage, appBridge: string, adminOrigin: string): string[] {
  const adjusted: string[] = [];
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = answer.rawHeaders.slice(at, at + 2);
    switch (name.toLowerCase()) {
      case "connection":
      case "keep-alive":
      case "transfer-encoding":
        // These headers are about the connection to the app, not about its reply.
        break;
      case "content-length":
        if (!isRewritten(answer)) adjusted.push(name, value);
        break;
      case "content-security-policy":
        adjusted.push(name, value.replace(/frame-ancestors(?! 'none')[^;]*/, `$& ${adminOrigin}`));
        break;
      case "link":
        adjusted.push(name, value.replaceAll(SHOPIFY_APP_BRIDGE, appBridge));
        break;
      case "location":
        adjusted.push(
          name,
          value.startsWith(SHOPIFY_ADMIN) ? value.replace(SHOPIFY_ADMIN, `${adminOrigin}/`) : value,
        );
        break;
      default:
        adjusted.push(name, value);
    }
  }
  return adjusted;
}
