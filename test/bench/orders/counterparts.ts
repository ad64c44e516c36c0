/**
 * The benchmark's Shopify and its supplier, a process of their own that answers next to at once: what is measured is the
 * app. It prints their two addresses.
 *
 * A fulfillment order is made up from its number and its shop: one piece of the variant that every shop has linked. What
 * was requested, accepted and ordered is remembered. `POST /bench` of the supplier's address: see `Wish`.
 */
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

import { sharedClock } from "./shared-clock.ts";
import { LOCATION, PRODUCT, SHOP_VARIANT, SKU, VARIANT } from "./made-up.ts";

/** A measurement's instruction or question to the counterparts; they answer with a `Seen`. */
export type Wish = {
  /** Everything so far is forgotten. */
  forget?: boolean;
  /** Merchants request these fulfillment orders. */
  request?: { shop: string; numbers: number[] };
  /** How long the supplier and Shopify take for an answer from now on. */
  supplierMs?: number;
  shopMs?: number;
  /** How many products the supplier's list has. */
  products?: number;
};

/**
 * `posts`: when each order came in at the supplier, by its reference (`sharedClock`). `repeated`: how many came in under a
 * reference that was there already.
 */
export type Seen = {
  posts: Record<string, number>;
  repeated: number;
  accepted: number;
  shopCalls: number;
};

type Requested = { id: string; orderId: string; orderName: string };

let supplierMs = 20;
let shopMs = 0;
let products = 0;
let shopCalls = 0;
let repeated = 0;
const requested = new Map<string, Map<string, Requested>>();
const accepted = new Set<string>();
const orders = new Map<string, object>();
const posts = new Map<string, number>();

