import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from "express";
import { createAccessTokens, type AccessTokens } from "./access-tokens.ts";
import { adminApi, NOT_FOUND } from "./admin-api.ts";
import { controlRouter } from "./control.ts";
import { signSessionToken } from "./session-tokens.ts";
import { createShops, findShop, type SandboxApp, type ShopSeed, type ShopState } from "./state.ts";
import { createThrottle } from "./throttle.ts";
import { tokenEndpoint } from "./token-endpoint.ts";
import { readSubscriptions } from "./webhook-subscriptions.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

export interface ShopOptions {
  app: SandboxApp;
  /** Any free one by default. */
  port?: number;
  /** One shop, `demo-shop.myshopify.com`, by default. */
  shops?: ShopSeed[];
  now?: () => Date;
  /** Path of the app's `shopify.app.toml`, for its webhook subscriptions. */
  appToml?: string;
  /** Every natural webhook arrives twice. */
  duplicates?: boolean;
  /** Milliseconds before each retry of a natural webhook; eight growing delays, 51 s in all, by default. */
  retryDelays?: number[];
}

export interface ShopBackend {
  /** `http://127.0.0.1:<port>`; requests name their shop in the Host (or X-Forwarded-Host) header. */
  url: string;
  port: number;
  /** Live: `url` may be set once the app listens, `scopes` changed before the next exchange. */
  app: SandboxApp;
  shops: ShopState[];
  tokens: AccessTokens;
  webhooks: Webhooks;
  /** `shop` is a domain, the first shop when left out; `user` the shop's owner. Throws `UnknownShopError`. */
  sessionToken(options?: { shop?: string; user?: number; lifetimeSeconds?: number }): Promise<string>;
  /** Ends the installation: first every token, then the webhook. The next token exchange installs again. */
  uninstall(shop?: string): void;
  /** The control calls, to be mounted at `/_shop`. */
  control: Router;
  close(): Promise<void>;
}

/** Starts one HTTP server on loopback that plays `https://<shop>.myshopify.com` for every seeded shop. */
export async function startShop(options: ShopOptions): Promise<ShopBackend> {
  const { app, now = () => new Date() } = options;
  const shops = createShops(options.shops ?? [{ domain: "demo-shop.myshopify.com" }], now());
  const tokens = createAccessTokens(now);
  const subscriptions = await readSubscriptions(options.appToml);
  const { duplicates, retryDelays } = options;
  const webhooks = createWebhooks({ app, shops, subscriptions, now, duplicates, retryDelays });

  const http = express();
  http.disable("x-powered-by");
  http.use(express.json({ limit: "10mb" }), express.urlencoded({ extended: false }));
  const token = tokenEndpoint({ app, tokens, now });
  const admin = adminApi({ app, tokens, throttle: createThrottle(now), now });
  http.post("/admin/oauth/access_token", forShop(shops, token));
  http.post("/admin/api/:version/graphql.json", forShop(shops, admin));
  http.use((_request, response) => void response.status(404).json({ errors: NOT_FOUND }));
  http.use(answerError);

  const server = createServer(http).listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const sessionToken: ShopBackend["sessionToken"] = async ({ shop, ...rest } = {}) =>
    signSessionToken({ app, shop: findShop(shops, shop), now: now(), ...rest });
  const uninstall: ShopBackend["uninstall"] = (domain) => {
    const shop = findShop(shops, domain);
    shop.installed = false;
    tokens.revokeAll(shop);
    webhooks.emit({ topic: "app/uninstalled", shop: shop.domain });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    app,
    shops,
    tokens,
    webhooks,
    sessionToken,
    uninstall,
    control: controlRouter({ webhooks, sessionToken, uninstall }),
    async close() {
      await webhooks.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

type ShopHandler = (shop: ShopState, request: Request, response: Response) => Promise<void>;

function forShop(shops: ShopState[], handler: ShopHandler): express.RequestHandler {
  return (request, response, next) => {
    const host = (request.get("x-forwarded-host") ?? request.get("host") ?? "").replace(/:\d+$/, "");
    const shop = shops.find(({ domain }) => domain === host.toLowerCase());
    if (shop) handler(shop, request, response).catch(next);
    else response.status(404).json({ errors: NOT_FOUND });
  };
}

const answerError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (error instanceof SyntaxError) response.status(400).json({ errors: "Bad Request" });
  else response.status(500).json({ errors: error instanceof Error ? error.message : String(error) });
};
