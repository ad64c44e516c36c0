import { HttpResponseError, type Session } from "@shopify/shopify-api";

import type { ShopDomain } from "../lib/shop-domain.ts";
import { api, sessionStorage } from "../shopify.server.ts";

/** A token with less time left than this is renewed first: a call takes a while. */
const MARGIN_MS = 60_000;

/**
 * The shop's offline session with a token that is still good; null when there is none any more, which only the
 * merchant can mend by opening the app.
 *
 * @throws what Shopify's library throws when the shop gives no clear answer.
 */
export async function freshSession(shop: ShopDomain, now: Date): Promise<Session | null> {
  const session = await load(shop);
  if (!session?.accessToken) return null;
  if (isFresh(session, now)) return session;
  // Renewing is not safe to do twice at once: each time a new token takes the place of the last.
  const renewing = renewals.get(shop) ?? renew(shop, now).finally(() => renewals.delete(shop));
  renewals.set(shop, renewing);
  return renewing;
}

const renewals = new Map<ShopDomain, Promise<Session | null>>();

async function renew(shop: ShopDomain, now: Date): Promise<Session | null> {
  // Looked at again: a renewal that ended a moment ago has stored its token by now.
  const session = await load(shop);
  if (session?.accessToken && isFresh(session, now)) return session;
  const refreshToken = session?.refreshToken;
  if (refreshToken === undefined) return null;
  try {
    const { session: renewed } = await api.auth.refreshToken({ shop, refreshToken });
    await sessionStorage.storeSession(renewed);
    return renewed;
  } catch (error) {
    if (!(error instanceof HttpResponseError) || !isRefusal((error as HttpResponseError).response.code))
      throw error;
    // Another process may have used the refresh token first, and stored what it got for it.
    const stored = await load(shop);
    return stored?.accessToken && isFresh(stored, now) ? stored : null;
  }
}

function load(shop: ShopDomain): Promise<Session | undefined> {
  return sessionStorage.loadSession(api.session.getOfflineId(shop));
}

function isFresh({ expires }: Session, now: Date): boolean {
  return expires === undefined || expires.getTime() > now.getTime() + MARGIN_MS;
}

/** An uninstalled shop answers 400 or 401 to its refresh token. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 400;
}