const supplier = await listen((request, response) => {
  void answerSupplier(request).then(({ status, body }) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
});
const shopify = await listen((request, response) => {
  void answerShop(request).then((body) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
});
process.stdout.write(`${JSON.stringify({ supplier, shopify })}\n`);

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function answerSupplier(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const url = new URL(request.url ?? "/", "http://supplier");
  const sent = await text(request);
  if (url.pathname === "/bench") return { status: 200, body: obey(JSON.parse(sent) as Wish) };
  const [, , , what = "", id] = url.pathname.split("/");
  if (what === "orders" && request.method === "POST") {
    // When it came, not when it is answered.
    const { reference, lines } = JSON.parse(sent) as { reference: string; lines: object[] };
    if (posts.has(reference)) repeated += 1;
    posts.set(reference, sharedClock());
    await pause(supplierMs);
    const at = new Date().toISOString();
    const order = {
      id: `ord_${String(orders.size + 1)}`,
      reference,
      status: "received",
      lines,
      shipments: [],
      cost: { items: "12.50", shipping: "0.00", total: "12.50", currency: "EUR" },
      placed_at: at,
      updated_at: at,
    };
    orders.set(reference, order);
    return { status: 201, body: order };
  }
  if (supplierMs > 0) await pause(supplierMs);
  if (what === "products" && id !== undefined) return { status: 200, body: product(id) };
  if (what === "products") return { status: 200, body: page(url.searchParams) };
  if (what === "orders" && id !== undefined) {
    const order = [...orders.values()].find((each) => (each as { id: string }).id === id);
    return order ? { status: 200, body: order } : { status: 404, body: {} };
  }
  if (what === "orders") {
    const found = orders.get(url.searchParams.get("reference") ?? "");
    return { status: 200, body: { orders: found ? [found] : [], next_cursor: null } };
  }
  if (what === "auth") return { status: 200, body: { token: "a.session.token" } };
  return { status: 404, body: {} };
}

function obey({ forget = false, request, ...settings }: Wish): Seen {
  if (forget) {
    for (const memory of [requested, accepted, orders, posts]) memory.clear();
    shopCalls = repeated = 0;
  }
  if (request) {
    const ofShop = requested.get(request.shop) ?? new Map<string, Requested>();
    requested.set(request.shop, ofShop);
    for (const number of request.numbers) {
      const id = `gid://shopify/FulfillmentOrder/${String(number)}`;
      const orderId = `gid://shopify/Order/${String(number)}`;
      ofShop.set(id, { id, orderId, orderName: `#${String(number)}` });
    }
  }
  supplierMs = settings.supplierMs ?? supplierMs;
  shopMs = settings.shopMs ?? shopMs;
  products = settings.products ?? products;
  return { posts: Object.fromEntries(posts), repeated, accepted: accepted.size, shopCalls };
}

function product(id: string): object {
  return {
    id,
    name: `Lamp ${id}`,
    description: "<p>A lamp</p>",
    brand: "Brand",
    category: "Lamps",
    images: [],
    options: ["Size"],
    updated_at: "2026-11-01T00:00:00Z",
    discontinued: false,
    variants: [
      {
        id: id === PRODUCT ? VARIANT : `${id}_1`,
        sku: id === PRODUCT ? SKU : `S-${id}`,
        barcode: null,
        options: { Size: "M" },
        price: { amount: "12.50", currency: "EUR" },
        stock: 1_000_000,
        weight_grams: 100,
        image_url: null,
      },
    ],
  };
}

function page(asked: URLSearchParams): object {
  const from = Number(asked.get("cursor") ?? 0);
  const until = Math.min(from + Number(asked.get("limit") ?? 100), products);
  return {
    products: Array.from({ length: until - from }, (_, index) => product(`prd_${String(from + index)}`)),
    next_cursor: until < products ? String(until) : null,
  };
}

async function answerShop(request: IncomingMessage): Promise<object> {
  shopCalls += 1;
  const shop = request.headers.host ?? "";
  const { query, variables } = JSON.parse(await text(request)) as { query: string; variables?: Variables };
  const operation = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
  if (shopMs > 0) await pause(shopMs);
  const answer = OPERATIONS[operation];
  if (answer === undefined)
    return { errors: [{ message: `The benchmark's Shopify does not know ${operation}.` }] };
  return { data: answer(variables ?? {}, shop), extensions: { cost: COST } };
}

type Variables = { id?: string; isKnown?: boolean; status?: string; after?: string | null };

/** A bucket that is never empty. */
const COST = {
  requestedQueryCost: 10,
  actualQueryCost: 10,
  throttleStatus: { maximumAvailable: 20_000, currentlyAvailable: 19_990, restoreRate: 1000 },
};

const ADDRESS = {
  firstName: "Jürgen",
  lastName: "Groß",
  company: null,
  address1: "Königstraße 12a",
  address2: null,
  city: "Köln",
  province: null,
  zip: "50667",
};
const LAST_PAGE = { hasNextPage: false, endCursor: null };
const LISTED_AT_ONCE = 50;

const OPERATIONS: Record<string, (variables: Variables, shop: string) => object> = {
  requestedFulfillmentOrders: ({ status, after }, shop) => {
    const all = status === "FULFILLMENT_REQUESTED" ? [...(requested.get(shop)?.values() ?? [])] : [];
    const from = Number(after ?? 0);
    const nodes = all
      .slice(from, from + LISTED_AT_ONCE)
      .map((each) => ({ ...each, merchantRequests: { nodes: [] } }));
    const hasNextPage = all.length > from + LISTED_AT_ONCE;
    const endCursor = String(from + LISTED_AT_ONCE);
    return { assignedFulfillmentOrders: { nodes, pageInfo: { hasNextPage, endCursor } } };
  },
  fulfillmentOrder: ({ id = "", isKnown = true }) => ({
    ...(isKnown && { order: orderOf(id) }),
    fulfillmentOrder: {
      ...standing(id),
      ...(!isKnown && { order: orderOf(id) }),
      orderId: id.replace("FulfillmentOrder", "Order"),
      orderName: `#${id.split("/").at(-1) ?? ""}`,
      deliveryMethod: { methodType: "SHIPPING", presentedName: null },
      request: { nodes: [{ message: null }] },
      destination: { ...ADDRESS, countryCode: "DE", phone: null, email: null },
      lineItems: { nodes: [lineOf(id)], pageInfo: LAST_PAGE },
    },
  }),
  requestStatus: ({ id = "" }) => ({ fulfillmentOrder: standing(id) }),
  acceptFulfillment: ({ id = "" }, shop) => {
    accepted.add(id);
    requested.get(shop)?.delete(id);
    return { fulfillmentOrderAcceptFulfillmentRequest: { userErrors: [] } };
  },
  orderOfFulfillmentOrder: ({ id = "" }) => ({
    fulfillmentOrder: {
      orderId: id.replace("FulfillmentOrder", "Order"),
      orderProcessedAt: new Date().toISOString(),
    },
  }),
};

function orderOf(id: string): object {
  return {
    displayFinancialStatus: "PAID",
    currentTotalPriceSet: { shopMoney: { amount: "100.00", currencyCode: "EUR" } },
    netPaymentSet: { shopMoney: { amount: "100.00", currencyCode: "EUR" } },
    presentmentCurrencyCode: "EUR",
    taxesIncluded: true,
    dutiesIncluded: false,
    subtotalLineItemsQuantity: 1,
    shippingLines: { nodes: [] },
    note: null,
    test: false,
    cancelledAt: null,
    shippingAddress: { ...ADDRESS, countryCodeV2: "DE" },
    fulfillmentOrders: {
      nodes: [{ id, status: "OPEN", assignedLocation: { location: { id: LOCATION } } }],
    },
    fulfillments: [],
    refunds: [],
  };
}

function standing(id: string): object {
  return {
    status: accepted.has(id) ? "IN_PROGRESS" : "OPEN",
    requestStatus: accepted.has(id) ? "ACCEPTED" : "SUBMITTED",
    assignedLocation: { location: { id: LOCATION } },
    merchantRequests: { nodes: [{ kind: "FULFILLMENT_REQUEST", sentAt: new Date().toISOString() }] },
  };
}

function lineOf(fulfillmentOrderId: string): object {
  const number = fulfillmentOrderId.split("/").at(-1) ?? "";
  return {
    id: `gid://shopify/FulfillmentOrderLineItem/${number}`,
    remainingQuantity: 1,
    sku: SKU,
    productTitle: "Lamp",
    variantTitle: null,
    variant: {
      id: SHOP_VARIANT,
      sku: SKU,
      product: { id: "gid://shopify/Product/1" },
      inventoryItem: { unitCost: { amount: "12.50", currencyCode: "EUR" } },
    },
    lineItem: {
      id: `gid://shopify/LineItem/${number}`,
      quantity: 1,
      currentQuantity: 1,
      customAttributes: [],
      discountedUnitPriceAfterAllDiscountsSet: { shopMoney: { amount: "100.00", currencyCode: "EUR" } },
      priceAfterAllDiscountsBeforeTaxesSet: { shopMoney: { amount: "84.03", currencyCode: "EUR" } },
      taxLines: [{ priceSet: { shopMoney: { amount: "15.97", currencyCode: "EUR" } } }],
      duties: [],
    },
  };
}
