import { setTimeout as pause } from "node:timers/promises";

import { HttpResponseError, Session } from "@shopify/shopify-api";

import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { api, sessionStorage } from "../../shopify.server.ts";
import {
  releaseRenewal,
  findExpiry,
  forgetAccess,
  markAccessLost,
  claimRenewal,
} from "./access-store.server.ts";
import { noAnswer, shopGone, accessLost } from "../failures.ts";

/** A token with less time left than this is renewed first: a call takes a while. */
const MARGIN_MS = 60_000;
/** Less than the lease of whoever renews: an answer that comes later than this finds nobody waiting for it. */
const TIMEOUT_MS = 20_000;
/** How long, each time, to wait for the one who is renewing: 6.3 s in all. */
const PAUSES_MS = [50, 100, 150, 250, 500, 750, 1000, 1000, 1000, 1500];
/** Shopify documents an hour; an answer that does not say it must not make a token that is never renewed again. */
const LIFETIME_MS = 3_600_000;

/** `refused`: a token that the shop has just refused, whatever its time says. */
export type Wanted = { now: Date; refused?: string };

/**
 * The shop's offline session with a token that is still good. When it has to be renewed, one process does it, and the
 * others wait for what it gets.
 *
 * @throws Failure `shop-gone`, `access-lost`, or `unreachable` when there is no clear answer.
 */
export async function freshSession(shop: ShopDomain, wanted: Wanted): Promise<Session> {
  const session = await load(shop);
  if (session && isGood(session, wanted)) return session;
  // Those of this process wait here, and only one of them asks the database whose turn it is.
  const renewing = renewals.get(shop) ?? renew(shop, wanted).finally(() => renewals.delete(shop));
  renewals.set(shop, renewing);
  return renewing;
}

const renewals = new Map<ShopDomain, Promise<Session>>();

async function renew(shop: ShopDomain, wanted: Wanted): Promise<Session> {
  for (const ms of PAUSES_MS) {
    // Looked at again: a renewal that ended a moment ago has stored its token by now.
    const session = await load(shop);
    if (session && isGood(session, wanted)) return session;
    if (!session && (await findExpiry(shop)) === undefined) throw shopGone();
    const turn = await claimRenewal(shop, wanted.now);
    if (turn === "taken") return renewInTurn(shop, wanted);
    if (turn === "lost") throw accessLost();
    await pause(ms);
  }
  throw noAnswer(false);
}

/** Nobody else renews meanwhile, but a page may exchange a token at any time: what it stores counts. */
async function renewInTurn(shop: ShopDomain, wanted: Wanted): Promise<Session> {
  const { now } = wanted;
  const session = await load(shop);
  if (session && isGood(session, wanted)) {
    await releaseRenewal(shop, now);
    return session;
  }
  const expires = session ? (session.expires ?? null) : await findExpiry(shop);
  if (expires === undefined) {
    await forgetAccess(shop);
    throw shopGone();
  }
  let renewed: Session | null;
  try {
    renewed = session ? await requestRenewal(session, now) : null;
  } catch (error) {
    log.warn({ err: error, shop }, "session.not-renewed");
    await releaseRenewal(shop, now);
    throw noAnswer(false);
  }
  if (session && renewed) {
    const stored = await sessionStorage.replaceSession(session, renewed);
    await releaseRenewal(shop, now);
    if (stored) return renewed;
  } else if (await markAccessLost(shop, { expires, now })) {
    log.warn({ shop }, "session.access-lost");
    throw accessLost();
  }
  const another = await load(shop);
  if (another && isGood(another, wanted)) return another;
  throw noAnswer(false);
}

/**
 * Has Shopify renew the token. The same refresh token may be used again until its successor is, so an answer that got
 * lost does no harm (shopify.dev changelog 2026-08-28). Null when Shopify refuses it.
 *
 * @throws whatever is no clear answer.
 */
async function requestRenewal(session: Session, now: Date): Promise<Session | null> {
  const { shop, refreshToken } = session;
  if (refreshToken === undefined) return null;
  try {
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const renewal = api.auth.refreshToken({ shop, refreshToken });
    const { session: renewed } = await Promise.race([renewal, rejection(late)]);
    return new Session({
      ...renewed.toObject(),
      expires: renewed.expires ?? new Date(now.getTime() + LIFETIME_MS),
      refreshToken: renewed.refreshToken ?? refreshToken,
    });
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * Shopify says the same of a refresh token that is over, replaced, or revoked by an uninstall. A wrong client secret is
 * answered with 401 as well: that is our mistake, concerns every shop, and no merchant could mend it.
 */
function isRefusal(answer: unknown): boolean {
  if (!(answer instanceof HttpResponseError)) return false;
  const { error, error_description: said } = (answer as HttpResponseError).response.body ?? {};
  return error === "invalid_grant" || (error === "invalid_request" && /refresh_token/.test(String(said)));
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      reject(new Error("Shopify did not answer in time."));
    });
  });
}

function load(shop: ShopDomain): Promise<Session | undefined> {
  return sessionStorage.loadSession(api.session.getOfflineId(shop));
}

function isGood({ accessToken, expires }: Session, { now, refused }: Wanted): boolean {
  if (!accessToken || accessToken === refused) return false;
  return expires === undefined || expires.getTime() > now.getTime() + MARGIN_MS;
}
