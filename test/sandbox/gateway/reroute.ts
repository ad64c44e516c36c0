/**
 * A preload for the app's process (`node --import …/reroute.ts`): sends requests to `https://<shop>.myshopify.com`
 * and to Shopify's storage to the simulated Shopify at SANDBOX_SHOP_URL instead, with the shop's name still in the
 * Host header. The app and the SDK notice nothing: fetch and undici stay as they are, and only undici's dispatcher
 * below them gets another origin.
 */
// Throws at once if SANDBOX_SHOP_URL is missing.
simulated();

// Node makes the global dispatcher when fetch is used for the first time.
await fetch("data:,");
const dispatcher = (globalThis as unknown as Record<symbol, Dispatcher>)[
  Symbol.for("undici.globalDispatcher.1")
];
if (!dispatcher) throw new Error("This Node keeps undici's global dispatcher elsewhere.");

dispatcher.dispatch = new Proxy(dispatcher.dispatch, {
  apply: (dispatch, self, [options, handler]: Parameters<Dispatcher["dispatch"]>) =>
    Reflect.apply(dispatch, self, [reroute(options), handler]),
});

// A module, so that it may wait at its top level.
export {};

/** The part of undici's dispatcher that is wrapped: https://github.com/nodejs/undici, docs/docs/api/Dispatcher.md. */
type Dispatcher = { dispatch: (options: DispatchOptions, handler: unknown) => boolean };
type DispatchOptions = { origin?: string | URL; headers?: string[] | Record<string, string> | null };

function simulated(): string {
  const shopUrl = process.env.SANDBOX_SHOP_URL;
  if (shopUrl === undefined || !URL.canParse(shopUrl)) {
    throw new Error("SANDBOX_SHOP_URL: must be the address of the simulated Shopify.");
  }
  return new URL(shopUrl).origin;
}

function reroute(options: DispatchOptions): DispatchOptions {
  const { protocol, hostname, host } = new URL(options.origin ?? simulated());
  if (protocol !== "https:" || !isShopify(hostname)) return options;
  return { ...options, origin: simulated(), headers: withHost(options.headers ?? {}, host) };
}

/** Its shops, and the storage where files for and of bulk operations lie. */
function isShopify(hostname: string): boolean {
  return /\.myshopify\.com$|^(shopify-staged-uploads\.)?storage\.googleapis\.com$/.test(hostname);
}

/** undici takes headers as an object or as a list of names and values in turn. */
function withHost(headers: string[] | Record<string, string>, host: string) {
  return Array.isArray(headers) ? [...headers, "host", host] : { ...headers, host };
}
