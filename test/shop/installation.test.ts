import { Session } from "@shopify/shopify-api";
import { describe, expect, it } from "vitest";

import { type ShopDomain, shopDomain } from "../../app/lib/shop-domain.ts";
import { deleteSessions, isInstalled } from "../../app/shop/installation.server.ts";
import { api, sessionStorage } from "../../app/shop/auth/shopify.server.ts";
import { newShop, shopify } from "../support/world.ts";

const now = new Date();
const inAnHour = new Date(now.getTime() + 3_600_000);
const anHourAgo = new Date(now.getTime() - 3_600_000);

function simulated(shop: ShopDomain) {
  const found = shopify.shops.find(({ domain }) => domain === shop);
  if (!found) throw new Error(`The simulated Shopify has no shop ${shop}.`);
  return found;
}

/** Installs the app in a shop of its own, and keeps its tokens as the app would. */
async function installed(session: { expires?: Date; refreshToken?: string | undefined } = {}) {
  const shop = newShop();
  simulated(shop).installed = true;
  const issued = shopify.tokens.issueOffline(simulated(shop), [], { expiring: true });
  const { accessToken, refreshToken } = issued;
  await store(shop, { accessToken, refreshToken, expires: inAnHour, ...session });
  return { shop, accessToken, refreshToken };
}

async function store(shop: ShopDomain, tokens: Partial<ConstructorParameters<typeof Session>[0]>) {
  const id = api.session.getOfflineId(shop);
  await sessionStorage.storeSession(new Session({ id, shop, state: "", isOnline: false, ...tokens }));
}

function stored(shop: ShopDomain) {
  return sessionStorage.loadSession(api.session.getOfflineId(shop));
}

describe("isInstalled", () => {
  it("is true while the shop accepts the token", async () => {
    const { shop } = await installed();
    expect(await isInstalled(shop)).toBe(true);
  });

  it("is false if there is no token", async () => {
    expect(await isInstalled(newShop())).toBe(false);
  });

  it("is false once the token is revoked", async () => {
    const { shop } = await installed();
    shopify.uninstall(shop);
    expect(await isInstalled(shop)).toBe(false);
  });

  it("is false for another shop's token", async () => {
    const [mine, theirs] = [await installed(), await installed()];
    await store(mine.shop, { accessToken: theirs.accessToken });
    expect(await isInstalled(mine.shop)).toBe(false);
  });

  it("renews an expired token first, and stores the new one", async () => {
    const { shop, accessToken, refreshToken } = await installed({ expires: anHourAgo });
    expect(await isInstalled(shop)).toBe(true);
    const renewed = await stored(shop);
    expect(renewed?.accessToken).not.toBe(accessToken);
    expect(renewed?.refreshToken).not.toBe(refreshToken);
    expect(renewed?.expires?.getTime()).toBeGreaterThan(now.getTime());
    expect(await isInstalled(shop)).toBe(true);
    expect((await stored(shop))?.accessToken).toBe(renewed?.accessToken);
  });

  it("is false if neither the old token nor its renewal is accepted", async () => {
    const { shop } = await installed({ expires: anHourAgo });
    shopify.uninstall(shop);
    expect(await isInstalled(shop)).toBe(false);
  });

  it("is false if the token has expired and cannot be renewed", async () => {
    const { shop } = await installed({ expires: anHourAgo, refreshToken: undefined });
    expect(await isInstalled(shop)).toBe(false);
  });

  it("fails if the shop's reply is unclear, rather than calling the shop gone", async () => {
    const { shop, accessToken } = await installed();
    shopify.setFault("shop", "502");
    await expect(isInstalled(shop)).rejects.toMatchObject({ name: "Failure", code: "unreachable" });
    expect((await stored(shop))?.accessToken).toBe(accessToken);
  });

  it("is false if Shopify does not know the shop", async () => {
    const shop = shopDomain.parse("nobody.myshopify.com");
    await store(shop, { accessToken: "shpat_any", expires: inAnHour });
    expect(await isInstalled(shop)).toBe(false);
  });
});

describe("forgetting a shop's tokens", () => {
  it("deletes the tokens of all its users, and no other shop's", async () => {
    const [{ shop }, other] = [await installed(), await installed()];
    const people = Array.from({ length: 60 }, (_, index) => `${shop}_${String(index)}`);
    await Promise.all(
      people.map((id) =>
        sessionStorage.storeSession(
          new Session({ id, shop, state: "", isOnline: true, accessToken: "shpua_any" }),
        ),
      ),
    );
    await deleteSessions(shop);
    expect(await sessionStorage.findSessionsByShop(shop)).toEqual([]);
    expect(await sessionStorage.findSessionsByShop(other.shop)).toHaveLength(1);
    await deleteSessions(shop);
  });
});
