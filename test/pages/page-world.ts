/** Shops in which each page of the app has its main states, made by what a merchant and a supplier do. */
import "../../app/messages/all-languages.server.ts";
import { languages } from "../../app/messages/languages.ts";
import { translator } from "../../app/messages/translate.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import type { OrderWish } from "../sandbox/shop/merchant.ts";
import { setBranding } from "../sandbox/tour-branding.ts";
import { control, poll } from "../sandbox/tour-support.ts";
import { freshDatabase, query } from "../support/database.ts";

/** `new`: not connected. `empty`: connected, and nothing else. `filled`: sells, with orders in many states. */
export const SHOPS = {
  filled: "harbor-goods.myshopify.com",
  empty: "empty-shop.myshopify.com",
  new: "new-shop.myshopify.com",
} as const;

export type ShopState = keyof typeof SHOPS;

export type PageWorld = {
  sandbox: Sandbox;
  /** Orders by their state in the filled shop, as ids of the app. */
  orders: Record<"shipped" | "placed" | "held", string>;
  /** Stand-ins for Shopify's pages with the app's blocks, as paths. */
  shopifyPages: Record<"order" | "order-held" | "order-unsent" | "orders" | "product", string>;
  importId: string;
  /** Products by the supplier's ids: one that is in the shop, and some that are not. */
  imported: string;
  offered: string[];
  /** The links of an e-mail to an address that is not confirmed. */
  links: { confirm: string; unsubscribe: string };
  /** E-mails in the sandbox's inbox, by kind and language, as paths. */
  mails: Record<"urgent" | "digest", Record<string, string>>;
};

/** Numbers of products that the filled shop imports, and of those that it has yet to import. */
const IMPORTED = 8;
const OFFERED = 3;
const SCOPES = [
  "write_shipping",
  "read_shipping",
  "write_third_party_fulfillment_orders",
  "read_merchant_managed_fulfillment_orders",
];
/** An order that was not requested is listed after up to 90 seconds, and later on a busy machine. */
const WITHIN_MS = 180_000;

type Goods = { productId: string; variantId: string; sku: string; name: string; priceMinor: number };

