import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { Session } from "@shopify/shopify-api";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { claimRenewal, releaseRenewal, type Renewal } from "../../app/shop/auth/access-store.server.ts";
import { deleteSessions } from "../../app/shop/installation.server.ts";
import { freshSession } from "../../app/shop/session.server.ts";
import { api, sessionStorage } from "../../app/shop/auth/shopify.server.ts";
import { query } from "../support/database.ts";
import { installedShop, issueToken } from "../support/installed-shop.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop, shopify } from "../support/world.ts";

const HOUR = 3600;

/** The renewals that the simulated Shopify received, and the requests that our side sent. */
const renewals = vi.spyOn(shopify.tokens, "refresh");
const refreshToken = api.auth.refreshToken;
const requests = vi.spyOn(api.auth, "refreshToken");
afterEach(() => {
  renewals.mockReset();
  requests.mockReset();
});

/** A shop whose token is over, and can be renewed. */
async function stale(): Promise<ShopDomain> {
  const shop = await installedShop();
  await timePasses(shop, HOUR);
  return shop;
}

async function stored(shop: ShopDomain): Promise<Session> {
  const session = await sessionStorage.loadSession(api.session.getOfflineId(shop));
  if (!session) throw new Error("The shop has no session.");
  return session;
}

/** Returns the record of the access to a shop. `wait`: seconds until its token may be renewed, to the minute. */
async function accessOf(shop: ShopDomain): Promise<Record<string, unknown> | undefined> {
  const [row] = await query(
    databaseUrl,
    `select round(extract(epoch from renew_at - now()) / 60)::int * 60 as wait, leased_until, lost_at is not null as lost,
       notified_at
     from shop_access where shop = $1`,
    [shop],
  );
  return row;
}

const renewable = { wait: 0, leased_until: null, lost: false, notified_at: null };

/** Claims the renewal, as another process does. */
async function claimed(shop: ShopDomain): Promise<Renewal> {
  const claim = await claimRenewal(shop);
  if (typeof claim === "string") throw new Error(`The renewal is ${claim}.`);
  return claim;
}

