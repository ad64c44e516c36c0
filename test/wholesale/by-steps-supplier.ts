/**
 * A supplier whose interface is cut another way, which none of the sandbox's dialects has: bare lists with their
 * cursor in a header, stock and packages under addresses of their own, an order answered with nothing but a number,
 * or with 202 and a job to poll, DELETE to cancel, PATCH for the brand, and errors whose sentence is in an unusual
 * place.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { onTestFinished } from "vitest";

type StepsOrder = {
  no: number;
  ref: string;
  phase: "open" | "sent" | "void";
  rows: { article: number; count: number }[];
  changed: string;
  parcels: object[];
};
type Job = { polls: number; order?: number; why?: string };
/** `headers` beside the reply; a body of `undefined` is none. */
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };
type Asked = { id: number; query: URLSearchParams; body: unknown };

const ACCOUNT = { email: "steps@example.com", password: "talimor-kesune" };
const TOKEN = "dG9rZW4.c3RlcHM.";
const KEY = "rk_steps-91";
const PAGE = 5;
/** Polls that find a job still running. */
const POLLS = 2;

export type StepsSupplier = Awaited<ReturnType<typeof openStepsSupplier>>;

/**
 * Starts it. Orders of more than one piece become a job. With `shipsAtOnce` a parcel leaves as soon as an order is in
 * its book. Closed by `close`, or at the end of the test that asks for it by `openStepsSupplierForTest`.
 */
