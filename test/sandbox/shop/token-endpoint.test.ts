import { request } from "node:http";
import { SignJWT } from "jose";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ShopBackend } from "./backend.ts";
import {
  API_KEY,
  API_SECRET,
  exchangeBody,
  graphql,
  install,
  type Json,
  OTHER_SHOP,
  post,
  refresh,
  SHOP,
  startTestShop,
} from "./testing.ts";

const PATH = "/admin/oauth/access_token";
const DAY = 24 * 3600;

async function freshShop() {
  const shop = await startTestShop();
  onTestFinished(() => shop.close());
  return shop;
}

function signed(claims: Json, secret = API_SECRET, algorithm = "HS256"): Promise<string> {
  const now = Date.parse("2026-10-05T10:00:00Z") / 1000;
  const genuine = { iss: `https://${SHOP}/admin`, dest: `https://${SHOP}`, aud: API_KEY, sub: "1" };
  return new SignJWT({ ...genuine, nbf: now, exp: now + 60, ...claims })
    .setProtectedHeader({ alg: algorithm })
    .sign(new TextEncoder().encode(secret));
}

const INVALID_SUBJECT_TOKEN = {
  error: "invalid_subject_token",
  error_description: "Token exchange cannot be performed due to an invalid subject token.",
};

const REFUSED_TOKENS: [string, (shop: ShopBackend) => Promise<string>][] = [
  ["no token at all", () => Promise.resolve("not-a-token")],
  ["a token signed with another secret", () => signed({}, "another secret")],
  ["a token signed with another algorithm", () => signed({}, API_SECRET, "HS512")],
  ["an expired token", (shop) => shop.sessionToken({ shop: SHOP, lifetimeSeconds: -1 })],
  ["a token for another app", () => signed({ aud: "another app" })],
  ["another shop's token", (shop) => shop.sessionToken({ shop: OTHER_SHOP })],
  ["a token whose dest is another shop", () => signed({ dest: `https://${OTHER_SHOP}` })],
  ["a token that is not valid yet", () => signed({ nbf: Date.parse("2026-10-05T10:01:00Z") / 1000 })],
];

const REFUSED_REQUESTS: [string, Json, number, string][] = [
  ["an unknown app", { client_id: "nobody" }, 400, "application_cannot_be_found"],
  ["a wrong secret", { client_secret: "wrong" }, 401, "invalid_client"],
  ["an unknown grant type", { grant_type: "password" }, 400, "unsupported_grant_type"],
  ["another subject token type", { subject_token_type: "urn:x" }, 400, "invalid_request"],
  ["another requested token type", { requested_token_type: "urn:x" }, 400, "invalid_request"],
];

describe("the simulated token exchange", () => {
  it("issues an expiring offline token with a refresh token", async () => {
    const shop = await freshShop();

    expect(await post(shop, PATH, await exchangeBody(shop))).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^shpat_[0-9a-f]{32}$/),
        scope: "read_products,write_inventory",
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^shprt_/),
        refresh_token_expires_in: 90 * DAY,
      },
    });
  });

  it("issues a non-expiring token if no expiring one is requested, but the Admin API rejects it", async () => {
    const shop = await freshShop();
    const { body } = await post(shop, PATH, { ...(await exchangeBody(shop)), expiring: "0" });

    expect(Object.keys(body)).toEqual(["access_token", "scope"]);
    expect(await graphql(shop, body.access_token, "{ shop { id } }")).toEqual({
      status: 403,
      body: { errors: expect.stringContaining("Non-expiring access tokens are no longer accepted") },
    });
  });

  it("accepts a form, and finds the shop by the Host header", async () => {
    const shop = await freshShop();
    const form = new URLSearchParams(await exchangeBody(shop)).toString();

    const status = await new Promise((resolve, reject) => {
      const headers = { Host: SHOP, "Content-Type": "application/x-www-form-urlencoded" };
      const options = { host: "127.0.0.1", port: shop.port, path: PATH, method: "POST", headers };
      request(options, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end(form);
    });

    expect(status).toBe(200);
  });

  it("answers 404 for a host that is not a shop", async () => {
    const shop = await freshShop();
    const headers = { "X-Forwarded-Host": "nobody.myshopify.com" };

    expect((await post(shop, PATH, await exchangeBody(shop), headers)).status).toBe(404);
  });

  it.each(REFUSED_TOKENS)("rejects an invalid session token: %s", async (_case, token) => {
    const shop = await freshShop();
    const body = { ...(await exchangeBody(shop)), subject_token: await token(shop) };

    expect(await post(shop, PATH, body)).toEqual({ status: 400, body: INVALID_SUBJECT_TOKEN });
    expect(shop.shops[0]?.installed).toBe(false);
  });

  it.each(REFUSED_REQUESTS)("rejects a request with %s", async (_case, fields, status, error) => {
    const shop = await freshShop();
    const answer = await post(shop, PATH, { ...(await exchangeBody(shop)), ...fields });

    expect(answer).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
  });
});

describe("a simulated refresh token", () => {
  const refused = {
    status: 401,
    body: {
      error: "invalid_request",
      error_description: "This request requires an active refresh_token",
    },
  };

  it("issues a new pair, and the old access token stays valid until it expires", async () => {
    const shop = await freshShop();
    const first = await install(shop);
    const { body: second } = await refresh(shop, first.refresh_token);

    expect(second).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 90 * DAY });
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await graphql(shop, first.access_token, "{ shop { id } }")).status).toBe(200);
  });

  it("can be used again for 30 days, until its replacement is used", async () => {
    const shop = await freshShop();
    const { refresh_token: first } = await install(shop);
    const { body: second } = await refresh(shop, first);

    shop.moveOn(29 * DAY);
    const retried = await refresh(shop, first);
    expect(retried.body).toMatchObject({
      access_token: second.access_token,
      refresh_token: second.refresh_token,
      refresh_token_expires_in: 61 * DAY,
    });
    expect((await graphql(shop, second.access_token, "{ shop { id } }")).status).toBe(200);

    await refresh(shop, second.refresh_token);
    expect(await refresh(shop, first)).toEqual(refused);
  });

  it("is rejected after 30 days", async () => {
    const shop = await freshShop();
    const { refresh_token } = await install(shop);
    await refresh(shop, refresh_token);
    shop.moveOn(30 * DAY);

    expect(await refresh(shop, refresh_token)).toEqual(refused);
  });

  const ENDED: [string, (shop: Awaited<ReturnType<typeof freshShop>>) => unknown][] = [
    ["after 90 days", (shop) => shop.moveOn(90 * DAY)],
    ["after an uninstall", (shop) => shop.uninstall(SHOP)],
    ["after a new token exchange", (shop) => install(shop)],
  ];

  it.each(ENDED)("is rejected %s", async (_case, end) => {
    const shop = await freshShop();
    const { refresh_token } = await install(shop);
    await end(shop);

    expect(await refresh(shop, refresh_token)).toEqual(refused);
  });

  it("is rejected if it was never issued", async () => {
    expect(await refresh(await freshShop(), "shprt_unknown")).toEqual(refused);
  });
});
