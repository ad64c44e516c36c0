import type { IncomingMessage } from "node:http";
import "@shopify/shopify-api/adapters/node";
import { ApiVersion, LogSeverity, RequestedTokenType, shopifyApi } from "@shopify/shopify-api";
import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startShop, type ShopBackend } from "./backend.ts";
import { API_KEY, API_SECRET, SCOPES, SHOP, startReceiver } from "./testing.ts";

/** Shopify's own library, unmodified but for where its requests go, as a second witness of what the shop plays. */
const library = shopifyApi({
  apiKey: API_KEY,
  apiSecretKey: API_SECRET,
  hostName: "app.example",
  apiVersion: ApiVersion.October26,
  isEmbeddedApp: true,
  logger: { level: LogSeverity.Error },
});

let shop: ShopBackend;

beforeAll(async () => {
  shop = await startShop({ app: { apiKey: API_KEY, apiSecret: API_SECRET, scopes: SCOPES } });
  setAbstractFetchFunc((input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    headers.set("X-Forwarded-Host", url.host);
    return fetch(shop.url + url.pathname, { ...init, headers });
  });
});

afterAll(async () => {
  setAbstractFetchFunc(fetch);
  await shop.close();
});

async function exchange(requestedTokenType: RequestedTokenType) {
  const sessionToken = await shop.sessionToken();
  return library.auth.tokenExchange({ shop: SHOP, sessionToken, requestedTokenType, expiring: true });
}

describe("Shopify's own library in the simulated shop", () => {
  it("decodes the session token", async () => {
    const payload = await library.session.decodeSessionToken(await shop.sessionToken());

    expect(payload.dest).toBe(`https://${SHOP}`);
  });

  it("exchanges a session token, refreshes, and queries the Admin API", async () => {
    const { session } = await exchange(RequestedTokenType.OfflineAccessToken);
    expect(session).toMatchObject({ shop: SHOP, isOnline: false, scope: SCOPES.join(",") });
    expect(session.isExpired()).toBe(false);

    const refreshed = await library.auth.refreshToken({
      shop: SHOP,
      refreshToken: session.refreshToken ?? "",
    });
    expect(refreshed.session.accessToken).not.toBe(session.accessToken);

    const client = new library.clients.Graphql({ session: refreshed.session });
    const { data } = await client.request("{ shop { name plan { displayName } } }");
    expect(data).toEqual({ shop: { name: "Demo Shop", plan: { displayName: "Basic" } } });
  });

  it("exchanges a session token for an online token that names its user", async () => {
    const { session } = await exchange(RequestedTokenType.OnlineAccessToken);

    expect(session.isOnline).toBe(true);
    expect(session.onlineAccessInfo?.associated_user).toMatchObject({ account_owner: true });
  });

  it("accepts a genuine webhook, and rejects a bad signature", async () => {
    const app = await startReceiver();
    onTestFinished(() => app.close());
    shop.app.url = app.url;
    await shop.webhooks.deliver({ topic: "orders/paid", subjectId: "7" });
    await shop.webhooks.deliver({ topic: "orders/paid", subjectId: "7", badSignature: true });

    const verdicts = app.received.map(({ path, headers, body }) => {
      const rawRequest = { method: "POST", url: path, headers } as unknown as IncomingMessage;
      return library.webhooks.validate({ rawBody: body, rawRequest, rawResponse: {} as never });
    });

    expect(await Promise.all(verdicts)).toMatchObject([
      { valid: true, topic: "ORDERS_PAID", domain: SHOP, apiVersion: "2026-10" },
      { valid: false, reason: "invalid_hmac" },
    ]);
  });
});
