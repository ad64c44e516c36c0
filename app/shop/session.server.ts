import { setTimeout as pause } from "node:timers/promises";

import { HttpResponseError, Session } from "@shopify/shopify-api";
import { LRUCache } from "lru-cache";

import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { api, sessionStorage } from "./auth/shopify.server.ts";
import { accessLost, isShopClosed, noAnswer, shopGone } from "./failures.ts";
import {
  claimRenewal,
  findExpiry,
  forgetAccess,
  markAccessLost,
  releaseRenewal,
} from "./auth/access-store.server.ts";

/** A token with less time left is renewed, because a call takes a while. */
const MARGIN_MS = 60_000;
/** Time limit of a renewal: shorter than its lease. */
const RENEWAL_MS = 20_000;
/** Pauses while another process renews the token: 6.3 s in total. */
const PAUSES_MS = [50, 100, 150, 250, 500, 750, 1000, 1000, 1000, 1500];
/**
 * Default lifetime of a token: an hour, as Shopify documents. If a reply named no lifetime and there were no default,
 * the token would never be renewed.
 */
const LIFETIME_MS = 3_600_000;

/** `rejected`: a token that the shop has just answered with 401, even if the token has not expired. */
type Wanted = { rejected?: string | undefined };

/**
 * Returns the shop's offline session with a valid token. Only one process renews a token, while the other processes
 * wait for it. Compares the expiry with this process's clock, not with the database's, because Shopify's library
 * computes the expiry from a process's clock.
 * @throws Failure `shop-gone`, `access-lost`, or `unreachable`. `unreachable` means that there is no clear answer, or
 *   (side `ours`) that this process's keyring does not open the token.
 */
export async function freshSession(shop: ShopDomain, wanted: Wanted = {}): Promise<Session> {
  const kept = recent.get(shop);
  // If this process has stored or deleted any session since, the cached session may be outdated.
  if (kept?.written === sessionStorage.written && isGood(kept.session, wanted)) return kept.session;
  const session = await loadAndKeep(shop);
  if (session && isGood(session, wanted)) return session;
  // Only one call per process claims the renewal in the database; the other calls wait here.
  const renewing = renewals.get(shop) ?? renew(shop, wanted).finally(() => renewals.delete(shop));
  renewals.set(shop, renewing);
  return renewing;
}

const renewals = new Map<ShopDomain, Promise<Session>>();

/**
 * Sessions of the last minute: an order makes several calls within a second or two, and loading a session costs more
 * CPU than a call. A session stored by another process shows after the TTL, or at once if the shop rejects the token.
 */
const recent = new LRUCache<ShopDomain, Kept>({ max: 2000, ttl: 60_000 });
type Kept = { session: Session; written: number };

async function loadAndKeep(shop: ShopDomain): Promise<Session | undefined> {
  const { written } = sessionStorage;
  const session = await load(shop);
  if (session) recent.set(shop, { session, written });
  else recent.delete(shop);
  return session;
}

async function renew(shop: ShopDomain, wanted: Wanted): Promise<Session> {
  for (const ms of PAUSES_MS) {
    // Loads the session again, because another process may have renewed the token a moment ago.
    const session = await load(shop);
    if (session && isGood(session, wanted)) return session;
    if (!session && (await findExpiry(shop)) === undefined) throw shopGone();
    const claim = await claimRenewal(shop);
    if (claim === "lost") throw accessLost();
    if (claim !== "busy") return renewClaimed(shop, wanted).finally(() => releaseRenewal(claim));
    await pause(ms);
  }
  throw noAnswer(false);
}

/**
 * Renews the token under the lease. A page may get another token at any time. In that case the page's session is kept.
 */
async function renewClaimed(shop: ShopDomain, wanted: Wanted): Promise<Session> {
  const session = await load(shop);
  if (session && isGood(session, wanted)) return session;
  const expires = session ? (session.expires ?? null) : await findExpiry(shop);
  if (expires === undefined) {
    await forgetAccess(shop);
    throw shopGone();
  }
  let renewed: Session | null;
  try {
    renewed = session ? await requestRenewal(session) : null;
  } catch (error) {
    log.warn({ err: error, shop }, "session.not-renewed");
    throw noAnswer(false);
  }
  if (session && renewed) {
    if (await sessionStorage.replaceSession(session, renewed)) return renewed;
  } else if (await markAccessLost(shop, { expires })) {
    log.warn({ shop }, "session.access-lost");
    throw accessLost();
  }
  const another = await load(shop);
  if (another && isGood(another, wanted)) return another;
  throw noAnswer(false);
}

/**
 * Renews the token with Shopify; null if Shopify rejects the refresh token. The same refresh token works
 * until its successor is used, so a lost reply does no harm (shopify.dev changelog 2026-08-28).
 * @throws any error that is not a clear answer.
 */
async function requestRenewal(session: Session): Promise<Session | null> {
  const { shop, refreshToken } = session;
  if (refreshToken === undefined) return null;
  try {
    const late = AbortSignal.timeout(RENEWAL_MS);
    const renewal = api.auth.refreshToken({ shop, refreshToken });
    const { session: renewed } = await Promise.race([renewal, rejection(late)]);
    return new Session({
      ...renewed.toObject(),
      expires: renewed.expires ?? new Date(Date.now() + LIFETIME_MS),
      refreshToken: renewed.refreshToken ?? refreshToken,
    });
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

/** Returns true if Shopify refuses to issue a token for this shop. */
function isRefused(answer: unknown): boolean {
  if (!(answer instanceof HttpResponseError)) return false;
  const { code, body = {} } = (answer as HttpResponseError).response;
  return isShopClosed(code, JSON.stringify(body)) || isTokenRejected(body);
}

/**
 * Returns true if Shopify rejected the refresh token. The reply rarely says why: the token may have expired, been
 * replaced, or been revoked by an uninstall. Only sometimes does it name the uninstall (Shopify/shopify-api-ruby#1322).
 * A wrong client secret does not count as a rejection, because it is our mistake, and no merchant can fix it.
 */
function isTokenRejected({ error, error_description: description }: Record<string, unknown>): boolean {
  return (
    error === "app_not_installed" ||
    error === "invalid_grant" ||
    (error === "invalid_request" && /refresh_token/.test(String(description)))
  );
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      reject(new Error("Shopify did not answer in time."));
    });
  });
}

function load(shop: ShopDomain): Promise<Session | undefined> {
  return sessionStorage.openSession(api.session.getOfflineId(shop));
}

function isGood({ accessToken, expires }: Session, { rejected }: Wanted): boolean {
  if (!accessToken || accessToken === rejected) return false;
  return expires === undefined || expires.getTime() > Date.now() + MARGIN_MS;
}
