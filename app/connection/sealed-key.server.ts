import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import { seal, unseal } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** A shop's key as its row keeps it. */
type SealedKey = { sealedKey: string; generation: number; account: string | null; keyCheck: string };

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
 * Decrypts the shop's key.
 *
 * @throws Failure `unauthorized` when the keyring can no longer open it: only a new key helps.
 */
export async function openKey(
  shop: ShopDomain,
  { sealedKey, generation, account, keyCheck }: SealedKey,
): Promise<OpenKey> {
  try {
    const apiKey = await unseal(sealedKey, { shop, purpose: "wholesale-key" }, env.STOCKBRIDGE_KEYRING);
    return { apiKey, generation, account, isUnauthorized: keyCheck === "unauthorized" };
  } catch (error) {
    log.error({ err: error, shop }, "connection.key-not-opened");
    throw new Failure({
      code: "unauthorized",
      side: "ours",
      explanation: { code: "failure.ours.key-not-opened" },
    });
  }
}
