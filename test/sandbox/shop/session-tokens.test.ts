import { decodeJwt } from "jose";
import { describe, expect, it, onTestFinished } from "vitest";
import { UnknownShopError } from "./state.ts";
import { API_KEY, SHOP, startTestShop } from "./testing.ts";

describe("simulated session tokens", () => {
  it("have the claims that Shopify documents, and last a minute", async () => {
    const shop = await startTestShop();
    onTestFinished(() => shop.close());
    const issuedAt = Date.parse("2026-10-05T10:00:00Z") / 1000;

    expect(decodeJwt(await shop.sessionToken({ shop: SHOP, user: 42 }))).toEqual({
      iss: `https://${SHOP}/admin`,
      dest: `https://${SHOP}`,
      aud: API_KEY,
      sub: "42",
      iat: issuedAt,
      nbf: issuedAt,
      exp: issuedAt + 60,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sid: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("are not issued for an unknown shop", async () => {
    const shop = await startTestShop();
    onTestFinished(() => shop.close());

    await expect(shop.sessionToken({ shop: "nobody.myshopify.com" })).rejects.toThrow(UnknownShopError);
  });
});
