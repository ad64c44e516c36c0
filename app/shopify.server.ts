import "@shopify/shopify-app-remix/adapters/node";
import { ApiVersion, LogSeverity, shopifyApi } from "@shopify/shopify-api";
import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { AppDistribution, shopifyApp } from "@shopify/shopify-app-remix/server";

import { env } from "./lib/env.server.ts";
import { leanFetch } from "./lib/lean-fetch.ts";
import { log } from "./lib/log.server.ts";
import { shopDomain } from "./lib/shop-domain.ts";
import { SealedSessionStorage } from "./shop/auth/session-storage.server.ts";

// Imports run first, so this takes the place of the `fetch` that the adapter has set.
setAbstractFetchFunc(leanFetch);

const API_VERSION = ApiVersion.October26;

export const sessionStorage = new SealedSessionStorage();

const logger = {
  level: LogSeverity.Warning,
  log: (severity: LogSeverity, message: string) => {
    log[severity === LogSeverity.Error ? "error" : "warn"]({ message }, "shopify.sdk");
  },
};

const shopify = shopifyApp({
  apiKey: env.SHOPIFY_API_KEY,
  apiSecretKey: env.SHOPIFY_API_SECRET,
  apiVersion: API_VERSION,
  scopes: env.SCOPES,
  appUrl: env.SHOPIFY_APP_URL,
  authPathPrefix: "/auth",
  sessionStorage,
  distribution: AppDistribution.AppStore,
  logger,
  future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
});

/** Proves who asks: a page's session token. It throws Responses; never wrap it in try/catch. */
export const authenticate = { admin: authenticateAdmin };
/** Puts the headers on a document that let this shop's admin, and nobody else, embed it. */
export const addDocumentResponseHeaders = shopify.addDocumentResponseHeaders;

/**
 * Shopify's API library itself, for what the Remix package cannot do: it refreshes the shop's token before it hands a
 * webhook over, and answers 500 when that fails, so that an uninstall would never arrive (shopify-app-js #3360).
 */
export const api = shopifyApi({
  apiKey: env.SHOPIFY_API_KEY,
  apiSecretKey: env.SHOPIFY_API_SECRET,
  apiVersion: API_VERSION,
  scopes: env.SCOPES,
  hostName: new URL(env.SHOPIFY_APP_URL).host,
  hostScheme: new URL(env.SHOPIFY_APP_URL).protocol === "https:" ? "https" : "http",
  isEmbeddedApp: true,
  logger,
});

/** The first request with each session token, while it is being looked at. */
const first = new Map<string, Promise<unknown>>();

/**
 * The loaders of a page run at once, and each would exchange the same session token for an access token. Shopify keeps
 * only one of them valid, and not necessarily the one stored last. So the others wait for the first exchange.
 */
async function authenticateAdmin(request: Request) {
  const token =
    request.headers.get("authorization") ?? new URL(request.url).searchParams.get("id_token") ?? "";
  if (await namesNoShop(token.replace("Bearer ", ""))) throw new Response(null, { status: 401 });
  const before = first.get(token);
  // What became of it is its own affair; this request is looked at for itself.
  if (before) await Promise.allSettled([before]);
  const looking = shopify.authenticate.admin(request);
  if (before || token === "") return looking;
  first.set(token, looking);
  const forget = () => first.delete(token);
  looking.then(forget, forget);
  return looking;
}

/**
 * Shopify's package asks whatever host a signed token names for an access token, and fails on what is no address at all.
 * A token that is not signed it refuses itself.
 */
async function namesNoShop(token: string): Promise<boolean> {
  const claims = await api.session.decodeSessionToken(token).catch(() => null);
  if (claims === null) return false;
  return !URL.canParse(claims.dest) || !shopDomain.safeParse(new URL(claims.dest).hostname).success;
}
