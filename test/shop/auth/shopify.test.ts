import { afterEach, describe, expect, it, vi } from "vitest";

import { api, authenticate, sessionStorage } from "../../../app/shop/auth/shopify.server.ts";
import { newShop, shopify } from "../../support/world.ts";

const exchanges = vi.spyOn(shopify.tokens, "issueOffline");
afterEach(() => {
  exchanges.mockClear();
});

async function asks(token: string): Promise<string | undefined> {
  const request = new Request("http://127.0.0.1:1/app", { headers: { authorization: `Bearer ${token}` } });
  const { session } = await authenticate.admin(request);
  return session.accessToken;
}

describe("the concurrent loaders of a page", () => {
  it("share one access token, which is stored", async () => {
    const shop = newShop();
    const token = await shopify.sessionToken({ shop });
    const got = await Promise.all([1, 2, 3, 4].map(() => asks(token)));
    expect(exchanges).toHaveBeenCalledTimes(1);
    const kept = await sessionStorage.loadSession(api.session.getOfflineId(shop));
    expect(new Set(got)).toEqual(new Set([kept?.accessToken]));
    await asks(token);
    expect(exchanges).toHaveBeenCalledTimes(1);
  });

  it("are all rejected if the session token has expired", async () => {
    const token = await shopify.sessionToken({ shop: newShop(), lifetimeSeconds: -60 });
    const answers = await Promise.allSettled([1, 2, 3].map(() => asks(token)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: "rejected", reason: { status: 401 } });
    }
    expect(exchanges).not.toHaveBeenCalled();
  });
});
