import { LRUCache } from "lru-cache";

import type { Keyring } from "../lib/env.ts";
import { env } from "../lib/env.server.ts";
import { Failure, notOpened } from "../lib/failure.ts";
import { logRepeated } from "../lib/log-repeated.server.ts";
import { seal, unseal, WrongKeyring } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** A shop's key as its row keeps it. */
export type SealedKey = { sealedKey: string; generation: number; account: string | null; keyCheck: string };

/** The shop's key, decrypted for a call, with which of its keys it is, and of which account. */
export type OpenKey = {
  apiKey: string;
  generation: number;
  account: string | null;
  /** Whether the supplier did not accept it when it was last tried. */
  isUnauthorized: boolean;
};

/** Encrypts a key for its shop. The columns of the row: of the key itself only how it begins and ends can be read. */
export async function sealKey(shop: ShopDomain, { keyName, apiKey }: { keyName: string; apiKey: string }) {
  return {
    keyName,
    sealedKey: await seal(apiKey, { shop, purpose: "wholesale-key" }, env.STOCKBRIDGE_KEYRING),
    keyStart: apiKey.slice(0, 4),
    keyEnd: apiKey.length >= 16 ? apiKey.slice(-4) : "",
  };
}

/**
 * Decrypts the shop's key. Each is decrypted once and then remembered by its encrypted form: another key, or the same one
 * under another key of the keyring, is another form.
 *
 * @throws Failure `unauthorized` when the key that it is sealed under is lost: only a new one helps. `unreachable`, on our side,
 * while it does not open for another reason.
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

/** The same, and null where there is none, or the supplier is known not to accept it: then nothing is called with it. */
export async function openUsableKey(shop: ShopDomain, row: SealedKey | null): Promise<OpenKey | null> {
  if (row === null) opened.delete(shop);
  return row === null || row.keyCheck === "unauthorized" ? null : openKey(shop, row);
}

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
