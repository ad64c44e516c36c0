import { type BulkState, type BulkType, createBulkState } from "./bulk/operation.ts";
import { createCatalog, type Catalog } from "./catalog/catalog.ts";
import type { Collection } from "./catalog/collections.ts";
import type { MetafieldDefinition } from "./catalog/metafields.ts";
import { createPublications, type Publication } from "./catalog/publications.ts";
import type { Closure } from "./closure.ts";
import type { DeviationName } from "./deviations.ts";
import type { DeliveryProfile } from "./delivery/profiles.ts";
import type { FlowState } from "./flow/triggers.ts";
import type { FulfillmentService } from "./fulfillment/services.ts";
import type { IdempotencyLedger } from "./idempotency.ts";
import type { Order } from "./orders/order.ts";
import { createLocation, type Location } from "./stock/stock.ts";

/** The app as Shopify's Partner side knows it. `url` may be set once the app listens; `scopes` are the granted ones. */
export interface SandboxApp {
  apiKey: string;
  apiSecret: string;
  url?: string;
  scopes: string[];
  /** False: Shopify has not approved access to protected customer data, so names and addresses are null. */
  customerDataApproved?: boolean;
  /** Scopes that the app may request from a merchant after its installation. */
  optionalScopes?: string[];
  name?: string;
  /** As in the deployed configuration; a `shopify.app.toml` gives its own. */
  webhookApiVersion?: string;
  /**
   * Bulk operations that Shopify no longer lets the app run (shopify.dev/changelog:
   * apps-must-enable-bulk-operations-before-use).
   */
  bulkDenied?: BulkType[];
  /** The next bulk operation that reaches this many rows ends there, and from then on `bulkDenied` has both kinds. */
  bulkDeniedFromRow?: number | null;
  /** True: the server's address is not on the app's IP allowlist (shopify.dev: Restrict API access with an IP allowlist). */
  addressDenied?: boolean;
}

export interface ShopSeed {
  /** `something.myshopify.com` */
  domain: string;
  name?: string;
  email?: string;
  currencyCode?: string;
  countryCode?: string;
  ianaTimezone?: string;
  taxesIncluded?: boolean;
  plan?: PlanName;
  /** True if its shipping rates hold for new locations as well; otherwise for the shop's own location alone. */
  ratesEverywhere?: boolean;
  /** True if an order needs no shipping rates, like the merchant's draft orders. A checkout always needs them. */
  ordersNeedNoRates?: boolean;
  /** True if it has market-driven shipping. */
  marketDrivenShipping?: boolean;
}

export interface StaffMember {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  locale: string;
}

/** Everything one simulated shop remembers. Resolvers read and change it; later subjects add fields of their own. */
export interface ShopState {
  readonly id: number;
  readonly domain: string;
  name: string;
  email: string;
  currencyCode: string;
  countryCode: string;
  ianaTimezone: string;
  /** True if its prices include tax. */
  taxesIncluded: boolean;
  plan: PlanName;
  owner: StaffMember;
  createdAt: Date;
  /** A token exchange installs the app, an uninstall removes it: Shopify manages the installation. */
  installed: boolean;
  /** The optional scopes that the merchant has granted. They hold for existing tokens, too. */
  grantedScopes: string[];
  /** Null while Shopify serves the shop. */
  closed: Closure | null;
  /**
   * How the Admin API shows a cancellation that was requested and not answered: `as-recorded` is ACCEPTED with a
   * CANCELLATION_REQUEST among the merchant's requests (airhorns/shopify-draft-proxy, API 2026-04), `as-documented`
   * CANCELLATION_REQUESTED (Admin schema, FulfillmentOrderRequestStatus). An app has to bear both.
   */
  showsCancellation: "as-documented" | "as-recorded";
  /** The shop's deviation from the sandbox's rules; null if there is none. */
  deviation: DeviationName | null;
  /** The last number given to an object of this shop. */
  lastId: number;
  flow: FlowState;
  catalog: Catalog;
  /** The metafield definitions that the app declares; the shop has them while the app is installed. */
  readonly declared: Omit<MetafieldDefinition, "id">[];
  publications: Publication[];
  /** Collections to which the merchant adds products by hand. */
  collections: Collection[];
  /** Locations by the merchant's priority. */
  locations: Location[];
  /** True if the merchant has chosen shipping rates that hold for every new location as well. */
  ratesEverywhere: boolean;
  ordersNeedNoRates: boolean;
  /**
   * True: the merchant's rates belong to markets, and the Admin API shows those of `ratesSnapshot`. False: each variant is in
   * exactly one profile (shopify.dev/changelog: market-driven-shipping-now-available-in-feature-preview).
   */
  marketDrivenShipping: boolean;
  /** The locations with rates when the shop got market-driven shipping. */
  ratesSnapshot: Location[] | null;
  /** Profiles that apps made. */
  appProfiles: DeliveryProfile[];
  services: FulfillmentService[];
  orders: Order[];
  idempotency: IdempotencyLedger;
  /** Milliseconds until a search finds something new. */
  searchLag: number;
  bulk: BulkState;
  /** Above this many variants, only this many new ones per day, and how many were created today. */
  variantThrottle: { above: number; aDay: number; today: { day: string; created: number } };
  /** Requests of the Admin API that were run so far, the points that they cost, and those that were throttled. */
  usage: { calls: number; mutations: number; points: number; throttled: number };
}

