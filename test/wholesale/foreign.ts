/**
 * A supplier with habits of its own: the assumed operations, but it answers 201 for created things, numbers its
 * things, writes money as numbers, adds unknown fields, reports errors in HTML, gives five things per page whatever
 * the limit, and leaves `next_cursor` out on the last one.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

export type ForeignOrder = {
  id: number;
  reference: string | null;
  status: string;
  lines: { variant_id: string; quantity: number }[];
  shipments?: object[];
  [field: string]: unknown;
};

const ACCOUNT = { email: "reseller@example.com", password: "gorumil-padeso" };
const TOKEN = "eyJhbGciOiJub25lIn0.e30.";
const KEY = "rk_5f2c";
const PAGE = 5;

/** One request of a kind such as `GET /products`, and what it comes to, perhaps with a query or body of another make. */
export type Served = {
  kind: string;
  asked: Asked;
  work: (changes?: Partial<Asked>) => unknown;
};

/**
 * Starts it for one test. `orders` is its own book; with `shipsAtOnce` a parcel leaves as soon as one is in it.
 * `deviate` may answer in its place.
 */
export async function openForeignSupplier({
  shipsAtOnce = false,
  deviate = ({ work }: Served) => work(),
} = {}) {
  const orders: ForeignOrder[] = [];
  let branding: object = {
    brand_name: null,
    logo: null,
    theme: "dark",
    primary_color: null,
    packing_slip_message: null,
    return_address: null,
    support_email: "help@example.com",
    support_phone: "+49 30 1234-56",
  };
  const methods: string[] = [];

  const routes: [string, RegExp, (asked: Asked) => unknown][] = [
    ["GET", /^\/products$/, ({ query }) => pageOf("products", PRODUCTS, query, "updated_since")],
    ["GET", /^\/products\/(\d+)$/, ({ id }) => PRODUCTS.find((each) => each.id === id)],
    ["GET", /^\/orders$/, ({ query }) => pageOf("orders", orders, query, "updated_since", "reference")],
    ["GET", /^\/orders\/(\d+)$/, ({ id }) => orders.find((each) => each.id === id)],
    ["POST", /^\/orders$/, ({ body }) => place(body as ForeignOrder)],
    ["POST", /^\/orders\/(\d+)\/cancel$/, ({ id }) => change(id, { status: "canceled" })],
    ["GET", /^\/white-label$/, () => branding],
    ["PUT", /^\/white-label$/, ({ body }) => (branding = { ...branding, ...(body as object) })],
  ];

  function place({ reference, lines }: ForeignOrder): ForeignOrder {
    const order = {
      id: 9000 + orders.length,
      reference,
      status: "Received",
      lines,
      warehouse: "north",
      cost: { items: 25, shipping: 4.9, total: 29.9, currency: "eur", tax: null },
      placed_at: "2026-11-02T09:00:00+01:00",
      updated_at: "2026-11-02T09:00:00+01:00",
    };
    orders.push(order);
    const answer = { ...order };
    if (shipsAtOnce) Object.assign(order, shipped(order));
    return answer;
  }

  function change(id: number, changes: Partial<ForeignOrder>): ForeignOrder | undefined {
    const order = orders.find((each) => each.id === id);
    return order && Object.assign(order, changes);
  }

  const server = createServer((request, response) => {
    methods.push(request.method ?? "");
    void answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://localhost");
    const path = pathname.replace("/api/reseller", "");
    const body = await bodyOf(request);
    const serve = (kind: string, asked: Asked, work: (asked: Asked) => unknown) =>
      deviate({ kind, asked, work: (changes) => work({ ...asked, ...changes }) }) ?? 404;
    if (path === "/auth") {
      const known = JSON.stringify(body) === JSON.stringify(ACCOUNT);
      const session = () => ({ token: TOKEN, expires: 3600 });
      end(response, known ? serve("POST /auth", { id: 0, query, body }, session) : 401);
      return;
    }
    if (path === "/api-keys") {
      const known = request.headers.authorization === `Bearer ${TOKEN}`;
      const key = () => ({ id: 1, api_key: KEY, name: (body as { name: string }).name });
      end(response, known ? serve("POST /api-keys", { id: 0, query, body }, key) : 403, 201);
      return;
    }
    if (request.headers["x-reseller-api-key"] !== KEY) {
      end(response, 401);
      return;
    }
    for (const [method, pattern, work] of routes) {
      const found = request.method === method ? pattern.exec(path) : null;
      if (!found) continue;
      const id = Number(found[1]);
      const kind = `${method} ${path.replace(/\d+/, "{id}")}`;
      end(response, serve(kind, { id, query, body }, work), method === "POST" ? 201 : 200);
      return;
    }
    end(response, 404);
  }

  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    account: ACCOUNT,
    apiKey: KEY,
    methods,
    orders,
    branding: () => branding,
    /** Changes an order from the supplier's side. */
    change,
  };
}

/** Returns the changes that a shipment makes to its order. */
function shipped({ lines }: Pick<ForeignOrder, "lines">): Partial<ForeignOrder> {
  return {
    status: "SHIPPED",
    updated_at: "2026-11-02T12:00:00+01:00",
    shipments: [{ id: 1, carrier: "DHL", tracking_number: 340434161094, weight: 1.2, lines }],
  };
}

type Asked = { id: number; query: URLSearchParams; body: unknown };

/** The second one has all that may be missing without harm left out or null. */
const PRODUCTS = Array.from({ length: 12 }, (_, index) => ({
  id: 100 + index,
  name: index === 1 ? null : `Thing ${String(index)}`,
  updated_at: "2026-10-05T10:00:00.000Z",
  rating: 4.5,
  ...(index === 1
    ? { images: null, options: null }
    : { images: [{ url: "https://img.example/1.png", width: 800 }], discontinued: 0 }),
  variants: [
    {
      id: 1000 + index,
      sku: 40 + index,
      price: { amount: 12.5, currency: "EUR", vat: 19 },
      ...(index === 1 ? { stock: null, options: [] } : { stock: "7", options: { Size: 38 } }),
    },
  ],
}));

function pageOf(name: string, all: object[], query: URLSearchParams, ...filters: string[]) {
  const from = Number(query.get("cursor") ?? 0);
  const matching = all.filter((each) => filters.every((filter) => matches(each, filter, query.get(filter))));
  const to = from + PAGE;
  return {
    [name]: matching.slice(from, to),
    total: matching.length,
    ...(to < matching.length && { next_cursor: to }),
  };
}

function matches(thing: object, filter: string, value: string | null): boolean {
  const { reference, updated_at } = thing as { reference?: string; updated_at: string };
  if (value === null) return true;
  return filter === "reference" ? reference === value : Date.parse(updated_at) >= Date.parse(value);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const text = (await request.toArray()).join("");
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

/** Data as JSON; a number is the status of an error, told as a page. */
function end(response: ServerResponse, answer: unknown, status = 200): void {
  if (typeof answer === "number") {
    response.writeHead(answer, { "content-type": "text/html" }).end("<h1>Oops</h1>");
  } else {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }
}