export async function openStepsSupplier({ shipsAtOnce = false } = {}) {
  const orders: StepsOrder[] = [];
  const jobs: Job[] = [];
  const articles = Array.from({ length: 12 }, (_, index) => articleOf(index));
  const stock = new Map(articles.map(({ no }) => [no, 40]));
  const requests: { method: string; path: string; status: number }[] = [];
  let refusal: string | null = null;
  let brand: Record<string, unknown> = { name: "Steps", phone: "+49 30 901820-11", theme: "dark" };

  const routes: [string, RegExp, (asked: Asked) => Reply | undefined][] = [
    ["GET", /^\/articles$/, ({ query }) => page(articles, query, "/articles")],
    ["GET", /^\/articles\/(\d+)$/, ({ id }) => found(articles.find(({ no }) => no === id))],
    ["GET", /^\/stock$/, ({ query }) => ({ body: stockOf(query.get("of") ?? "") })],
    ["POST", /^\/orders$/, ({ body }) => place(body as Pick<StepsOrder, "ref" | "rows">)],
    ["GET", /^\/jobs\/(\d+)$/, ({ id }) => poll(jobs[id])],
    ["GET", /^\/order-numbers$/, ({ query }) => numbers(query)],
    ["GET", /^\/orders\/(\d+)$/, ({ id }) => found(withoutParcels(orderOf(id)))],
    ["GET", /^\/orders\/(\d+)\/parcels$/, ({ id }) => found(orderOf(id)?.parcels)],
    ["DELETE", /^\/orders\/(\d+)$/, ({ id }) => cancel(orderOf(id))],
    ["GET", /^\/brand$/, () => ({ body: brand })],
    [
      "PATCH",
      /^\/brand$/,
      ({ body }) => {
        brand = { ...brand, ...(body as object) };
        return { status: 204 };
      },
    ],
  ];

  function stockOf(list: string): Record<string, number> {
    const numbers = list.split(",").map(Number);
    return Object.fromEntries(numbers.map((no) => [String(no), stock.get(no) ?? 0]));
  }

  function orderOf(id: number): StepsOrder | undefined {
    return orders.find(({ no }) => no === id);
  }

  function place({ ref, rows }: Pick<StepsOrder, "ref" | "rows">): Reply {
    const short = rows.find(({ article, count }) => count > (stock.get(article) ?? 0));
    const why = refusal ?? (short && `Article ${String(short.article)} is sold out until <b>spring</b>.`);
    const [{ count } = { count: 1 }] = rows;
    if (count === 1) return why ? refuse(422, why) : { status: 201, body: enter({ ref, rows }) };
    jobs.push({ polls: 0, ...(why ? { why } : { order: enter({ ref, rows }) }) });
    return { status: 202, headers: { location: `/v3/jobs/${String(jobs.length - 1)}` } };
  }

  function enter({ ref, rows }: Pick<StepsOrder, "ref" | "rows">): number {
    const order: StepsOrder = {
      no: 7000 + orders.length,
      ref,
      rows,
      phase: "open",
      parcels: [],
      changed: new Date().toISOString(),
    };
    orders.push(order);
    for (const { article, count } of rows) stock.set(article, (stock.get(article) ?? 0) - count);
    if (shipsAtOnce) {
      order.phase = "sent";
      order.parcels = [{ no: 1, by: "DHL", code: 340434161094, rows }];
    }
    return order.no;
  }

  function poll(job: Job | undefined): Reply | undefined {
    if (job === undefined) return undefined;
    job.polls += 1;
    if (job.polls <= POLLS) return { body: { phase: "running" } };
    return { body: job.why ? { phase: "refused", why: job.why } : { phase: "done", order: job.order } };
  }

  function numbers(query: URLSearchParams): Reply {
    const ref = query.get("ref");
    const since = query.get("since");
    const matching = orders.filter(
      (order) => (ref === null || order.ref === ref) && (since === null || order.changed >= since),
    );
    return page(
      matching.map(({ no }) => no),
      query,
      "/order-numbers",
    );
  }

  function cancel(order: StepsOrder | undefined): Reply | undefined {
    if (order === undefined) return undefined;
    if (order.phase === "sent") return refuse(422, "It has left the house.");
    order.phase = "void";
    order.changed = new Date().toISOString();
    return { status: 204 };
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://localhost");
    const text = (await request.toArray()).join("");
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const method = request.method ?? "";
    const { status = 200, headers, body: reply } = replyTo({ method, pathname, query, body, request });
    requests.push({ method, path: pathname, status });
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(reply === undefined ? undefined : JSON.stringify(reply));
  }

  type Request = {
    method: string;
    pathname: string;
    query: URLSearchParams;
    body: unknown;
    request: IncomingMessage;
  };

  function replyTo({ method, pathname, query, body, request }: Request): Reply {
    const { headers } = request;
    if (pathname === "/api/reseller/auth") {
      const { email, password } = body as typeof ACCOUNT;
      const known = email === ACCOUNT.email && password === ACCOUNT.password;
      return known ? { body: { token: TOKEN } } : refuse(401, `Nobody signs in as ${email}.`);
    }
    if (pathname === "/api/reseller/api-keys") {
      const { name } = body as { name: string };
      if (headers.authorization !== `Bearer ${TOKEN}`) return refuse(403, "No session.");
      return { status: 201, body: { api_key: KEY, name } };
    }
    if (headers["x-reseller-api-key"] !== KEY) return refuse(401, "No key.");
    for (const [verb, pattern, work] of routes) {
      const match = verb === method ? pattern.exec(pathname.replace("/v3", "")) : null;
      if (match) return work({ id: Number(match[1]), query, body }) ?? refuse(404, "There is no such thing.");
    }
    return refuse(404, "There is nothing here.");
  }

  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    account: ACCOUNT,
    apiKey: KEY,
    articles,
    orders,
    stock,
    requests,
    brand: () => brand,
    /** Has it refuse orders with that sentence; null: no more. */
    refuseOrders: (sentence: string | null) => {
      refusal = sentence;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** The same for one test. */
export async function openStepsSupplierForTest(): Promise<StepsSupplier> {
  const supplier = await openStepsSupplier();
  onTestFinished(() => supplier.close());
  return supplier;
}

function articleOf(index: number) {
  return {
    no: 500 + index,
    label: `Lamp ${String(index)}`,
    changed: "2026-10-05T10:00:00.000Z",
    price: 19.5,
    currency: "EUR",
    code: `LAMP-${String(index)}`,
  };
}

/** A bare list; where it goes on stands in the header `Link` (RFC 8288). */
function page(all: readonly unknown[], query: URLSearchParams, path: string): Reply {
  const since = query.get("since");
  const matching = all.filter(
    (each) => since === null || typeof each === "number" || (each as { changed: string }).changed >= since,
  );
  const from = Number(query.get("after") ?? 0);
  const to = from + PAGE;
  const next = `</v3${path}?after=${String(to)}>; rel="next"`;
  return {
    body: matching.slice(from, to),
    ...(to < matching.length && { headers: { link: `</v3${path}>; rel="first", ${next}` } }),
  };
}

function withoutParcels(order: StepsOrder | undefined) {
  if (order === undefined) return undefined;
  const { parcels: _, ...rest } = order;
  return rest;
}

function found(body: unknown): Reply | undefined {
  return body === undefined ? undefined : { body };
}

function refuse(status: number, text: string): Reply {
  return { status, body: { problem: { no: 17, text } } };
}
