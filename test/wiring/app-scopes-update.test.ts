import { describe, expect, it } from "vitest";

import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { api, sessionStorage } from "../../app/shop/auth/shopify.server.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { query } from "../support/database.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { changeSettings, databaseUrl, newShop, shopify } from "../support/world.ts";

await changeSettings({ SCOPES: "read_products,write_inventory,write_fulfillments" });

const ALL = ["write_products", "write_inventory", "write_fulfillments"];
/** Handles the webhook, which names no scopes. */
async function handle(shop: ShopDomain): Promise<void> {
  await handleWebhook("app/scopes_update", { shop });
}

function stored(shop: ShopDomain) {
  return sessionStorage.loadSession(api.session.getOfflineId(shop));
}

/** Sets the scopes that the shop grants from now on. */
async function give(shop: ShopDomain, scopes: string[]): Promise<void> {
  const grant = shopify.tokens.find(simulated(shop), (await stored(shop))?.accessToken);
  if (!grant) throw new Error("The shop has given no token.");
  grant.scopes = scopes;
}

async function recorded(shop: ShopDomain) {
  return query<{ kind: string; tone: string; message: { permissions: string[] } }>(
    databaseUrl,
    "select kind, tone, message from activity where shop = $1 order by id",
    [shop],
  );
}

describe("a change of the app's permissions in a shop", () => {
  it("is read from the shop itself, and stored", async () => {
    const shop = await installedShop({ scopes: ALL });
    await handle(shop);
    expect(await stored(shop)).toMatchObject({ scope: ALL.join(",") });
    await give(shop, [...ALL, "read_orders"]);
    await handle(shop);
    expect((await stored(shop))?.scope?.split(",").toSorted()).toEqual([...ALL, "read_orders"].toSorted());
    expect(await recorded(shop)).toEqual([]);
  });

  it("leaves the tokens and their expiry unchanged", async () => {
    const shop = await installedShop({ scopes: ALL });
    const before = await stored(shop);
    await handle(shop);
    const { accessToken, refreshToken, expires } = (await stored(shop)) ?? {};
    expect({ accessToken, refreshToken, expires }).toEqual({
      accessToken: before?.accessToken,
      refreshToken: before?.refreshToken,
      expires: before?.expires,
    });
  });

  it("is recorded once, in the words of Shopify's admin, if a required permission is missing", async () => {
    const shop = await installedShop({ scopes: ALL });
    await handle(shop);
    await give(shop, ["read_products", "read_inventory", "write_fulfillments"]);
    await Promise.all([1, 2, 3].map(() => handle(shop)));
    await handle(shop);
    expect(await recorded(shop)).toEqual([
      {
        kind: "shop.permissions-missing",
        tone: "warning",
        message: { code: "access.permissions-missing", permissions: ["edit inventory"] },
      },
    ]);
    // A lost permission is recorded, a granted one is not.
    await give(shop, ["read_products"]);
    await handle(shop);
    await give(shop, ["read_products", "write_fulfillments"]);
    await handle(shop);
    expect((await recorded(shop)).map(({ message }) => message.permissions)).toEqual([
      ["edit inventory"],
      ["edit inventory", "edit fulfillments"],
    ]);
  });

  it("is recorded as a success once a missing permission is back", async () => {
    const shop = await installedShop({ scopes: ["read_products"] });
    await handle(shop);
    await give(shop, ALL);
    await handle(shop);
    await handle(shop);
    expect((await recorded(shop)).map(({ kind, tone }) => [kind, tone])).toEqual([
      ["shop.permissions-missing", "warning"],
      ["shop.permissions-given", "success"],
    ]);
  });

  it("is not recorded if it is undone before its webhook arrives", async () => {
    const shop = await installedShop({ scopes: ALL });
    await handle(shop);
    await give(shop, []);
    await give(shop, ALL);
    await handle(shop);
    expect(await recorded(shop)).toEqual([]);
    expect(await stored(shop)).toMatchObject({ scope: ALL.join(",") });
  });

  it("fails with the code shop-gone if the shop has not installed the app", async () => {
    await expect(handle(newShop())).rejects.toMatchObject({ name: "Failure", code: "shop-gone" });
  });
});
