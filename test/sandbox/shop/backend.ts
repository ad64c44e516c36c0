import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from "express";
import { createAccessTokens, type AccessTokens } from "./access-tokens.ts";
import { adminApi, NOT_FOUND } from "./admin-api.ts";
import { readDefinitions } from "./catalog/metafield-definitions.ts";
import { storage } from "./bulk/storage.ts";
import { answerClosed, type Closure } from "./closure.ts";
import { controlRouter } from "./control.ts";
import { createCourier } from "./courier.ts";
import type { DeviationName } from "./deviations.ts";
import { switchWorkflow } from "./flow/switch-workflow.ts";
import { createFaults, type ShopFault } from "./faults.ts";
import { type MetafieldsAfter, uninstallApp } from "./installation.ts";
import { createMerchant, type Merchant } from "./merchant.ts";
import { createNotifications } from "./notifications.ts";
import type { Occasion } from "./occasion.ts";
import { signSessionToken } from "./session-tokens.ts";
import { createShops, findShop, type SandboxApp, type ShopSeed, type ShopState } from "./state.ts";
import { createThrottle, type Throttle } from "./throttle.ts";
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
  /** Path of the app's `shopify.app.toml`, for its webhook subscriptions and its metafield definitions. */
  appToml?: string;
  /** Every natural webhook arrives twice. */
  duplicates?: boolean;
  /** Milliseconds before each retry of a natural webhook; eight growing delays, 51 s in all, by default. */
  retryDelays?: number[];
  /** Milliseconds that the next natural webhook is under way, so that others overtake it; null loses it. At once by default. */
  transit?: () => number | null;
  /** Milliseconds between two calls of one kind to a fulfillment service; a minute by default, as Shopify's. */
  notificationInterval?: number;
  /** Milliseconds until a search finds something new; 0 by default. */
  searchLag?: number;
}

export interface ShopBackend {
  /** `http://127.0.0.1:<port>`; requests name their shop in the Host (or X-Forwarded-Host) header. */
  url: string;
  port: number;
  /** Live: `url` may be set once the app listens, `scopes` changed before the next exchange. */
  app: SandboxApp;
  shops: ShopState[];
  tokens: AccessTokens;
  /** The shops' points. */
  throttle: Throttle;
  webhooks: Webhooks;
  /** Actions of the merchant and their customers. */
  merchant: Merchant;
  /** `shop` is a domain, the first shop when left out; `user` the shop's owner. Throws `UnknownShopError`. */
  sessionToken(options?: { shop?: string; user?: number; lifetimeSeconds?: number }): Promise<string>;
  /**
   * Ends the installation: first every token and all that is the app's in the shop, then the webhook. The next token
   * exchange installs again. The app's metafields are kept unless they are to be gone.
   */
  uninstall(shop?: string, metafields?: MetafieldsAfter): void;
  /**
   * The merchant grants optional scopes: all of them, or none if one is not declared as optional. The answer is App
   * Bridge's (@shopify/app-bridge-types, ScopesRequestResponse).
   */
  grantScopes(asked: { shop?: string; scopes: string[] }): ScopesAnswer;
  /** The merchant revokes optional scopes, in the settings of the admin. */
  revokeScopes(revoked: { shop?: string; scopes: string[] }): void;
  /** Closes the shop, so that Shopify no longer serves it; null opens it again. */
  closeShop(closed: Closure | null, shop?: string): void;
  /** Makes a shop deviate from the sandbox's rules in one way; null ends that. */
  deviate(deviation: DeviationName | null, shop?: string): void;
  /**
   * The merchant switches a workflow that begins with this trigger (a handle) on or off in Shopify Flow. Flow asks the app first.
   * @returns the status of the app's answer: with another one than 2xx, the workflow stays as it was.
   */
  switchWorkflow(workflow: { shop?: string; trigger: string; on: boolean }): Promise<number>;
  /**
   * Applies the fault to the next `times` (1) requests with this root field of the Admin API, after `after` (0)
   * requests without it.
   */
  setFault(field: string, fault: ShopFault, times?: number, after?: number): void;
  /** Does the work of a request to this root field, the first after `after` (0) others, and resets its connection once the returned function is called. */
  holdReset(field: string, after?: number): () => void;
  /** The control calls, to be mounted at `/_shop`. */
  control: Router;
  close(): Promise<void>;
}

export interface ScopesAnswer {
  result: "declined-all" | "granted-all";
  detail: { granted: string[]; required: string[]; optional: string[] };
}

