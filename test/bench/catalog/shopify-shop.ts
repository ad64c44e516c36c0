import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readScopes } from "../../sandbox/app-scopes.ts";
import { type ShopBackend, startShop } from "../../sandbox/shop/backend.ts";
import { installApp } from "../../sandbox/shop/installation.ts";
import type { ShopState } from "../../sandbox/shop/state.ts";

/** A simulated Shopify with one shop, and that shop's inside. */
export type ShopifyShop = { shopify: ShopBackend; state: ShopState; close: () => Promise<unknown> };

/** A shop that has the app, whose token the app's modules find in the database. */
export async function openShop(domain: ShopDomain): Promise<ShopifyShop> {
  const { Session } = await import("@shopify/shopify-api");
  const { api, sessionStorage } = await import("../../../app/shop/auth/shopify.server.ts");
  const { env } = await import("../../../app/lib/env.server.ts");
  const { scopes } = await readScopes("shopify.app.toml");
  const url = env.SHOPIFY_APP_URL;
  const app = { apiKey: env.SHOPIFY_API_KEY, apiSecret: env.SHOPIFY_API_SECRET, url, scopes };
  const appToml = "shopify.app.toml";
  const shopify = await startShop({ app, shops: [{ domain }], appToml, retryDelays: [] });
  const [state] = shopify.shops;
  if (!state) throw new Error("There is no shop.");
  installApp(state);
  const { accessToken } = shopify.tokens.issueOffline(state, scopes, { expiring: true });
  const id = api.session.getOfflineId(domain);
  const expires = new Date(Date.now() + 3_600_000);
  await sessionStorage.storeSession(
    new Session({ id, shop: domain, state: "", isOnline: false, accessToken, expires }),
  );
  return { shopify, state, close: () => shopify.close() };
}

/** The same for work in this process: its calls lead there. */
export async function openShopHere(domain: ShopDomain): Promise<ShopifyShop> {
  const opened = await openShop(domain);
  process.env.SANDBOX_SHOP_URL = opened.shopify.url;
  await import("../../sandbox/gateway/reroute.ts");
  return opened;
}

/** As in the midst of long work: all is used but what is kept free. */
const LEVEL = 0.2;

/** Measures the points and the time of some work, beside the time in which Shopify restores those points. */
export async function measureUsage(
  { shopify, state }: ShopifyShop,
  work: () => Promise<void>,
): Promise<{ points: number; calls: number; beside: number }> {
  const { maximumAvailable, currentlyAvailable, restoreRate } = shopify.throttle.status(state);
  shopify.throttle.take(state, Math.max(0, currentlyAvailable - maximumAvailable * LEVEL));
  const before = { ...state.usage };
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const points = state.usage.points - before.points;
  return { points, calls: state.usage.calls - before.calls, beside: seconds / (points / restoreRate) };
}
