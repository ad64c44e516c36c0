/**
 * The world around the app's modules in a test file: a database of its own, a simulated supplier and a simulated
 * Shopify, and the settings that lead to them. Vitest runs this before the file's own imports.
 */
import { randomBytes } from "node:crypto";

import { afterAll, afterEach, expect, vi } from "vitest";

import { shopDomain, type ShopDomain } from "../../app/lib/shop-domain.ts";
import * as contract from "../../app/wholesale/contract.ts";
import { fingerprint } from "../../app/wholesale/fingerprint.ts";
import { readScopes } from "../sandbox/app-scopes.ts";
import { type ShopBackend, startShop } from "../sandbox/shop/backend.ts";
import { startWholesale, type WholesaleService } from "../sandbox/wholesale/service.ts";
import { freshDatabase } from "./database.ts";

const APP = { apiKey: "test-api-key", apiSecret: "test-api-secret" };
const APP_TOML = "shopify.app.toml";
/** As many shops as a file may want to have for itself. */
const SHOPS = Array.from({ length: 40 }, (_, index) => ({ domain: `shop-${String(index)}.myshopify.com` }));

export const databaseUrl: string = await freshDatabase();
export const wholesale: WholesaleService = await startWholesale();
export const shopify: ShopBackend = await startShop({
  app: { ...APP, url: "http://127.0.0.1:1", scopes: await readScopes(APP_TOML) },
  shops: SHOPS,
  appToml: APP_TOML,
  // Nobody listens at the app's address.
  retryDelays: [],
});

Object.assign(process.env, {
  NODE_ENV: "test",
  SHOPIFY_API_KEY: APP.apiKey,
  SHOPIFY_API_SECRET: APP.apiSecret,
  SHOPIFY_APP_URL: "http://127.0.0.1:1",
  DATABASE_URL: databaseUrl,
  STOCKBRIDGE_KEYRING: JSON.stringify({
    current: "test",
    keys: { test: randomBytes(32).toString("base64") },
  }),
  WHOLESALE_BASE_URL: wholesale.url,
  WHOLESALE_CONTRACT_CONFIRMED: await fingerprint(contract),
  SANDBOX_SHOP_URL: shopify.url,
  LOG_LEVEL: "silent",
});
await import("../sandbox/gateway/reroute.ts");

/** A shop that no other test of this file uses. */
export function newShop(): ShopDomain {
  const next = SHOPS[used++];
  if (!next) throw new Error("The test world has no more shops: raise their number.");
  return shopDomain.parse(next.domain);
}
let used = 0;

const consoleError = vi.spyOn(console, "error");
afterEach(() => {
  // Nothing in the app writes to the console; a library that does has something to say.
  expect(consoleError.mock.calls).toEqual([]);
  consoleError.mockClear();
});

afterAll(async () => {
  const { closeDatabase } = await import("../../app/lib/db.server.ts");
  await closeDatabase();
  await Promise.all([wholesale.close(), shopify.close()]);
});
