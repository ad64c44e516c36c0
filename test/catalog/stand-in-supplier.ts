import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A product as the assumed dialect writes it; anything may be wrong with it. */
export type WireProduct = Record<string, unknown> & { id: string };

/** A supplier whose products a test makes up, and that misbehaves as a test wants. */
export type StandIn = {
  url: string;
  products: WireProduct[];
  /** The cursors of the pages that were requested, null for the first. */
  requested: (string | null)[];
  /** The page size of each request, and the time since which it asked for changes. */
  limits: number[];
  since: (string | null)[];
  /** Answers a page in place of the right answer. */
  answer:
    ((cursor: string | null, asked: URLSearchParams) => { status: number; body: unknown } | null) | null;
  pageSize: number;
  close: () => Promise<void>;
};

export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (url.pathname === "/api/reseller/auth") {
      send(201, { token: "a.session.token" });
    } else if (url.pathname === "/api/reseller/api-keys") {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => {
        send(201, { api_key: "rk_stand-in", name: (JSON.parse(text) as { name: string }).name });
      });
    } else if (url.pathname.startsWith("/api/reseller/products/") && standIn.answer === null) {
      const product = standIn.products.find(({ id }) => url.pathname.endsWith(`/${id}`));
      send(product ? 200 : 404, product ?? {});
    } else {
      const cursor = url.searchParams.get("cursor");
      if (url.searchParams.get("limit") !== "1") {
        standIn.requested.push(cursor);
        standIn.limits.push(Number(url.searchParams.get("limit")));
        standIn.since.push(url.searchParams.get("updated_since"));
      }
      const instead = standIn.answer?.(cursor, url.searchParams);
      if (instead) {
        send(instead.status, instead.body);
        return;
      }
      const from = Number(cursor ?? 0);
      const until = from + standIn.pageSize;
      const products = standIn.products.slice(from, until);
      // The last page has no cursor at all.
      send(200, { products, ...(until < standIn.products.length && { next_cursor: until }) });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const standIn: StandIn = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    products: [],
    requested: [],
    limits: [],
    since: [],
    answer: null,
    pageSize: 2,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return standIn;
}

/** A product with one variant, unless `more` says otherwise. */
export function wireProduct(id: string, more: Record<string, unknown> = {}): WireProduct {
  return {
    id,
    name: `Product ${id}`,
    description: "<p>Fine.</p>",
    brand: "Nordwind",
    category: "Küche",
    images: [],
    options: [],
    updated_at: "2026-11-01T00:00:00Z",
    discontinued: false,
    variants: [wireVariant(`${id}-1`)],
    ...more,
  };
}

export function wireVariant(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    sku: `SKU-${id}`,
    barcode: null,
    options: {},
    price: { amount: "10.00", currency: "EUR" },
    stock: 5,
    weight_grams: 100,
    image_url: null,
    ...more,
  };
}
