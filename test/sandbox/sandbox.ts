import { randomBytes } from "node:crypto";

import { startEmbeddedPostgres } from "../../scripts/dev-postgres/embedded-postgres.ts";
import * as assumedContract from "../../app/wholesale/contract.ts";
import { fingerprint } from "../../app/wholesale/write-gate.ts";
import type { ContractModule } from "../../app/wholesale/operation.ts";
import { buildIfStale, buildWithContract } from "../../scripts/build-if-stale.ts";
import * as byStepsContract from "../contracts/by-steps.ts";
import * as otherContract from "../contracts/other.ts";
import { createAdmin } from "./admin/admin.ts";
import { type AppProcess, builtApp, startApp } from "./app-process.ts";
import { readScopes } from "./app-scopes.ts";
import { openControl } from "./control.ts";
import { openFront } from "./front.ts";
import { createGateway } from "./gateway/gateway.ts";
import { startMail } from "./mail/mail-server.ts";
import { merchant, type Merchant } from "./merchant.ts";
import { type ShopBackend, startShop } from "./shop/backend.ts";
import type { Progress } from "./wholesale/progress.ts";
import type { Dialect } from "./wholesale/routes.ts";
import { shopifyCommandLine } from "./shopify-command-line.ts";
import { startWholesale, type WholesaleService } from "./wholesale/service.ts";

export type SandboxOptions = {
  /** The port of the admin; 0 means any free port. */
  port?: number;
  /** The simulated supplier's dialect. The app is built with the contract for that dialect. */
  dialect?: Dialect;
  /** The simulated supplier's number of products. */
  products?: number;
  /**
   * The pace at which orders at the simulated supplier progress automatically. Without it they progress only on a
   * call.
   */
  progress?: Progress;
  /** A database of one's own (the owner's address); without it, an embedded one that ends with the sandbox. */
  database?: string;
  /** A supplier to use in place of the simulated one. */
  foreign?: Supplier;
  /** The contract to build in; without it the one that goes with the dialect. */
  contract?: keyof typeof CONTRACTS | BuiltIn;
  /** The domains of the shops; by default there is one shop. */
  shops?: string[];
  /** The delay of each webhook; none by default. */
  transit?: () => number | null;
  /** More settings for the app. */
  settings?: Record<string, string>;
  /** The app as Shopify's command line starts it, compiled by Vite, in place of the build. */
  development?: boolean;
  /** The folder of another release that is built there, in place of this one. */
  release?: string;
};

/** A contract, and the file to build in if it is not the app's own contract. */
export type BuiltIn = { contract: ContractModule; file?: string };

export type Supplier = { url: string; account: { email: string; password: string } };

