import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startShop, type ShopBackend, type ShopOptions } from "./backend.ts";

/** Fixtures of the shop's own tests: a shop on a clock of its own, a client, and an app that receives webhooks. */

export const SHOP = "demo-shop.myshopify.com";
export const OTHER_SHOP = "other-shop.myshopify.com";
export const API_KEY = "0123456789abcdef0123456789abcdef";
export const API_SECRET = "shpss_sandbox_secret";
export const SCOPES = ["read_products", "write_inventory"];

export type Json = Record<string, any>;

export interface Answer {
  status: number;
  body: Json;
}

/** Starts two shops with a clock that stands still until the test moves it. */
export async function startTestShop(
  options: Partial<Omit<ShopOptions, "now">> = {},
): Promise<ShopBackend & { moveOn(seconds: number): void }> {
  let time = Date.parse("2026-10-05T10:00:00Z");
  const shop = await startShop({
    app: { apiKey: API_KEY, apiSecret: API_SECRET, scopes: SCOPES },
    shops: [{ domain: SHOP }, { domain: OTHER_SHOP, name: "Other Shop" }],
    ...options,
    now: () => new Date(time),
  });
  return { ...shop, moveOn: (seconds) => void (time += seconds * 1000) };
}

export async function post(
  shop: ShopBackend,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(shop.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-Host": SHOP, ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

/** The body of a token exchange that succeeds, for a test to spoil. */
export async function exchangeBody(shop: ShopBackend, domain = SHOP): Promise<Json> {
  return {
    client_id: API_KEY,
    client_secret: API_SECRET,
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: await shop.sessionToken({ shop: domain }),
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: "urn:shopify:params:oauth:token-type:offline-access-token",
    expiring: "1",
  };
}

/** Installs the app by a token exchange; the answer holds `access_token` and `refresh_token`. */
export async function install(shop: ShopBackend): Promise<Json> {
  const answer = await post(shop, "/admin/oauth/access_token", await exchangeBody(shop));
  return answer.body;
}

export function refresh(shop: ShopBackend, refreshToken: string): Promise<Answer> {
  return post(shop, "/admin/oauth/access_token", {
    client_id: API_KEY,
    client_secret: API_SECRET,
    grant_type: "refresh_token",
    refresh_token: refreshToken,
  });
}

export function graphql(
  shop: ShopBackend,
  accessToken: string,
  query: string,
  variables?: Json,
): Promise<Answer> {
  const headers = { "X-Shopify-Access-Token": accessToken };
  return post(shop, "/admin/api/2026-10/graphql.json", { query, variables }, headers);
}

/** A shop that has the app with these scopes, and the Admin API as the app sees it. */
export async function startAdmin(
  scopes: string[],
  options: Parameters<typeof startTestShop>[0] = {},
): Promise<Admin> {
  const app = { apiKey: API_KEY, apiSecret: API_SECRET, scopes };
  return installAdmin(await startTestShop({ app, ...options }));
}

/** Installs the app with the scopes that it has by now. */
export async function installAdmin(shop: Admin["shop"]): Promise<Admin> {
  const { access_token: token } = await install(shop);
  const ask = async (query: string, variables?: Json) => (await graphql(shop, token, query, variables)).body;
  return {
    shop,
    ask,
    async run(query, variables) {
      const { data, errors } = await ask(query, variables);
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
  };
}

export interface Admin {
  shop: Awaited<ReturnType<typeof startTestShop>>;
  /** The whole answer. */
  ask: (query: string, variables?: Json) => Promise<Json>;
  /** The data of an answer without errors. */
  run: (query: string, variables?: Json) => Promise<Json>;
}

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Starts an app that records every request, and answers with the given statuses in turn, then with 200. */
export async function startReceiver(...statuses: number[]) {
  const received: Received[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
    received.push({ path: request.url ?? "", headers: request.headers as Record<string, string>, body });
    response.writeHead(statuses.shift() ?? 200, { Location: "/elsewhere" }).end();
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
  };
  const server = createServer((request, response) => void receive(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Resolves once this many requests have come in all. */
    async hasReceived(count: number): Promise<Received[]> {
      if (received.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return received;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
