/**
 * The world around the app's modules: a database of the worker's own, a simulated supplier and a simulated Shopify, and
 * the settings that lead to them. The modules are loaded once a worker and serve its test files one after the other;
 * the world is renewed for each (`set-up-world.ts`).
 */
import { randomBytes } from "node:crypto";

import { parseEnv } from "../../app/lib/env.ts";
import { shopDomain, type ShopDomain } from "../../app/lib/shop-domain.ts";
import * as contract from "../../app/wholesale/contract.ts";
import { fingerprint } from "../../app/wholesale/write-gate.ts";
import { readScopes } from "../sandbox/app-scopes.ts";
import { type ShopBackend, startShop } from "../sandbox/shop/backend.ts";
import { startWholesale, type WholesaleService } from "../sandbox/wholesale/service.ts";
import { emptyTables, freshDatabase } from "./database.ts";

const APP = { apiKey: "test-api-key", apiSecret: "test-api-secret" };
const APP_TOML = "shopify.app.toml";
/** More shops than one test file needs. */
const SHOPS = Array.from({ length: 50 }, (_, index) => ({
  domain: `shop-${String(index)}.myshopify.com`,
  // Unless a test takes them away.
  ratesEverywhere: true,
}));

export const databaseUrl: string = await freshDatabase();
export let wholesale: WholesaleService;
export let shopify: ShopBackend;

const SETTINGS = {
  NODE_ENV: "test",
  SHOPIFY_API_KEY: APP.apiKey,
  SHOPIFY_API_SECRET: APP.apiSecret,
  SHOPIFY_APP_URL: "http://127.0.0.1:1",
  DATABASE_URL: databaseUrl,
  STOCKBRIDGE_KEYRING: JSON.stringify({
    current: "test",
    keys: { test: randomBytes(32).toString("base64") },
  }),
  WHOLESALE_CONTRACT_CONFIRMED: await fingerprint(contract),
  LOG_LEVEL: "silent",
};
/** Empties the database, and begins a supplier, a Shopify and settings that no test has touched. */
export async function renewWorld(): Promise<void> {
  await Promise.all([emptyTables(databaseUrl), end?.()]);
  used = 0;
  wholesale = await startWholesale({ products: 24 });
  const { scopes, optionalScopes } = await readScopes(APP_TOML);
  shopify = await startShop({
    // The merchant has granted every scope that the app may request.
    app: { ...APP, url: SETTINGS.SHOPIFY_APP_URL, scopes: [...scopes, ...optionalScopes] },
    shops: SHOPS,
    appToml: APP_TOML,
    // No process listens at the app's address.
    retryDelays: [],
  });
  end = () => Promise.all([wholesale.close(), shopify.close()]);
  await changeSettings({
    ...SETTINGS,
    SCOPES: undefined,
    WHOLESALE_BASE_URL: wholesale.url,
    SANDBOX_SHOP_URL: shopify.url,
  });
  await import("../sandbox/gateway/reroute.ts");
}

let end: (() => Promise<unknown>) | undefined;

/** Changes settings, of the app here and of processes that a test starts, until the test file ends. */
export async function changeSettings(settings: Record<string, string | undefined>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  const parsed = parseEnv(process.env);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { env } = await import("../../app/lib/env.server.ts");
  for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
  Object.assign(env, parsed.env);
}

/** A shop that no other test of this file uses. */
export function newShop(): ShopDomain {
  const next = SHOPS[used++];
  if (!next) throw new Error("The test world has no more shops: raise their number.");
  return shopDomain.parse(next.domain);
}
let used = 0;
