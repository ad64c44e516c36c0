import { asSystem } from "../lib/database/db.server.ts";
import type { RotatableStore } from "../lib/rotatable-store.ts";

/** Lists the shops' keys for rotating the keyring. sealed-key.server.ts seals and unseals them. */
export const rotatableKeys: RotatableStore = {
  what: "keys of the supplier",
  place: { table: "connection", column: "sealed_key", id: "shop", shop: "shop" },
  list: async ({ after, limit }) => {
    const rows = await asSystem("secrets", (tx) =>
      tx.connection.findMany({
        where: { shop: { gt: after } },
        orderBy: { shop: "asc" },
        take: limit,
        select: { shop: true, sealedKey: true },
      }),
    );
    return rows.map(({ shop, sealedKey: sealed }) => ({
      id: shop,
      sealed,
      binding: { shop, purpose: "wholesale-key" },
    }));
  },
  replace: async ({ id: shop, sealed: sealedKey }, sealed) => {
    const { count } = await asSystem("secrets", (tx) =>
      tx.connection.updateMany({ where: { shop, sealedKey }, data: { sealedKey: sealed } }),
    );
    return count === 1;
  },
};

/** Lists the salt of account hashes, one for the whole installation. */
export const rotatableAccountSalt: RotatableStore = {
  what: "salt of account names",
  place: { table: "account_salt", column: "sealed", id: "id", shop: "'*'" },
  list: async ({ after }) => {
    const row = after === "" ? await asSystem("secrets", (tx) => tx.accountSalt.findFirst()) : null;
    if (row === null) return [];
    return [{ id: String(row.id), sealed: row.sealed, binding: { shop: "*", purpose: "account-salt" } }];
  },
  replace: async ({ sealed: before }, sealed) => {
    const { count } = await asSystem("secrets", (tx) =>
      tx.accountSalt.updateMany({ where: { sealed: before }, data: { sealed } }),
    );
    return count === 1;
  },
};
