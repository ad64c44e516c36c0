import { onTestFinished } from "vitest";
import { startWholesale, type WholesaleOptions, type WholesaleService } from "./service.ts";

/** The fields that replies have; a test reads those of the reply it asked for. */
type Json = {
  token: string;
  api_key: string;
  error: string;
  message: string;
  products: ProductJson[];
  orders: { id: string }[];
  requests: unknown[];
  next_cursor: string | null;
  id: string;
  status: string;
  shipments: { id: string; lines: unknown[] }[];
  [field: string]: unknown;
};

export type ProductJson = { id: string; images: { url: string }[]; variants: unknown[] };

type Reply = { status: number; headers: Headers; text: string; json: Json };

type Call = { headers?: Record<string, string>; body?: unknown; signal?: AbortSignal };

/** A wholesale service for one test, closed when the test ends. */
export async function openService(options: WholesaleOptions = {}): Promise<WholesaleService> {
  const service = await startWholesale(options);
  onTestFinished(() => service.close());
  return service;
}

/** One plain request, redirects not followed; `json` is empty if the reply is not JSON. */
export async function call(
  url: string,
  method: string,
  { headers, body, signal }: Call = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    signal: signal ?? AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: JSON.parse(isJson ? text : "{}") as Json,
  };
}

/** Logs in with the service's account. */
export async function logIn(service: WholesaleService): Promise<string> {
  const reply = await call(`${service.url}/api/reseller/auth`, "POST", { body: service.account });
  return reply.json.token;
}

/** Creates a key in the documented way. */
export async function createKey(service: WholesaleService, name = "Test shop"): Promise<string> {
  const headers = { authorization: `Bearer ${await logIn(service)}` };
  const reply = await call(`${service.url}/api/reseller/api-keys`, "POST", { headers, body: { name } });
  return reply.json.api_key;
}

/** A service with a reseller who holds a key; `ask` calls below `/api/reseller` with it. */
export async function openReseller(options: WholesaleOptions = {}) {
  const service = await openService(options);
  const key = await createKey(service);
  const ask = (method: string, path: string, { headers, ...rest }: Call = {}) =>
    call(`${service.url}/api/reseller${path}`, method, {
      ...rest,
      headers: { "x-reseller-api-key": key, ...headers },
    });
  return { service, key, ask };
}

/** An order of one piece of the first product's first variant. */
export function orderOf(changes: Record<string, unknown> = {}) {
  return {
    reference: "SB-1-g1",
    lines: [{ variant_id: "var_000000_1", quantity: 1 }],
    ship_to: {
      name: "Jürgen Groß",
      company: null,
      address1: "Königstraße 12a",
      address2: null,
      city: "Köln",
      region: null,
      postal_code: "50667",
      country_code: "DE",
      phone: null,
      email: null,
    },
    white_label: true,
    ...changes,
  };
}