export type PlanName = keyof typeof PLANS;

/** Restore rates in points a second: shopify.dev, GraphQL Admin API rate limits. */
export const PLANS = {
  Basic: { displayName: "Basic", pointsPerSecond: 100, shopifyPlus: false },
  Advanced: { displayName: "Advanced", pointsPerSecond: 200, shopifyPlus: false },
  Plus: { displayName: "Shopify Plus", pointsPerSecond: 1000, shopifyPlus: true },
  /** A shop of a partner, for testing (Admin schema, ShopPlan); its rate is not documented. */
  Development: { displayName: "Development", pointsPerSecond: 100, shopifyPlus: false },
};

export class UnknownShopError extends Error {
  constructor(domain: string) {
    super(`The sandbox has no shop named ${domain}.`);
  }
}

export function createShops(seeds: ShopSeed[], now: Date, declared: ShopState["declared"] = []): ShopState[] {
  return seeds.map((seed, index) => createShop(seed, index, now, declared));
}

/** The shop of this domain, or the first one when none is named. Throws `UnknownShopError`. */
export function findShop(shops: ShopState[], domain?: string): ShopState {
  const found = domain === undefined ? shops[0] : shops.find((shop) => shop.domain === domain);
  if (!found) throw new UnknownShopError(domain ?? "(none)");
  return found;
}

/** The app's number on the Partner side; its own metafields live in the namespace `app--<number>`. */
export const APP_ID = 50_000_000_001;

const FIRST_SHOP_ID = 70_000_000_001;
const FIRST_USER_ID = 90_000_000_001;

/** Ids are unique across shops. */
const FIRST_OBJECT_ID = 8_000_000_000_000;
export const OBJECTS_PER_SHOP = 1_000_000_000;

function createShop(seed: ShopSeed, index: number, now: Date, declared: ShopState["declared"]): ShopState {
  const shop: ShopState = {
    id: FIRST_SHOP_ID + index,
    domain: seed.domain,
    name: seed.name ?? "Demo Shop",
    email: seed.email ?? "owner@demo-shop.example",
    currencyCode: seed.currencyCode ?? "EUR",
    countryCode: seed.countryCode ?? "DE",
    ianaTimezone: seed.ianaTimezone ?? "Europe/Berlin",
    taxesIncluded: seed.taxesIncluded ?? true,
    plan: seed.plan ?? "Basic",
    owner: {
      id: FIRST_USER_ID + index,
      firstName: "Demo",
      lastName: "Owner",
      email: seed.email ?? "owner@demo-shop.example",
      locale: "en",
    },
    createdAt: now,
    installed: false,
    grantedScopes: [],
    closed: null,
    showsCancellation: "as-recorded",
    deviation: null,
    lastId: FIRST_OBJECT_ID + index * OBJECTS_PER_SHOP,
    flow: { workflows: new Set(), received: [] },
    catalog: createCatalog(),
    declared,
    publications: [],
    collections: [],
    locations: [],
    ratesEverywhere: seed.ratesEverywhere ?? false,
    ordersNeedNoRates: seed.ordersNeedNoRates ?? false,
    marketDrivenShipping: seed.marketDrivenShipping ?? false,
    ratesSnapshot: null,
    appProfiles: [],
    services: [],
    orders: [],
    idempotency: new Map(),
    searchLag: 0,
    bulk: createBulkState(),
    variantThrottle: { above: 50_000, aDay: 1_000, today: { day: "", created: 0 } },
    usage: { calls: 0, mutations: 0, points: 0, throttled: 0 },
  };
  shop.publications = createPublications(shop);
  createLocation(shop, { name: "Shop location", service: null, now });
  if (shop.marketDrivenShipping) shop.ratesSnapshot = [...shop.locations];
  return shop;
}
