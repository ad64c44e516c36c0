import { HttpResponseError, type Session } from "@shopify/shopify-api";

import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { api, sessionStorage } from "../shopify.server.ts";

/**
 * Asks the shop itself, with its own token, whether the app is still installed there.
 *
 * @throws Failure `unreachable` when the shop gives no clear answer.
 */
export async function isInstalled(shop: ShopDomain, now: Date): Promise<boolean> {
  const session = await sessionStorage.loadSession(api.session.getOfflineId(shop));
  if (!session?.accessToken) return false;
  try {
    const current = await freshen(session, now);
    if (current === null) return false;
    await new api.clients.Graphql({ session: current }).request(`#graphql
      query installation { shop { id } }
    `);
    return true;
  } catch (error) {
    if (error instanceof HttpResponseError && isRefusal((error as HttpResponseError).response.code))
      return false;
    throw new Failure({
      code: "unreachable",
      detail: `${shop} did not say whether the app is installed`,
      publicMessage: "Your shop did not answer. Try again in a few minutes.",
    });
  }
}

/** Forgets the shop's access tokens. */
export async function deleteSessions(shop: ShopDomain): Promise<void> {
  // The storage hands out 25 at a time.
  for (let found = await find(shop); found.length > 0; found = await find(shop)) {
    await sessionStorage.deleteSessions(found.map(({ id }) => id));
  }
}

function find(shop: ShopDomain): Promise<Session[]> {
  return sessionStorage.findSessionsByShop(shop);
}

/** A token that is still good, renewed where its hour is over; null when it is over for good. */
async function freshen(session: Session, now: Date): Promise<Session | null> {
  if (session.expires === undefined || session.expires > now) return session;
  if (session.refreshToken === undefined) return null;
  const { session: renewed } = await api.auth.refreshToken({
    shop: session.shop,
    refreshToken: session.refreshToken,
  });
  await sessionStorage.storeSession(renewed);
  return renewed;
}

/** An uninstalled shop answers 401 to its old token, and 400 or 401 to its refresh token. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 400;
}