describe("an expired token", () => {
  it("is renewed, and the new one is stored", async () => {
    const shop = await stale();
    const before = await stored(shop);
    const session = await freshSession(shop);
    expect(session.accessToken).not.toBe(before.accessToken);
    expect(session.expires?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    expect(await stored(shop)).toMatchObject({
      accessToken: session.accessToken,
      refreshToken: session.refreshToken,
      expires: session.expires,
      scope: session.scope,
    });
    expect(await accessOf(shop)).toEqual(renewable);
    await freshSession(shop);
    expect(renewals).toHaveBeenCalledTimes(1);
  });

  it("is renewed once if two processes want it five times each", async () => {
    const shops = await Promise.all(Array.from({ length: 8 }, stale));
    const processes = [new Renewing(), new Renewing()];
    try {
      await Promise.all(processes.map((each) => each.ready()));
      const wanted = shops.flatMap((shop) => [shop, shop, shop, shop, shop]);
      const got = await Promise.all(processes.map((each) => each.freshTokens(wanted)));
      expect(renewals.mock.calls.map(([{ domain }]) => domain).toSorted()).toEqual(shops.toSorted());
      const kept: unknown[] = [];
      for (const shop of wanted) kept.push((await stored(shop)).accessToken);
      expect(got).toEqual([kept, kept]);
    } finally {
      await Promise.all(processes.map((each) => each.end()));
    }
  });

  it("is replaced by the token that another process renews at the same time", async () => {
    const shop = await stale();
    await claimed(shop);
    const waiting = freshSession(shop);
    await issueToken(shop);
    expect((await waiting).accessToken).toBe((await stored(shop)).accessToken);
    expect(renewals).not.toHaveBeenCalled();
  });

  it("is renewed once the lease of a process that died has ended", async () => {
    const shop = await stale();
    await claimed(shop);
    await expect(freshSession(shop)).rejects.toMatchObject({ code: "unreachable" });
    expect(renewals).not.toHaveBeenCalled();
    await timePasses(shop, 30);
    await freshSession(shop);
    expect(renewals).toHaveBeenCalledTimes(1);
  });

  it("is renewed by the next call at once if Shopify gave no clear reply", async () => {
    const shop = await stale();
    requests.mockRejectedValueOnce(new Error("socket hang up"));
    await expect(freshSession(shop)).rejects.toMatchObject({ name: "Failure", code: "unreachable" });
    expect(await accessOf(shop)).toEqual(renewable);
    await freshSession(shop);
  });

  it("does not count as lost if Shopify rejects our own client secret", async () => {
    const shop = await stale();
    const { apiSecret } = shopify.app;
    shopify.app.apiSecret = "another secret";
    await expect(freshSession(shop)).rejects.toMatchObject({ code: "unreachable" });
    shopify.app.apiSecret = apiSecret;
    expect(await accessOf(shop)).toMatchObject({ lost: false });
    await freshSession(shop);
  });

  it("is renewed for an hour, and keeps its refresh token, if Shopify's reply states no expiry and no refresh token", async () => {
    const shop = await stale();
    const before = await stored(shop);
    requests.mockImplementationOnce(async (wanted) => {
      const { session } = await refreshToken(wanted);
      const { expires: _, refreshToken: _too, refreshTokenExpires: _neither, ...rest } = session.toObject();
      return { session: new Session(rest) };
    });
    await freshSession(shop);
    const { refreshToken: kept, expires } = await stored(shop);
    expect(kept).toBe(before.refreshToken);
    expect(Math.round(((expires?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(60);
    await timePasses(shop, HOUR);
    await freshSession(shop);
  });
});

describe("the renewal of a token", () => {
  it("gives way to a token that a page obtained after Shopify had renewed", async () => {
    const shop = await stale();
    requests.mockImplementationOnce(async (wanted) => {
      const answer = await refreshToken(wanted);
      await issueToken(shop);
      return answer;
    });
    const session = await freshSession(shop);
    expect(session.accessToken).toBe((await stored(shop)).accessToken);
    // Shopify keeps renewing that token.
    await timePasses(shop, HOUR);
    const later = await freshSession(shop);
    expect(later.accessToken).not.toBe(session.accessToken);
  });

  it("gives way to a token that a page obtained before Shopify rejected the renewal", async () => {
    const shop = await stale();
    requests.mockImplementationOnce(async (wanted) => {
      await issueToken(shop);
      return refreshToken(wanted);
    });
    const session = await freshSession(shop);
    expect(session.accessToken).toBe((await stored(shop)).accessToken);
    expect(await accessOf(shop)).toEqual(renewable);
  });

  it("leaves no session behind if the app is uninstalled meanwhile", async () => {
    const shop = await stale();
    requests.mockImplementationOnce(async (wanted) => {
      const answer = await refreshToken(wanted);
      await deleteSessions(shop);
      return answer;
    });
    await expect(freshSession(shop)).rejects.toMatchObject({ name: "Failure" });
    expect(await sessionStorage.loadSession(api.session.getOfflineId(shop))).toBeUndefined();
    expect(await accessOf(shop)).toBeUndefined();
  });
});

describe("a token that Shopify does not renew", () => {
  const lost = { name: "Failure", code: "access-lost" };

  it("is lost, and the next page exchanges a new one", async () => {
    const shop = await stale();
    shopify.uninstall(shop);
    await expect(freshSession(shop)).rejects.toMatchObject(lost);
    expect(await accessOf(shop)).toEqual({ wait: HOUR, leased_until: null, lost: true, notified_at: null });
    expect((await stored(shop)).isActive(undefined)).toBe(false);
  });

  it("is lost before its expiry once the shop rejects it", async () => {
    const shop = await installedShop();
    const { accessToken = "" } = await freshSession(shop);
    shopify.uninstall(shop);
    await expect(freshSession(shop, { rejected: accessToken })).rejects.toMatchObject(lost);
    expect((await stored(shop)).isActive(undefined)).toBe(false);
  });

  it("is tried again once an hour, and works again if Shopify rejected it by mistake", async () => {
    const shop = await stale();
    renewals.mockReturnValueOnce(undefined);
    await expect(freshSession(shop)).rejects.toMatchObject(lost);
    const [before] = await query(databaseUrl, "select lost_at from shop_access where shop = $1", [shop]);
    await timePasses(shop, HOUR - 60);
    await expect(freshSession(shop)).rejects.toMatchObject(lost);
    expect(renewals).toHaveBeenCalledTimes(1);
    await timePasses(shop, 60);
    renewals.mockReturnValueOnce(undefined);
    await expect(freshSession(shop)).rejects.toMatchObject(lost);
    expect(await accessOf(shop)).toEqual({ wait: HOUR, leased_until: null, lost: true, notified_at: null });
    // The time of the loss stays.
    const [since] = await query<{ lost_at: Date }>(
      databaseUrl,
      "select lost_at + interval '1 hour' as lost_at from shop_access where shop = $1",
      [shop],
    );
    expect(since).toEqual(before);
    await timePasses(shop, HOUR);
    await freshSession(shop);
    expect(renewals).toHaveBeenCalledTimes(3);
  });

  it("is lost at once if there is no refresh token", async () => {
    const shop = await stale();
    const session = await stored(shop);
    session.refreshToken = undefined;
    await sessionStorage.storeSession(session);
    await expect(freshSession(shop)).rejects.toMatchObject(lost);
    expect(requests).not.toHaveBeenCalled();
  });

  it("counts as lost, not as gone, if the keyring cannot decrypt it", async () => {
    const [shop, other] = [await installedShop(), await installedShop()];
    const ciphertext = `(select "accessToken" from session where shop = $1)`;
    await query(databaseUrl, `update session set "accessToken" = ${ciphertext} where shop = $2`, [
      other,
      shop,
    ]);
    await expect(freshSession(shop)).rejects.toMatchObject(lost);
    expect(await accessOf(shop)).toMatchObject({ lost: true });
    await issueToken(shop);
    await freshSession(shop);
  });

  it("is replaced at once if a page obtains another token", async () => {
    const shop = await stale();
    shopify.uninstall(shop);
    await expect(freshSession(shop)).rejects.toMatchObject(lost);
    await issueToken(shop);
    expect((await freshSession(shop)).accessToken).toBe((await stored(shop)).accessToken);
  });
});

describe("a shop without a session", () => {
  it("counts as gone, and leaves no row", async () => {
    const shop = newShop();
    await expect(freshSession(shop)).rejects.toMatchObject({ name: "Failure", code: "shop-gone" });
    expect(await accessOf(shop)).toBeUndefined();
    expect(requests).not.toHaveBeenCalled();
  });
});

describe("the lease for renewing a token", () => {
  it("is held by one process until it is released or expires", async () => {
    const shop = newShop();
    const claims = await Promise.all([1, 2, 3, 4, 5].map(() => claimRenewal(shop)));
    expect(claims.filter((claim) => claim === "busy")).toHaveLength(4);
    await timePasses(shop, 20);
    expect(await claimRenewal(shop)).toBe("busy");
    await timePasses(shop, 10);
    await releaseRenewal(await claimed(shop));
    await claimed(shop);
  });

  it("is not ended by a process whose own lease has expired", async () => {
    const shop = newShop();
    const expired = await claimed(shop);
    await timePasses(shop, 30);
    await claimed(shop);
    await releaseRenewal(expired);
    expect(await claimRenewal(shop)).toBe("busy");
  });

  it("is not claimed while a process of the previous release holds it", async () => {
    const shop = newShop();
    await query(
      databaseUrl,
      "insert into shop_access (shop, renew_at) values ($1, now() + interval '30 s')",
      [shop],
    );
    expect(await claimRenewal(shop)).toBe("busy");
    await timePasses(shop, 30);
    await claimed(shop);
  });
});

/** Another process of the app, see `renewing-process.ts`. */
class Renewing {
  readonly #child = spawn(
    process.execPath,
    ["--import", "./test/sandbox/gateway/reroute.ts", "test/shop/renewing-process.ts"],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  readonly #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();

  async ready(): Promise<void> {
    expect(await this.#lines.next()).toMatchObject({ value: "ready" });
  }

  async freshTokens(shops: ShopDomain[]): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify(shops)}\n`);
    return JSON.parse(String((await this.#lines.next()).value));
  }

  async end(): Promise<void> {
    const closed = once(this.#child, "close");
    this.#child.stdin.end();
    await closed;
  }
}
