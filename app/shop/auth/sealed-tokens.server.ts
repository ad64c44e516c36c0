import { asSystem } from "../../lib/database/db.server.ts";
import type { RotatableStore } from "../../lib/rotatable-store.ts";

/** Lists the access tokens of the shops' Admin API. */
export const sealedAccessTokens: RotatableStore = {
  what: "access tokens of shops",
  place: { table: "session", column: '"accessToken"', id: "id", shop: "shop" },
  list: async ({ after, limit }) => {
    const rows = await asSystem("secrets", (tx) =>
      tx.session.findMany({
        where: { id: { gt: after }, accessToken: { not: "" } },
        orderBy: { id: "asc" },
        take: limit,
        select: { id: true, shop: true, accessToken: true },
      }),
    );
    return rows.map(({ id, shop, accessToken: sealed }) => ({
      id,
      sealed,
      binding: { shop, purpose: "access-token" },
    }));
  },
  replace: async ({ id, sealed: accessToken }, sealed) => {
    const { count } = await asSystem("secrets", (tx) =>
      tx.session.updateMany({ where: { id, accessToken }, data: { accessToken: sealed } }),
    );
    return count === 1;
  },
};

/** Lists the refresh tokens that renew access tokens. */
export const sealedRefreshTokens: RotatableStore = {
  what: "refresh tokens of shops",
  place: { table: "session", column: '"refreshToken"', id: "id", shop: "shop" },
  list: async ({ after, limit }) => {
    const rows = await asSystem("secrets", (tx) =>
      tx.session.findMany({
        where: { id: { gt: after }, refreshToken: { not: null } },
        orderBy: { id: "asc" },
        take: limit,
        select: { id: true, shop: true, refreshToken: true },
      }),
    );
    return rows.map(({ id, shop, refreshToken }) => ({
      id,
      sealed: refreshToken ?? "",
      binding: { shop, purpose: "refresh-token" },
    }));
  },
  replace: async ({ id, sealed: refreshToken }, sealed) => {
    const { count } = await asSystem("secrets", (tx) =>
      tx.session.updateMany({ where: { id, refreshToken }, data: { refreshToken: sealed } }),
    );
    return count === 1;
  },
};
