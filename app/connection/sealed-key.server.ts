import { LRUCache } from "lru-cache";

import { asSystem } from "../lib/database/db.server.ts";
import type { Keyring } from "../lib/env.ts";
import { env } from "../lib/env.server.ts";
import { Failure, notOpened } from "../lib/failure.ts";
import { logRepeated } from "../lib/telemetry/log.server.ts";
import { type RotatableStore, seal, unseal, WrongKeyring } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** A shop's key as stored in its row. */
export type SealedKey = { sealedKey: string; generation: number; account: string | null; keyCheck: string };

/** A shop's unsealed key. */
export type OpenKey = {
  apiKey: string;
  generation: number;
  account: string | null;
  /** The supplier rejected the key when it was last checked. */
  isUnauthorized: boolean;
};

/**
 * Seals a key for its shop. Returns the row's columns, with the key's first and last characters in the clear.
 */
export async function sealKey(shop: ShopDomain, { keyName, apiKey }: { keyName: string; apiKey: string }) {
  return {
    keyName,
    sealedKey: await seal(apiKey, { shop, purpose: "wholesale-key" }, env.STOCKBRIDGE_KEYRING),
    keyStart: apiKey.slice(0, 4),
    keyEnd: apiKey.length >= 16 ? apiKey.slice(-4) : "",
  };
}

/**
 * Unseals the shop's key, from a cache if the sealed form and the keyring are unchanged.
 * @throws Failure `unauthorized` if our keyring cannot unseal the key, so that the merchant needs a new key
 * from the supplier. `unreachable` (our side) if this process was started with another keyring.
 */
export async function openKey(
  shop: ShopDomain,
  { sealedKey, generation, account, keyCheck }: SealedKey,
): Promise<OpenKey> {
  try {
    const apiKey = await unsealOnce(shop, sealedKey);
    return { apiKey, generation, account, isUnauthorized: keyCheck === "unauthorized" };
  } catch (error) {
    logRepeated("error", { err: error, shop }, "connection.key-not-opened");
    if (error instanceof WrongKeyring) throw notOpened();
    throw new Failure({
      code: "unauthorized",
      side: "ours",
      explanation: { code: "failure.ours.key-not-opened" },
    });
  }
}

/** Unseals the shop's key; null if the shop has no key, or if its last check was unauthorized. */
export async function openUsableKey(shop: ShopDomain, row: SealedKey | null): Promise<OpenKey | null> {
  if (row === null) opened.delete(shop);
  return row === null || row.keyCheck === "unauthorized" ? null : openKey(shop, row);
}

/**
 * Masks and seals an account's e-mail address. The page shows the merchant "an…@example.com". A dump of the
 * database does not reveal whose account a shop uses.
 */
export async function sealAccount(shop: ShopDomain, email: string): Promise<string> {
  return seal(maskEmail(email), { shop, purpose: "account-hint" }, env.STOCKBRIDGE_KEYRING);
}

/** Unseals the masked address; null if none is stored, or if our keyring cannot unseal it. */
export async function openAccount(shop: ShopDomain, sealed: string | null): Promise<string | null> {
  if (sealed === null) return null;
  return unseal(sealed, { shop, purpose: "account-hint" }, env.STOCKBRIDGE_KEYRING).catch(() => null);
}

const HINT_AT_MOST = 100;

/** Hides most of the part before the @. Names of up to three letters keep one letter, others two. */
export function maskEmail(email: string): string {
  const trimmed = email.trim();
  const at = trimmed.lastIndexOf("@");
  const name = Array.from(at < 0 ? trimmed : trimmed.slice(0, at));
  const shown = name.slice(0, name.length > 3 ? 2 : 1).join("");
  return `${shown}…${at < 0 ? "" : trimmed.slice(at)}`.slice(0, HINT_AT_MOST).toWellFormed();
}

/** The masked addresses, for rotating the keyring. */
export const rotatableAccounts: RotatableStore = {
  what: "masked addresses of accounts",
  place: { table: "connection", column: "sealed_account", id: "shop", shop: "shop" },
  list: async ({ after, limit }) => {
    const rows = await asSystem("secrets", (tx) =>
      tx.connection.findMany({
        where: { shop: { gt: after }, sealedAccount: { not: null } },
        orderBy: { shop: "asc" },
        take: limit,
        select: { shop: true, sealedAccount: true },
      }),
    );
    return rows.map(({ shop, sealedAccount }) => ({
      id: shop,
      sealed: sealedAccount ?? "",
      binding: { shop, purpose: "account-hint" },
    }));
  },
  replace: async ({ id: shop, sealed: sealedAccount }, sealed) => {
    const { count } = await asSystem("secrets", (tx) =>
      tx.connection.updateMany({ where: { shop, sealedAccount }, data: { sealedAccount: sealed } }),
    );
    return count === 1;
  },
};

/** The shops' keys, for rotating the keyring. */
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

type Opened = { sealedKey: string; keyring: Keyring; apiKey: string };

const opened = new LRUCache<ShopDomain, Opened>({ max: 2000 });

async function unsealOnce(shop: ShopDomain, sealedKey: string): Promise<string> {
  const keyring = env.STOCKBRIDGE_KEYRING;
  const known = opened.get(shop);
  if (known?.sealedKey === sealedKey && known.keyring === keyring) return known.apiKey;
  const apiKey = await unseal(sealedKey, { shop, purpose: "wholesale-key" }, keyring);
  opened.set(shop, { sealedKey, keyring, apiKey });
  return apiKey;
}
