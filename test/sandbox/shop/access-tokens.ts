import { randomBytes } from "node:crypto";
import type { ShopState } from "./state.ts";

/** The rights of an access token's bearer. `expiresAt` is null for a non-expiring token. */
export interface AccessGrant {
  shop: string;
  mode: "offline" | "online";
  scopes: string[];
  expiresAt: Date | null;
}

export interface IssuedToken {
  accessToken: string;
  /** Seconds; absent for a non-expiring token. */
  expiresIn?: number;
  refreshToken?: string;
  /** Seconds. */
  refreshTokenExpiresIn?: number;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * All tokens that the simulated Shopify has given out, in memory.
 *
 * An app has one refreshable token per shop: a new exchange retires the former refresh token, while access tokens
 * stay valid until they expire. A refresh issues a new pair. The used refresh token can be retried until its
 * replacement is used, for at most 30 days (shopify.dev: About offline access tokens; changelog 2026-08-28, More
 * resilient refreshes for expiring offline access tokens).
 */
export function createAccessTokens(now: () => Date) {
  const grants = new Map<string, AccessGrant>();
  const chains = new Map<string, RefreshChain>();
  const givenOut = new Set<string>();

  function grant(
    shop: ShopState,
    mode: AccessGrant["mode"],
    scopes: string[],
    seconds: number | null,
  ): string {
    const accessToken = `${mode === "online" ? "shpua" : "shpat"}_${randomBytes(16).toString("hex")}`;
    const expiresAt = seconds === null ? null : secondsAfter(now(), seconds);
    givenOut.add(accessToken);
    grants.set(accessToken, { shop: shop.domain, mode, scopes, expiresAt });
    return accessToken;
  }

  function newPair(shop: ShopState, scopes: string[]): RefreshPair {
    const refreshToken = `shprt_${randomBytes(32).toString("hex")}`;
    givenOut.add(refreshToken);
    return {
      scopes,
      accessToken: grant(shop, "offline", scopes, OFFLINE_SECONDS),
      refreshToken,
      refreshExpiresAt: secondsAfter(now(), REFRESH_SECONDS),
    };
  }

  function issued(pair: RefreshPair): IssuedToken {
    return {
      accessToken: pair.accessToken,
      expiresIn: OFFLINE_SECONDS,
      refreshToken: pair.refreshToken,
      refreshTokenExpiresIn: Math.floor((pair.refreshExpiresAt.getTime() - now().getTime()) / 1000),
    };
  }

  return {
    issueOnline(shop: ShopState, scopes: string[]): IssuedToken {
      return { accessToken: grant(shop, "online", scopes, ONLINE_SECONDS), expiresIn: ONLINE_SECONDS };
    },

    issueOffline(shop: ShopState, scopes: string[], { expiring }: { expiring: boolean }): IssuedToken {
      if (!expiring) return { accessToken: grant(shop, "offline", scopes, null) };
      const current = newPair(shop, scopes);
      chains.set(shop.domain, { current });
      return issued(current);
    },

    /** A fresh pair, or undefined when the refresh token is unknown, replaced, expired, revoked or another shop's. */
    refresh(shop: ShopState, refreshToken: string): (IssuedToken & { scopes: string[] }) | undefined {
      const chain = chains.get(shop.domain);
      if (!chain) return undefined;
      const { current, previous } = chain;
      if (refreshToken === current.refreshToken && current.refreshExpiresAt > now()) {
        const next = newPair(shop, current.scopes);
        chains.set(shop.domain, { current: next, previous: { ...current, usedAt: now() } });
        return { ...issued(next), scopes: next.scopes };
      }
      if (previous?.refreshToken === refreshToken && mayRetry(previous, now())) {
        const again = grants.get(current.accessToken);
        if (again) again.expiresAt = secondsAfter(now(), OFFLINE_SECONDS);
        return { ...issued(current), scopes: current.scopes };
      }
      return undefined;
    },

    /** The grant of a token that is alive in this shop; undefined for a missing, foreign, revoked or expired one. */
    find(shop: ShopState, accessToken: string | undefined): AccessGrant | undefined {
      const found = accessToken === undefined ? undefined : grants.get(accessToken);
      if (!found || found.shop !== shop.domain) return undefined;
      return found.expiresAt && found.expiresAt <= now() ? undefined : found;
    },

    /** Every access and refresh token there ever was, dead ones included, for searching for leaks. */
    givenOut: () => [...givenOut],

    /** Ends every token of a shop at once, refresh tokens included. */
    revokeAll(shop: ShopState): void {
      chains.delete(shop.domain);
      for (const [token, granted] of grants) if (granted.shop === shop.domain) grants.delete(token);
    },
  };
}

interface RefreshPair {
  scopes: string[];
  accessToken: string;
  refreshToken: string;
  refreshExpiresAt: Date;
}

interface RefreshChain {
  current: RefreshPair;
  previous?: RefreshPair & { usedAt: Date };
}

/** shopify.dev: About offline access tokens (3600 s and 90 days), About online access tokens (24 hours). */
const OFFLINE_SECONDS = 3600;
const REFRESH_SECONDS = 90 * 24 * 3600;
const ONLINE_SECONDS = 24 * 3600 - 1;
const RETRY_SECONDS = 30 * 24 * 3600;

function mayRetry(pair: RefreshPair & { usedAt: Date }, now: Date): boolean {
  return pair.refreshExpiresAt > now && secondsAfter(pair.usedAt, RETRY_SECONDS) > now;
}

function secondsAfter(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}