export async function startPageWorld(): Promise<PageWorld> {
  const sandbox = await startSandbox({
    database: await freshDatabase(),
    products: 60,
    shops: Object.values(SHOPS),
  });
  try {
    return await fill(sandbox);
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

async function fill(sandbox: Sandbox): Promise<PageWorld> {
  const account = { intent: "connect", ...sandbox.supplier.account };
  for (const shop of [SHOPS.filled, SHOPS.empty])
    await sandbox.merchant(shop).submit("/app/settings", "routes/app.settings", account);
  await sandbox.merchant(SHOPS.new).open("/app");
  await control(sandbox, "/_shop/scopes", { scopes: SCOPES });
  const goods = chooseGoods(sandbox);
  const imported = goods.slice(0, IMPORTED);
  await importGoods(sandbox, imported);
  await confirmStart(sandbox);
  await setBranding(sandbox);
  for (const locale of Object.keys(languages)) {
    const { confirm } = await addReader(sandbox, readerIn(locale), locale);
    await fetch(confirm, { method: "POST" });
  }
  const orders = await placeOrders(sandbox, imported);
  await moveOn(sandbox, goods);
  const { links, mails } = await sendMails(sandbox);
  const [run] = await query<{ id: string }>(sandbox.databaseUrl, "select id from import_run limit 1");
  return {
    sandbox,
    orders: orders.ids,
    shopifyPages: shopifyPages(sandbox, { ...orders.names, sku: known(imported[0]).sku }),
    links,
    mails,
    importId: known(run).id,
    imported: known(imported[0]).productId,
    offered: goods.slice(IMPORTED, IMPORTED + OFFERED).map(({ productId }) => productId),
  };
}

/** Products of which plenty is in stock. */
function chooseGoods(sandbox: Sandbox): Goods[] {
  const { catalogue } = known(sandbox.wholesale).supplier;
  const { products } = catalogue.page({ from: 0, limit: catalogue.size });
  return products
    .filter(({ discontinued }) => !discontinued)
    .flatMap(({ id: productId, name, variants }) => {
      const variant = variants.find(({ sku, stock }) => sku !== null && stock >= 20);
      if (variant?.sku == null) return [];
      return [{ productId, name, variantId: variant.id, sku: variant.sku, priceMinor: variant.priceMinor }];
    });
}

async function importGoods(sandbox: Sandbox, goods: Goods[]): Promise<void> {
  const merchant = sandbox.merchant();
  await until("The catalog is not read.", async () => {
    const read = await merchant.read<{ kind: string; total?: number; reading?: boolean }>(
      "/app/catalog",
      "routes/app.catalog",
    );
    return read.kind === "page" && (read.total ?? 0) > 0 && read.reading === false;
  });
  await merchant.importProducts(goods.map(({ productId }) => productId));
  await until("The import does not end.", () => {
    const sold = [...known(sandbox.shop.shops[0]).catalog.variants.values()].map(({ item }) => item.sku);
    return goods.every(({ sku }) => sold.includes(sku));
  });
}

/** The merchant confirms the prices and the shipping rate that the app suggests. */
async function confirmStart(sandbox: Sandbox): Promise<void> {
  const merchant = sandbox.merchant();
  const page = ["/app/rates", "routes/app.rates"] as const;
  const { version } = await merchant.read<{ version: number }>(...page);
  const everywhere = {
    name: "Everywhere",
    restOfWorld: true,
    countries: [],
    basis: "flat",
    steps: [{ from: "", price: "4.90" }],
    freeFrom: "",
  };
  const form = JSON.stringify({ title: "Standard", groups: [everywhere] });
  await merchant.submit(...page, { intent: "save", form, version: String(version) });
}

const CUSTOMERS = [
  { firstName: "Ada", lastName: "Jensen" },
  { firstName: "Bram", lastName: "de Vries" },
  { firstName: "Chiara", lastName: "Russo" },
  { firstName: "Dunja", lastName: "Novak" },
  { firstName: "Emil", lastName: "Berg" },
  { firstName: "Freya", lastName: "Lund" },
];

type PlacedOrders = {
  ids: PageWorld["orders"];
  names: Record<"shipped" | "held" | "unsent", string>;
};

async function placeOrders(sandbox: Sandbox, goods: Goods[]): Promise<PlacedOrders> {
  const { merchant } = sandbox.shop;
  const place = (at: number, wish: Partial<Pick<OrderWish, "address" | "money">> = {}) => {
    const customer = { ...CUSTOMERS[at % CUSTOMERS.length], email: `customer-${String(at)}@example.com` };
    const lines = [0, 1].map((more) => ({
      sku: known(goods[(at + more) % goods.length]).sku,
      quantity: 1 + more,
    }));
    return merchant.placeOrder({ lines, customer, ...wish }).name;
  };
  const [shipped, placed, held] = [place(0), place(1), place(2, { address: { address1: null } })];
  for (const name of [shipped, placed, held]) merchant.requestFulfillment(name);
  const unsent = place(3);
  const losing = place(4, { money: { shipping: 0 } });
  for (const line of known(sandbox.shop.shops[0]?.orders.find(({ name }) => name === losing)).lines)
    line.price = "1.00";
  const { ledger } = known(sandbox.wholesale).supplier;
  const rows = () =>
    query<{ id: string; order_name: string; state: string }>(
      sandbox.databaseUrl,
      "select id, order_name, state from supplier_order",
    );
  const stateOf = async (name: string) => (await rows()).find((row) => row.order_name === name)?.state;
  await until("The orders are not placed.", async () => {
    const states = [await stateOf(shipped), await stateOf(placed), await stateOf(held)];
    return states.join() === "placed,placed,held";
  });
  const [supplierOrder] = await query<{ number: string }>(
    sandbox.databaseUrl,
    "select supplier_order_id as number from supplier_order where order_name = $1",
    [shipped],
  );
  ledger.ship(known(supplierOrder).number, { carrier: "DHL", trackingNumber: "00340434161094021501" });
  const ids = Object.fromEntries((await rows()).map(({ id, order_name }) => [order_name, id]));
  const idOf = (name: string) => known(ids[name]);
  await sandbox.merchant().press(idOf(shipped), "update");
  await until("The package does not reach the shop.", async () => (await stateOf(shipped)) === "shipped");
  const waiting = "select from unrequested_order";
  await until("No order waits.", async () => (await query(sandbox.databaseUrl, waiting)).length === 2);
  return {
    ids: { shipped: idOf(shipped), placed: idOf(placed), held: idOf(held) },
    names: { shipped, held, unsent },
  };
}

function shopifyPages(
  sandbox: Sandbox,
  { shipped, held, unsent, sku }: PlacedOrders["names"] & { sku: string },
): PageWorld["shopifyPages"] {
  const { domain, orders, catalog } = known(sandbox.shop.shops[0]);
  const store = `/store/${domain.replace(".myshopify.com", "")}`;
  const order = (wanted: string) =>
    `${store}/orders/${String(known(orders.find(({ name }) => name === wanted)).id)}`;
  const product = [...catalog.products.values()].find(({ variants }) =>
    variants.some(({ item }) => item.sku === sku),
  );
  return {
    order: order(shipped),
    "order-held": order(held),
    "order-unsent": order(unsent),
    orders: `${store}/orders`,
    product: `${store}/products/${String(known(product).id)}`,
  };
}

/** The supplier changes prices and stock. The merchant sets a price, creates a product, syncs, compares, and looks for matches. */
async function moveOn(sandbox: Sandbox, goods: Goods[]): Promise<void> {
  const { catalogue } = known(sandbox.wholesale).supplier;
  const merchant = sandbox.merchant();
  const [, dearer, soldOut, gone, own] = goods.map(known);
  const change = (each: Goods | undefined, changed: { priceMinor?: number; stock?: number }) => {
    const { productId, variantId: id } = known(each);
    catalogue.change(productId, { variants: [{ id, ...changed }] }, new Date());
  };
  change(dearer, { priceMinor: Math.round(known(dearer).priceMinor * 1.6) });
  // This change makes a sync look at the product, and find the merchant's own price.
  change(own, { priceMinor: Math.round(known(own).priceMinor * 1.05) });
  change(soldOut, { stock: 0 });
  catalogue.change(known(gone).productId, { discontinued: true }, new Date());
  const { products } = await control<{
    products: { id: string; variants: { id: string; sku: string | null }[] }[];
  }>(sandbox, "/_shop/products");
  const ours = products.find(({ variants }) => variants.some(({ sku }) => sku === known(own).sku));
  const variant = known(ours).variants.find(({ sku }) => sku === known(own).sku);
  await control(sandbox, `/_shop/products/${encodeURIComponent(known(ours).id)}`, {
    variants: [{ id: known(variant).id, price: "199.00" }],
  });
  // The merchant creates a product that the supplier has, too.
  const match = known(goods.at(-1));
  sandbox.shop.merchant.createProduct({
    title: match.name,
    variants: [{ sku: match.sku, price: "49.00", available: 3 }],
  });
  await merchant.submit("/app/sync", "routes/app.sync", { intent: "sync-now" });
  await merchant.submit("/app/reconciliation", "routes/app.reconciliation", {});
  const page = <Data>(path: string, route: string) => merchant.read<Data>(path, `routes/${route}`);
  await until("A price does not wait for approval.", async () => {
    const { status } = await page<{ status: { approvals: number; ownFields: number; state: string } }>(
      "/app/sync",
      "app.sync",
    );
    return (status.state === "resting" && status.approvals > 0 && status.ownFields > 0) || status;
  });
  await until("No match is found.", async () => {
    const { matching } = await page<{ matching: { open: number; run: { running: boolean } | null } }>(
      "/app/links",
      "app.links",
    );
    if (matching.run?.running !== true && matching.open === 0)
      await merchant.submit("/app/links", "routes/app.links", { intent: "find", scope: "shop" });
    return (matching.run?.running === false && matching.open > 0) || matching;
  });
  await until("The comparison does not end.", async () => {
    const { comparison } = await page<{ comparison: { isRunning: boolean; comparedAt: string | null } }>(
      "/app/reconciliation",
      "app.reconciliation",
    );
    return !comparison.isRunning && comparison.comparedAt !== null;
  });
}

/** Returns the address that gets the e-mails in a language. */
export function readerIn(locale: string): string {
  return `orders-${locale}@harbor-goods.example`;
}
const UNCONFIRMED = "warehouse@harbor-goods.example";

/** Adds an address, so that the app sends it and all others their e-mails. @returns the links of the confirmation. */
async function addReader(sandbox: Sandbox, address: string, locale: string): Promise<PageWorld["links"]> {
  const page = `/app/notifications?locale=${locale}`;
  await sandbox.merchant().submit(page, "routes/app.notifications", { intent: "add", address });
  const confirmation = await findMail(sandbox, (row) => row.includes(address));
  const mail = await inbox(sandbox, confirmation);
  const link = (action: string) =>
    known(new RegExp(`href="([^"]*/notifications/${action}[^"]*)"`).exec(mail)?.[1])
      .replaceAll("&#38;", "&")
      .replaceAll("&amp;", "&");
  return { confirm: link("confirm"), unsubscribe: link("unsubscribe") };
}

/** Makes the waiting events due, as on the next morning, so that the app sends their e-mails. */
async function sendMails(sandbox: Sandbox): Promise<Pick<PageWorld, "links" | "mails">> {
  await query(
    sandbox.databaseUrl,
    "update outbox_entry set at = at - interval '1 day', due_at = date_trunc('milliseconds', now()) where due_at is not null",
  );
  const links = await addReader(sandbox, UNCONFIRMED, "en");
  return {
    links,
    mails: { urgent: await findMails(sandbox, "urgent"), digest: await findMails(sandbox, "digest") },
  };
}

/** Returns the path of the e-mail of a kind in each language. */
async function findMails(sandbox: Sandbox, kind: "urgent" | "digest"): Promise<Record<string, string>> {
  const found = Object.keys(languages).map(async (locale) => {
    const t = translator(locale);
    const subjects = COUNTS.map((count) => t(`notifications.mail.${kind}.subject`, { count }));
    const isIt = (row: string) =>
      row.includes(readerIn(locale)) && subjects.some((subject) => row.includes(subject));
    return [locale, await findMail(sandbox, isIt)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** The numbers of events that an e-mail's subject may name here. */
const COUNTS = Array.from({ length: 50 }, (_, index) => index + 1);

async function inbox({ addresses }: Sandbox, path: string): Promise<string> {
  return (await fetch(`${addresses.admin}${path}`)).text();
}

async function findMail(sandbox: Sandbox, fits: (row: string) => boolean): Promise<string> {
  let found: string | undefined;
  await until("An e-mail does not arrive.", async () => {
    const rows = (await inbox(sandbox, "/_mail")).split("<li>");
    found = /href="(\/_mail\/\d+)"/.exec(rows.find(fits) ?? "")?.[1];
    return found !== undefined || rows;
  });
  return known(found);
}

/** Waits until `look` returns true. @param look returns what it has seen instead, for the error. */
async function until(otherwise: string, look: () => unknown): Promise<void> {
  let seen: unknown;
  const found = await poll(WITHIN_MS, async () => ((seen = await look()) === true ? true : null));
  if (found === null) throw new Error(`The filled shop cannot be made. ${otherwise} ${JSON.stringify(seen)}`);
}

function known<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("The filled shop lacks something.");
  return value;
}