export type Sandbox = {
  addresses: { admin: string; app: string; wholesale: string; control: string };
  supplier: Supplier;
  /** The simulated supplier's inside; null when a foreign one is used. */
  wholesale: WholesaleService | null;
  shop: ShopBackend;
  /** The owner's address of the app's database. */
  databaseUrl: string;
  /** A headless browser of the merchant of that shop (the first one by default). */
  merchant: (shop?: string) => Merchant;
  /** The app's output over all its restarts. */
  appOutput: () => string;
  /** Starts one more process of the app on the same database, as a cluster would; it ends with the sandbox. */
  startAnotherApp: (settings?: Record<string, string>) => Promise<AppProcess>;
  /** The app's whole environment, for a command that is run beside it. */
  settings: () => Record<string, string>;
  /** The app's own address, behind the gateway. */
  appUrl: () => string;
  /** Ends the app as a power cut would (SIGKILL) or gracefully. Nothing answers until it is started again. */
  endApp: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>;
  /** Ends the app and starts it again, from now on with these settings in place of those that it had. */
  restartApp: (signal?: "SIGTERM" | "SIGKILL", changed?: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
};

const APP = { apiKey: "sandbox-api-key", apiSecret: "sandbox-api-secret", name: "Stockbridge" };
const DEFAULT_SHOP = "demo-shop.myshopify.com";
const APP_TOML = "shopify.app.toml";
const WAREHOUSE = { countryCode: "PL", zip: "60-001", city: "Poznań", address1: "Polna 1" };

/** The contract that fits a dialect, or a supplier of another make. */
const CONTRACTS: Record<Dialect | "by-steps", BuiltIn> = {
  assumed: { contract: assumedContract },
  documented: { contract: assumedContract },
  other: { contract: otherContract, file: "test/contracts/other.ts" },
  "by-steps": { contract: byStepsContract, file: "test/contracts/by-steps.ts" },
};

/**
 * Starts everything a merchant would meet, on loopback: database, the app unmodified, a simulated shop, a simulated
 * supplier, and one port for the browser.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const wanted = options.contract ?? options.dialect ?? "assumed";
  const { contract, file } = typeof wanted === "string" ? CONTRACTS[wanted] : wanted;
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const front = await openFront(options.port ?? 0);
    ends.push(front.close);
    const addresses = {
      admin: `http://localhost:${String(front.port)}`,
      app: `http://127.0.0.1:${String(front.port)}`,
    };

    const parts = [
      options.database === undefined ? ownDatabase(ends) : Promise.resolve(options.database),
      options.foreign ? Promise.resolve(null) : simulatedSupplier(options, ends),
      simulatedShop(addresses.app, options, ends),
      programOf(options, file),
    ] as const;
    // If a part fails, waits for the other parts, so that all of them can be ended.
    await Promise.allSettled(parts);
    const [database, wholesale, shop, program] = await Promise.all(parts);
    const supplier = options.foreign ?? wholesale;
    if (supplier === null) throw new Error("There is no supplier.");

    const mail = await startMail();
    ends.push(mail.close);
    const settings: Record<string, string> = {
      SHOPIFY_API_KEY: APP.apiKey,
      SHOPIFY_API_SECRET: APP.apiSecret,
      ...(options.development ? shopifyCommandLine(addresses.app) : { SHOPIFY_APP_URL: addresses.app }),
      SHOPIFY_ADMIN_URL: addresses.admin,
      SCOPES: shop.app.scopes.join(","),
      DATABASE_URL: database,
      STOCKBRIDGE_KEYRING: JSON.stringify({
        current: "sandbox",
        keys: { sandbox: randomBytes(32).toString("base64") },
      }),
      WHOLESALE_BASE_URL: supplier.url,
      ...(options.foreign ? {} : { WHOLESALE_NAME: "Harbor Wholesale" }),
      WHOLESALE_WAREHOUSE: JSON.stringify(WAREHOUSE),
      // At the simulated supplier nothing can be lost, and a tour of one's own supplier is meant to order there.
      WHOLESALE_CONTRACT_CONFIRMED: await fingerprint(contract),
      SANDBOX_SHOP_URL: shop.url,
      SMTP_URL: mail.url,
      MAIL_FROM: "Stockbridge <stockbridge@example.com>",
      ...options.settings,
    };
    let app: AppProcess = await startApp(settings, program, options.release);
    ends.push(() => app.end());
    let earlierOutput = "";

    const admin = createAdmin({
      shops: shop.shops,
      apiKey: APP.apiKey,
      appName: APP.name,
      appOrigin: addresses.app,
      sessionToken: (asked) => shop.sessionToken(asked),
      grantScopes: (asked) => shop.grantScopes(asked),
    });
    const gateway = createGateway({ appUrl: () => app.url, adminOrigin: addresses.admin });
    front.open({
      localhost: { request: openControl({ admin, shop, wholesale, mail }) },
      "127.0.0.1": gateway,
    });

    const [firstShop] = shop.shops;
    if (!firstShop) throw new Error("The simulated Shopify has no shop.");
    return {
      addresses: { ...addresses, wholesale: supplier.url, control: addresses.admin },
      supplier,
      wholesale,
      shop,
      databaseUrl: database,
      merchant: (domain = firstShop.domain) =>
        merchant({ app: addresses.app, shop: domain, token: () => shop.sessionToken({ shop: domain }) }),
      appOutput: () => earlierOutput + app.output(),
      startAnotherApp: async (more = {}) => {
        const another = await startApp({ ...settings, ...more }, program, options.release);
        ends.push(() => another.end());
        return another;
      },
      settings: () => settings,
      appUrl: () => app.url,
      endApp: (signal = "SIGTERM") => app.end(signal),
      restartApp: async (signal = "SIGTERM", changed = {}) => {
        await app.end(signal);
        earlierOutput += app.output();
        Object.assign(settings, changed);
        app = await startApp(settings, program, options.release);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns Node's arguments for the app, once it is built. */
async function programOf({ development, release }: SandboxOptions, contract?: string): Promise<string[]> {
  if (development) return ["server.ts"];
  if (contract !== undefined) return builtApp(await buildWithContract(contract));
  if (release === undefined) await buildIfStale();
  return builtApp();
}

async function ownDatabase(ends: (() => Promise<void>)[]): Promise<string> {
  const postgres = await startEmbeddedPostgres({});
  ends.push(postgres.stop);
  await postgres.createDatabase("sandbox");
  return postgres.url("sandbox");
}

async function simulatedSupplier(
  options: SandboxOptions,
  ends: (() => Promise<void>)[],
): Promise<WholesaleService> {
  const service = await startWholesale({
    ...(options.dialect === undefined ? {} : { dialect: options.dialect }),
    ...(options.products === undefined ? {} : { products: options.products }),
    ...(options.progress === undefined ? {} : { progress: options.progress }),
  });
  ends.push(() => service.close());
  return service;
}

/** Recordings of Shopify show a lag of some seconds. */
const SEARCH_LAG_MS = 3000;

async function simulatedShop(
  appUrl: string,
  { shops, transit }: SandboxOptions,
  ends: (() => Promise<void>)[],
): Promise<ShopBackend> {
  const shop = await startShop({
    // Products can be ordered as soon as they are imported. A checkout needs rates.
    shops: (shops ?? [DEFAULT_SHOP]).map((domain) => ({ domain, ordersNeedNoRates: true })),
    app: { ...APP, url: appUrl, ...(await readScopes(APP_TOML)) },
    appToml: APP_TOML,
    searchLag: SEARCH_LAG_MS,
    ...(transit && { transit }),
  });
  ends.push(() => shop.close());
  return shop;
}
