import { Session } from "@shopify/shopify-api";
import { describe, expect, it } from "vitest";

import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { SealedSessionStorage } from "../../../app/shop/auth/session-storage.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, newShop } from "../../support/world.ts";

const storage = new SealedSessionStorage();
const hour = new Date("2026-11-21T11:00:00Z");
const quarter = new Date("2027-02-21T10:00:00Z");

function offline(shop: ShopDomain, more: Partial<ConstructorParameters<typeof Session>[0]> = {}): Session {
  return new Session({
    id: `offline_${shop}`,
    shop,
    state: "",
    isOnline: false,
    scope: "read_products",
    expires: hour,
    accessToken: "shpat_access",
    refreshToken: "shprt_refresh",
    refreshTokenExpires: quarter,
    ...more,
  });
}

function online(shop: ShopDomain): Session {
  const user = {
    id: 42,
    first_name: "Ada",
    last_name: "Łoś",
    email: "ada@example.com",
    account_owner: true,
    collaborator: false,
    email_verified: true,
    locale: "pl",
  };
  const onlineAccessInfo = {
    expires_in: 3600,
    associated_user_scope: "read_products",
    associated_user: user,
  };
  return offline(shop, { id: `${shop}_42`, isOnline: true, onlineAccessInfo });
}

function rowsOf(shop: ShopDomain): Promise<Record<string, unknown>[]> {
  return query(databaseUrl, "select * from session where shop = $1 order by id", [shop]);
}

describe("a stored session", () => {
  it.each([
    ["a shop's own", offline],
    ["a person's", online],
  ])("is read back unchanged: %s", async (_, make) => {
    const session = make(newShop());
    const before = session.toObject();
    expect(await storage.storeSession(session)).toBe(true);
    // The caller keeps using it.
    expect(session.toObject()).toEqual(before);
    const loaded = await storage.loadSession(session.id);
    expect(loaded).toBeInstanceOf(Session);
    expect(loaded?.equals(session)).toBe(true);
    expect(loaded).toMatchObject({
      accessToken: "shpat_access",
      refreshToken: "shprt_refresh",
      expires: hour,
      refreshTokenExpires: quarter,
      scope: "read_products",
    });
    expect(loaded?.onlineAccessInfo?.associated_user.email).toBe(
      session.onlineAccessInfo?.associated_user.email,
    );
  });

  it("is stored with encrypted tokens that open only for their shop and their purpose", async () => {
    const shop = newShop();
    await storage.storeSession(offline(shop));
    const [row] = await rowsOf(shop);
    const headers = [row?.["accessToken"], row?.["refreshToken"]].map(
      (sealed) =>
        JSON.parse(Buffer.from(String(sealed).split(".")[0] ?? "", "base64url").toString()) as unknown,
    );
    expect(headers).toEqual([
      { alg: "dir", enc: "A256GCM", kid: "test", shop, purpose: "access-token" },
      { alg: "dir", enc: "A256GCM", kid: "test", shop, purpose: "refresh-token" },
    ]);
    const whole = JSON.stringify(row, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(whole).not.toMatch(/shpat_access|shprt_refresh/);
  });

  it("may have no tokens", async () => {
    const session = offline(newShop(), { accessToken: undefined, refreshToken: undefined });
    await storage.storeSession(session);
    const loaded = await storage.loadSession(session.id);
    expect(loaded?.id).toBe(session.id);
    expect([loaded?.accessToken, loaded?.refreshToken]).toEqual([undefined, undefined]);
  });

  it("is replaced by a later session with the same id", async () => {
    const shop = newShop();
    await storage.storeSession(offline(shop));
    await storage.storeSession(offline(shop, { accessToken: "shpat_later" }));
    expect(await rowsOf(shop)).toHaveLength(1);
    expect((await storage.loadSession(`offline_${shop}`))?.accessToken).toBe("shpat_later");
  });

  it("is written once if several page loads store it at the same time", async () => {
    const shop = newShop();
    await Promise.all([1, 2, 3, 4].map(() => storage.storeSession(offline(shop))));
    expect(await rowsOf(shop)).toHaveLength(1);
  });

  it.each(["accessToken", "refreshToken"])("cannot be loaded with the %s of another shop", async (column) => {
    const [mine, theirs] = [newShop(), newShop()];
    await storage.storeSession(offline(mine));
    await storage.storeSession(offline(theirs));
    await query(
      databaseUrl,
      `update session set "${column}" = (select "${column}" from session where shop = $1) where shop = $2`,
      [theirs, mine],
    );
    // It counts as none, so that the next page exchanges a new one.
    expect(await storage.loadSession(`offline_${mine}`)).toBeUndefined();
    expect(await storage.findSessionsByShop(mine)).toEqual([]);
    await storage.deleteSessionsOf(mine);
    expect(await query(databaseUrl, "select id from session where shop = $1", [mine])).toEqual([]);
  });
});

describe("stored sessions", () => {
  it("are found by their shop, with their tokens decrypted", async () => {
    const [shop, other] = [newShop(), newShop()];
    for (const session of [offline(shop), online(shop), offline(other)]) await storage.storeSession(session);
    const found = await storage.findSessionsByShop(shop);
    expect(found.map(({ id, accessToken }) => [id, accessToken]).toSorted()).toEqual([
      [`offline_${shop}`, "shpat_access"],
      [`${shop}_42`, "shpat_access"],
    ]);
    expect(await storage.findSessionsByShop(newShop())).toEqual([]);
  });

  it("are deleted by id, without a failure if an id is missing", async () => {
    const [shop, other] = [newShop(), newShop()];
    for (const session of [offline(shop), online(shop), offline(other)]) await storage.storeSession(session);
    expect(await storage.deleteSession(`offline_${shop}`)).toBe(true);
    expect(await storage.deleteSession(`offline_${shop}`)).toBe(true);
    expect(await storage.loadSession(`offline_${shop}`)).toBeUndefined();
    expect(await rowsOf(shop)).toHaveLength(1);
    expect(await storage.deleteSessions([`${shop}_42`, "unknown"])).toBe(true);
    expect(await rowsOf(shop)).toEqual([]);
    expect(await rowsOf(other)).toHaveLength(1);
  });
});

describe("a session storage that was opened while the database failed", () => {
  it("loads sessions once the database works", async () => {
    await query(databaseUrl, "revoke select on session from stockbridge_app");
    const opened = new SealedSessionStorage();
    await expect(opened.loadSession("offline_none")).rejects.toThrow();
    await query(databaseUrl, "grant select on session to stockbridge_app");
    expect(await opened.loadSession("offline_none")).toBeUndefined();
  });
});