/** Starts one HTTP server on loopback that plays `https://<shop>.myshopify.com` for every seeded shop. */
export async function startShop(options: ShopOptions): Promise<ShopBackend> {
  const { app, now = () => new Date() } = options;
  const definitions = await readDefinitions(options.appToml);
  const shops = createShops(options.shops ?? [{ domain: "demo-shop.myshopify.com" }], now(), definitions);
  for (const shop of shops) shop.searchLag = options.searchLag ?? 0;
  const tokens = createAccessTokens(now);
  const subscriptions = await readSubscriptions(options.appToml);
  app.webhookApiVersion ??= subscriptions.apiVersion;
  const { duplicates, retryDelays = RETRY_DELAYS, notificationInterval = NOTIFICATION_INTERVAL } = options;
  const courier = createCourier({ now, retryDelays, transit: options.transit });
  const webhooks = createWebhooks({ app, shops, subscriptions, now, duplicates, courier });
  const notify = createNotifications({ app, courier, interval: notificationInterval });

  const occasion = (shop: ShopState): Occasion => ({
    shop,
    now: now(),
    tell: (topic, payload) => webhooks.emit({ topic, shop: shop.domain, payload }),
    ping: (callbackUrl, kind) => notify(shop, callbackUrl, kind),
  });

  const merchant = createMerchant((domain) => occasion(findShop(shops, domain)));

  const http = express();
  http.disable("x-powered-by");
  http.use(storage(shops, now));
  http.use(express.json({ limit: "10mb" }), express.urlencoded({ extended: false }));
  const token = tokenEndpoint({ app, tokens, now });
  const faults = createFaults();
  const throttle = createThrottle(now);
  const admin = adminApi({ app, tokens, throttle, faults, occasion });
  http.post("/admin/oauth/access_token", forShop(shops, "tokens", token));
  http.post("/admin/api/:version/graphql.json", forShop(shops, "admin-api", admin));
  http.use((_request, response) => void response.status(404).json({ errors: NOT_FOUND }));
  http.use(answerError);

  const server = createServer(http).listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const sessionToken: ShopBackend["sessionToken"] = async ({ shop, ...rest } = {}) =>
    signSessionToken({ app, shop: findShop(shops, shop), now: now(), ...rest });
  const uninstall: ShopBackend["uninstall"] = (domain, metafields = "kept") => {
    const shop = findShop(shops, domain);
    uninstallApp(occasion(shop), app.apiKey, metafields);
    shop.grantedScopes = [];
    tokens.revokeAll(shop);
    webhooks.emit({ topic: "app/uninstalled", shop: shop.domain });
  };
  const grantScopes: ShopBackend["grantScopes"] = ({ shop: domain, scopes }) => {
    const shop = findShop(shops, domain);
    const { scopes: required, optionalScopes: optional = [] } = app;
    const isDeclared = scopes.every((scope) => optional.includes(scope) || required.includes(scope));
    const added = scopes.filter((scope) => ![...required, ...shop.grantedScopes].includes(scope));
    if (isDeclared && added.length > 0) {
      shop.grantedScopes.push(...added);
      webhooks.emit({ topic: "app/scopes_update", shop: shop.domain });
    }
    const detail = { granted: [...required, ...shop.grantedScopes], required, optional };
    return { result: isDeclared ? "granted-all" : "declined-all", detail };
  };
  const revokeScopes: ShopBackend["revokeScopes"] = ({ shop: domain, scopes }) => {
    const shop = findShop(shops, domain);
    shop.grantedScopes = shop.grantedScopes.filter((scope) => !scopes.includes(scope));
    webhooks.emit({ topic: "app/scopes_update", shop: shop.domain });
  };
  const closeShop: ShopBackend["closeShop"] = (closed, domain) => {
    const shop = findShop(shops, domain);
    shop.closed = closed;
    if (closed?.how === "app-not-installed") tokens.revokeAll(shop);
  };
  const deviate: ShopBackend["deviate"] = (deviation, domain) => {
    findShop(shops, domain).deviation = deviation;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    app,
    shops,
    tokens,
    throttle,
    webhooks,
    sessionToken,
    uninstall,
    grantScopes,
    revokeScopes,
    closeShop,
    deviate,
    merchant,
    switchWorkflow: ({ shop, trigger, on }) =>
      switchWorkflow({ app, courier, now: now() }, findShop(shops, shop), { trigger, on }),
    setFault: (field, fault, times = 1, after = 0) => faults.set(field, fault, { times, after }),
    holdReset: (field, after = 0) => {
      const { promise: released, resolve } = Promise.withResolvers<undefined>();
      faults.set(field, "reset-after-commit", { times: 1, after, released });
      return () => {
        resolve(undefined);
      };
    },
    control: controlRouter({
      app,
      webhooks,
      merchant,
      sessionToken,
      uninstall,
      closeShop,
      deviate,
      grantScopes,
      revokeScopes,
    }),
    async close() {
      await courier.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Eight retries with growing delays, as Shopify's over 4 hours (shopify.dev changelog: Updates to webhook retry
 * mechanism), here over 51 seconds.
 */
const RETRY_DELAYS = Array.from({ length: 8 }, (_, index) => 200 * 2 ** index);

const NOTIFICATION_INTERVAL = 60_000;

type ShopHandler = (shop: ShopState, request: Request, response: Response) => Promise<void>;

function forShop(
  shops: ShopState[],
  endpoint: "admin-api" | "tokens",
  handler: ShopHandler,
): express.RequestHandler {
  return (request, response, next) => {
    const host = (request.get("x-forwarded-host") ?? request.get("host") ?? "").replace(/:\d+$/, "");
    const shop = shops.find(({ domain }) => domain === host.toLowerCase());
    if (shop && answerClosed(shop.closed, endpoint, response)) return;
    if (shop) handler(shop, request, response).catch(next);
    else response.status(404).json({ errors: NOT_FOUND });
  };
}

const answerError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (error instanceof SyntaxError) response.status(400).json({ errors: "Bad Request" });
  else response.status(500).json({ errors: error instanceof Error ? error.message : String(error) });
};
