import "@shopify/shopify-app-remix/adapters/node";
import { redirect } from "@remix-run/node";
import { ApiVersion, LogSeverity, ShopifyError, shopifyApi } from "@shopify/shopify-api";
import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { AppDistribution, shopifyApp } from "@shopify/shopify-app-remix/server";

import { env } from "../../lib/env.server.ts";
import { leanFetch } from "../../lib/http/lean-fetch.ts";
import { logRepeated } from "../../lib/telemetry/log.server.ts";
import { shopDomain } from "../../lib/shop-domain.ts";
import { SealedSessionStorage } from "./session-storage.server.ts";

// The adapter has set a `fetch` when it was imported. This line runs later, and replaces it.
setAbstractFetchFunc(leanFetch);

const API_VERSION = ApiVersion.October26;

export const sessionStorage = new SealedSessionStorage();

const logger = {
  level: LogSeverity.Warning,
  log: (severity: LogSeverity, message: string) => {
    // Limits repeated lines, because any visitor can cause Shopify's package to log an error as often as they like.
    logRepeated(severity === LogSeverity.Error ? "error" : "warn", { message }, "shopify.sdk");
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

/** Authenticates a page's request by its session token. Throws Responses, so never wrap a call in try/catch. */
export const authenticate = { admin: authenticateAdmin };
/** Adds the headers that let only this shop's admin embed a document. */
export const addDocumentResponseHeaders = shopify.addDocumentResponseHeaders;

/**
 * Shopify's API library itself, for work outside of pages. The Remix package refreshes the shop's token before it
 * passes a webhook on, and answers 500 if the refresh fails. With that package, an uninstall would never arrive
 * (shopify-app-js #3360).
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

/** The first request with each session token, while it is being authenticated. */
const first = new Map<string, Promise<unknown>>();

/**
 * Authenticates a page's request. A page's loaders run at the same time, and each would exchange the session token for
 * an access token. Shopify keeps only one of these access tokens valid, perhaps not the stored one. Therefore the first
 * request makes the exchange, and the others wait for it.
 */
async function authenticateAdmin(request: Request) {
  const { searchParams } = new URL(request.url);
  // Shopify's package puts `shop` into a header unchecked. For most texts that are no shop, this fails.
  if (searchParams.getAll("shop").some((shop) => !shopDomain.safeParse(shop).success)) throw redirect("/");
  const token = request.headers.get("authorization") ?? searchParams.get("id_token") ?? "";
  if (await namesNoShop(token.replace("Bearer ", ""))) throw new Response(null, { status: 401 });
  const before = first.get(token);
  // A failure of the first request does not matter here, because each request is authenticated by itself.
  if (before) await Promise.allSettled([before]);
  const looking = shopify.authenticate.admin(request).catch(refuse);
  if (before || token === "") return looking;
  first.set(token, looking);
  const forget = () => first.delete(token);
  looking.then(forget, forget);
  return looking;
}

/**
 * Responds with 400 to an address that Shopify's package rejects. For such an address the package throws its base error
 * class; for all other errors, a subclass.
 */
function refuse(error: unknown): never {
  if (error instanceof ShopifyError && error.constructor === ShopifyError)
    throw new Response(null, { status: 400 });
  throw error;
}

/**
 * Returns true if a signed token names no shop. Shopify's package would request an access token from any host in the
 * token, and fail on an invalid address. The package itself refuses unsigned tokens.
 */
async function namesNoShop(token: string): Promise<boolean> {
  const claims = await api.session.decodeSessionToken(token).catch(() => null);
  if (claims === null) return false;
  return !URL.canParse(claims.dest) || !shopDomain.safeParse(new URL(claims.dest).hostname).success;
}
