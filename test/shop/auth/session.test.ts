import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { Session } from "@shopify/shopify-api";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { releaseRenewal, claimRenewal } from "../../../app/shop/auth/access-store.server.ts";
import { deleteSessions } from "../../../app/shop/auth/installation.server.ts";
import { freshSession } from "../../../app/shop/auth/session.server.ts";
import { api, sessionStorage } from "../../../app/shopify.server.ts";
import { query } from "../../support/database.ts";
import { installedShop, issueToken } from "../../support/installed-shop.ts";
import { databaseUrl, newShop, shopify } from "../../support/world.ts";

const now = new Date();

/** What the simulated Shopify was asked, and what our side asks it with. */
const renewals = vi.spyOn(shopify.tokens, "refresh");
const askShopify = api.auth.refreshToken;
const asking = vi.spyOn(api.auth, "refreshToken");
afterEach(() => {
  renewals.mockReset();
  asking.mockReset();
});

function after(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** A shop whose token is over, and can be renewed. */
function stale(): Promise<ShopDomain> {
  return installedShop({ expires: after(-3600) });
}

async function stored(shop: ShopDomain): Promise<Session> {
  const session = await sessionStorage.loadSession(api.session.getOfflineId(shop));
  if (!session) throw new Error("The shop has no session.");
  return session;
}

async function accessOf(shop: ShopDomain): Promise<Record<string, unknown> | undefined> {
  const [row] = await query(
    databaseUrl,
    "select renew_at, lost_at, notified_at from shop_access where shop = $1",
    [shop],
  );
  return row;
}

describe("a token that is over", () => {
  it("is renewed, and what was got for it is kept", async () => {
    const shop = await stale();
    const before = await stored(shop);
    const session = await freshSession(shop, { now });
    expect(session.accessToken).not.toBe(before.accessToken);
    expect(session.expires?.getTime()).toBeGreaterThan(after(3000).getTime());
    expect(await stored(shop)).toMatchObject({
      accessToken: session.accessToken,
      refreshToken: session.refreshToken,
      expires: session.expires,
      scope: session.scope,
    });
    expect(await accessOf(shop)).toEqual({ renew_at: now, lost_at: null, notified_at: null });
    await freshSession(shop, { now });
    expect(renewals).toHaveBeenCalledTimes(1);
  });

  it("is renewed once by two processes that want it at once, each of them five times over", async () => {
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

  it("is not renewed while another process does: what that one stores is taken", async () => {
    const shop = await stale();
    expect(await claimRenewal(shop, now)).toBe("taken");
    const waiting = freshSession(shop, { now });
    await issueToken(shop);
    expect((await waiting).accessToken).toBe((await stored(shop)).accessToken);
    expect(renewals).not.toHaveBeenCalled();
  });

  it("is not waited for without end, and renewed once whoever was at it has had its time", async () => {
    const shop = await stale();
    expect(await claimRenewal(shop, now)).toBe("taken");
    await expect(freshSession(shop, { now: after(29) })).rejects.toMatchObject({ code: "unreachable" });
    expect(renewals).not.toHaveBeenCalled();
    await freshSession(shop, { now: after(30) });
    expect(renewals).toHaveBeenCalledTimes(1);
  });

  it("is renewed by the next one at once when Shopify gave no clear answer", async () => {
    const shop = await stale();
    asking.mockRejectedValueOnce(new Error("socket hang up"));
    await expect(freshSession(shop, { now })).rejects.toMatchObject({ name: "Failure", code: "unreachable" });
    expect(await accessOf(shop)).toEqual({ renew_at: now, lost_at: null, notified_at: null });
    await freshSession(shop, { now });
  });

  it("is not taken for lost when it is our own secret that Shopify does not know", async () => {
    const shop = await stale();
    const { apiSecret } = shopify.app;
    shopify.app.apiSecret = "another secret";
    await expect(freshSession(shop, { now })).rejects.toMatchObject({ code: "unreachable" });
    shopify.app.apiSecret = apiSecret;
    expect(await accessOf(shop)).toMatchObject({ lost_at: null });
    await freshSession(shop, { now });
  });

  it("counts for an hour, and can be renewed again, when Shopify says neither", async () => {
    const shop = await stale();
    const { refreshToken } = await stored(shop);
    asking.mockImplementationOnce(async (wanted) => {
      const { session } = await askShopify(wanted);
      const { expires: _, refreshToken: _too, refreshTokenExpires: _neither, ...rest } = session.toObject();
      return { session: new Session(rest) };
    });
    await freshSession(shop, { now });
    expect(await stored(shop)).toMatchObject({ refreshToken, expires: after(3600) });
    await freshSession(shop, { now: after(3600) });
  });
});

describe("a page that exchanges a token while another is being renewed", () => {
  it("has the last word when Shopify renewed first", async () => {
    const shop = await stale();
    asking.mockImplementationOnce(async (wanted) => {
      const answer = await askShopify(wanted);
      await issueToken(shop);
      return answer;
    });
    const session = await freshSession(shop, { now });
    expect(session.accessToken).toBe((await stored(shop)).accessToken);
    // It is the one that Shopify goes on renewing.
    const later = await freshSession(shop, { now: after(3600) });
    expect(later.accessToken).not.toBe(session.accessToken);
  });

  it("has the last word when Shopify then refuses to renew: that token has been used already", async () => {
    const shop = await stale();
    asking.mockImplementationOnce(async (wanted) => {
      await issueToken(shop);
      return askShopify(wanted);
    });
    const session = await freshSession(shop, { now });
    expect(session.accessToken).toBe((await stored(shop)).accessToken);
    expect(await accessOf(shop)).toEqual({ renew_at: now, lost_at: null, notified_at: null });
  });

  it("leaves nothing behind when it is an uninstall that comes in between", async () => {
    const shop = await stale();
    asking.mockImplementationOnce(async (wanted) => {
      const answer = await askShopify(wanted);
      await deleteSessions(shop);
      return answer;
    });
    await expect(freshSession(shop, { now })).rejects.toMatchObject({ name: "Failure" });
    expect(await sessionStorage.loadSession(api.session.getOfflineId(shop))).toBeUndefined();
    expect(await accessOf(shop)).toBeUndefined();
  });
});

describe("a token that Shopify does not renew", () => {
  const lost = { name: "Failure", code: "access-lost" };

  it("is lost, and the next page gets a new one instead of going on with it", async () => {
    const shop = await stale();
    shopify.uninstall(shop);
    await expect(freshSession(shop, { now })).rejects.toMatchObject(lost);
    expect(await accessOf(shop)).toEqual({ renew_at: after(3600), lost_at: now, notified_at: null });
    expect(await stored(shop)).toMatchObject({ expires: now });
    expect((await stored(shop)).isActive(undefined)).toBe(false);
  });

  it("is lost although it looks good, once the shop refuses it", async () => {
    const shop = await installedShop();
    const { accessToken = "" } = await freshSession(shop, { now });
    shopify.uninstall(shop);
    await expect(freshSession(shop, { now, refused: accessToken })).rejects.toMatchObject(lost);
    expect(await stored(shop)).toMatchObject({ expires: now });
  });

  it("is not asked for again for an hour, and then found again if the refusal was a slip", async () => {
    const shop = await stale();
    renewals.mockReturnValueOnce(undefined);
    await expect(freshSession(shop, { now })).rejects.toMatchObject(lost);
    await expect(freshSession(shop, { now: after(3599) })).rejects.toMatchObject(lost);
    expect(renewals).toHaveBeenCalledTimes(1);
    renewals.mockReturnValueOnce(undefined);
    await expect(freshSession(shop, { now: after(3600) })).rejects.toMatchObject(lost);
    // Since when it is lost stays.
    expect(await accessOf(shop)).toEqual({ renew_at: after(7200), lost_at: now, notified_at: null });
    await freshSession(shop, { now: after(7200) });
    expect(renewals).toHaveBeenCalledTimes(3);
  });

  it("is lost at once when there is none to renew it with", async () => {
    const shop = await stale();
    const session = await stored(shop);
    session.refreshToken = undefined;
    await sessionStorage.storeSession(session);
    await expect(freshSession(shop, { now })).rejects.toMatchObject(lost);
    expect(asking).not.toHaveBeenCalled();
  });

  it("is lost, not gone, when the keyring cannot open it", async () => {
    const [shop, other] = [await installedShop(), await installedShop()];
    const ciphertext = `(select "accessToken" from session where shop = $1)`;
    await query(databaseUrl, `update session set "accessToken" = ${ciphertext} where shop = $2`, [
      other,
      shop,
    ]);
    await expect(freshSession(shop, { now })).rejects.toMatchObject(lost);
    expect(await accessOf(shop)).toMatchObject({ lost_at: now });
    await issueToken(shop);
    await freshSession(shop, { now });
  });

  it("is found again at once when a page brings another", async () => {
    const shop = await stale();
    shopify.uninstall(shop);
    await expect(freshSession(shop, { now })).rejects.toMatchObject(lost);
    await issueToken(shop);
    expect((await freshSession(shop, { now })).accessToken).toBe((await stored(shop)).accessToken);
  });
});

describe("a shop without a session", () => {
  it("is gone, and leaves no trace", async () => {
    const shop = newShop();
    await expect(freshSession(shop, { now })).rejects.toMatchObject({ name: "Failure", code: "shop-gone" });
    expect(await accessOf(shop)).toBeUndefined();
    expect(asking).not.toHaveBeenCalled();
  });
});

describe("the turn to renew", () => {
  it("is one's own until it is given back or its time is over", async () => {
    const shop = newShop();
    const turns = await Promise.all([1, 2, 3, 4, 5].map(() => claimRenewal(shop, now)));
    expect(turns.toSorted()).toEqual(["busy", "busy", "busy", "busy", "taken"]);
    expect(await claimRenewal(shop, after(29))).toBe("busy");
    expect(await claimRenewal(shop, after(30))).toBe("taken");
    await releaseRenewal(shop, after(31));
    expect(await claimRenewal(shop, after(31))).toBe("taken");
  });
});

/** Another process of the app, see `renewing-process.ts`. */
class Renewing {
  readonly #child = spawn(
    process.execPath,
    ["--import", "./test/sandbox/gateway/reroute.ts", "test/shop/auth/renewing-process.ts"],
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
