import { setTimeout as pause } from "node:timers/promises";

import { HttpResponseError, Session } from "@shopify/shopify-api";
import { LRUCache } from "lru-cache";

import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { api, sessionStorage } from "../shopify.server.ts";
import { accessLost, isShopClosed, noAnswer, shopGone } from "./failures.ts";
import {
  claimRenewal,
  findExpiry,
  forgetAccess,
  markAccessLost,
  releaseRenewal,
} from "./auth/access-store.server.ts";

/** A token with less time left than this is renewed first: a call takes a while. */
const MARGIN_MS = 60_000;
/** Less than the lease of the renewal: an answer that comes later than this is not waited for. */
const RENEWAL_MS = 20_000;
/** How long, each time, to wait for another process that renews: 6.3 s in all. */
const PAUSES_MS = [50, 100, 150, 250, 500, 750, 1000, 1000, 1000, 1500];
/** Shopify documents an hour. An answer without it must not make a token that is never renewed again. */
const LIFETIME_MS = 3_600_000;

/** `rejected`: a token that the shop has just answered with 401, whatever its expiry says. */
type Wanted = { rejected?: string | undefined };

/**
 * The shop's offline session with a token that is still good. When it has to be renewed, one process does that, and the
 * others wait for what it gets. A token's expiry goes by this process's clock, which Shopify's library made it by.
 *
 * @throws Failure `shop-gone`, `access-lost`, or `unreachable` when there is no clear answer, or the token does not open (ours).
 */
export async function freshSession(shop: ShopDomain, wanted: Wanted = {}): Promise<Session> {
  const kept = recent.get(shop);
  // Anything that this process has stored or deleted since makes it read again.
  if (kept?.written === sessionStorage.written && isGood(kept.session, wanted)) return kept.session;
  const session = await loadAndKeep(shop);
  if (session && isGood(session, wanted)) return session;
  // Of this process only one asks the database for the renewal, and the others wait here.
  const renewing = renewals.get(shop) ?? renew(shop, wanted).finally(() => renewals.delete(shop));
  renewals.set(shop, renewing);
  return renewing;
}

const renewals = new Map<ShopDomain, Promise<Session>>();

/**
 * An order takes several calls within a second or two, and reading and opening the session costs more than they do. What
 * another process stores meanwhile is read after these seconds, or at once where the shop rejects the token.
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
    // Looked at again: a renewal that ended a moment ago has stored its token by now.
    const session = await load(shop);
    if (session && isGood(session, wanted)) return session;
    if (!session && (await findExpiry(shop)) === undefined) throw shopGone();
    const claim = await claimRenewal(shop);
    if (claim === "claimed") return renewClaimed(shop, wanted);
    if (claim === "lost") throw accessLost();
    await pause(ms);
  }
  throw noAnswer(false);
}

/** No other process renews meanwhile, but a page may exchange a token at any time: what it stores counts. */
async function renewClaimed(shop: ShopDomain, wanted: Wanted): Promise<Session> {
  const session = await load(shop);
  if (session && isGood(session, wanted)) {
    await releaseRenewal(shop);
    return session;
  }
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
    await releaseRenewal(shop);
    throw noAnswer(false);
  }
  if (session && renewed) {
    const stored = await sessionStorage.replaceSession(session, renewed);
    await releaseRenewal(shop);
    if (stored) return renewed;
  } else if (await markAccessLost(shop, { expires })) {
    log.warn({ shop }, "session.access-lost");
    throw accessLost();
  }
  const another = await load(shop);
  if (another && isGood(another, wanted)) return another;
  throw noAnswer(false);
}

/**
 * Asks Shopify to renew the token. The same refresh token may be used again until its successor is, so a lost answer
 * does no harm (shopify.dev changelog 2026-08-28). Null when Shopify no longer accepts it.
 *
 * @throws everything that is no clear answer.
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

/** Whether Shopify gives the app no token for this shop, whatever else it may know of it. */
function isRefused(answer: unknown): boolean {
  if (!(answer instanceof HttpResponseError)) return false;
  const { code, body = {} } = (answer as HttpResponseError).response;
  return isShopClosed(code, JSON.stringify(body)) || isTokenRejected(body);
}

/**
 * Shopify answers the same to a refresh token that is over, replaced, or revoked by an uninstall, and at times
 * names the uninstall (Shopify/shopify-api-ruby#1322). A wrong client secret is answered with 401 as well, but that is our
 * mistake: it concerns every shop, and no merchant could repair it.
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
