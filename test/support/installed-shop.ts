import { Session } from "@shopify/shopify-api";

import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { api, sessionStorage } from "../../app/shop/auth/shopify.server.ts";
import { installApp } from "../sandbox/shop/installation.ts";
import type { ShopState } from "../sandbox/shop/state.ts";
import { newShop, shopify } from "./world.ts";

type Token = { scopes?: string[]; expires?: Date };

/** A shop of one's own in which the app is installed. */
export async function installedShop(token: Token = {}): Promise<ShopDomain> {
  const shop = newShop();
  await issueToken(shop, token);
  return shop;
}

/** Installs the app there, again if need be, and keeps its token as a page would. */
export async function issueToken(shop: ShopDomain, { scopes, expires }: Token = {}): Promise<void> {
  installApp(simulated(shop));
  const issued = shopify.tokens.issueOffline(simulated(shop), scopes ?? shopify.app.scopes, {
    expiring: true,
  });
  const session = {
    id: api.session.getOfflineId(shop),
    shop,
    state: "",
    isOnline: false,
    accessToken: issued.accessToken,
    expires: expires ?? new Date(Date.now() + 3_600_000),
    ...(issued.refreshToken !== undefined && { refreshToken: issued.refreshToken }),
  };
  await sessionStorage.storeSession(new Session(session));
}

/** The shop's inside. */
export function simulated(shop: ShopDomain): ShopState {
  const found = shopify.shops.find(({ domain }) => domain === shop);
  if (!found) throw new Error(`The simulated Shopify has no shop ${shop}.`);
  return found;
}
