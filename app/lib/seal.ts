import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from "jose";
import type { Keyring } from "./env.ts";

/**
 * The shop and purpose that a secret is bound to. If someone copies a ciphertext to another shop's row or
 * another column, it does not open. The shop "*" stands for the whole installation.
 */
export type SealBinding = {
  shop: string;
  purpose: "wholesale-key" | "access-token" | "refresh-token" | "account-salt" | "account-hint";
};

/**
 * Seals a secret as a compact JWE (`alg: dir`, `enc: A256GCM`) under the keyring's current key. Shop and
 * purpose are in the protected header, so changing them makes decryption fail.
 */
export async function seal(secret: string, binding: SealBinding, keyring: Keyring): Promise<string> {
  const key = keyring.keys[keyring.current];
  if (!key) throw new Error(`The keyring has no key named ${keyring.current}.`);
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({
      alg: "dir",
      enc: "A256GCM",
      kid: keyring.current,
      shop: binding.shop,
      purpose: binding.purpose,
    })
    .encrypt(key);
}

/** Returns the name of the key that a secret is sealed under; null if the text names no key. */
export function keyNameOf(sealed: string): string | null {
  try {
    return decodeProtectedHeader(sealed).kid ?? null;
  } catch {
    return null;
  }
}

/**
 * Thrown if this process's keyring does not open a secret, but another keyring may. The secret must then be
 * kept. If the operator has named the secret's key in `lost`, `unseal` throws another Error.
 */
export class WrongKeyring extends Error {}

/**
 * Returns the common prefix of all secrets that are sealed under this key, for finding them in the database.
 */
export function sealedPrefix(keyName: string): string {
  const header = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM", kid: keyName, shop: "" }));
  // Cuts the header before the shop's name, and at a multiple of three bytes. Base64 encodes three bytes as
  // four characters, so the next bytes do not change the prefix.
  const length = header.length - '"}'.length;
  return header.subarray(0, length - (length % 3)).toString("base64url");
}

/**
 * Opens a secret that `seal` made.
 *
 * @throws WrongKeyring if the keyring lacks the secret's key, or has another key of the same name. Error if no
 * keyring can open the secret: it is malformed, was sealed for another shop or purpose, or its key is in
 * `lost`.
 */
export async function unseal(sealed: string, binding: SealBinding, keyring: Keyring): Promise<string> {
  const { kid } = decodeProtectedHeader(sealed);
  if (kid === undefined || keyring.lost?.includes(kid) === true)
    throw new Error(`A secret is sealed under the key ${String(kid)}, which is lost.`);
  const key = keyring.keys[kid];
  if (!key)
    throw new WrongKeyring(`A secret is sealed under the key ${kid}, which the keyring does not have.`);
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
    keyManagementAlgorithms: ["dir"],
    contentEncryptionAlgorithms: ["A256GCM"],
  }).catch((error: unknown) => {
    throw error instanceof errors.JWEDecryptionFailed ? new WrongKeyring(error.message) : error;
  });
  if (protectedHeader["shop"] !== binding.shop || protectedHeader["purpose"] !== binding.purpose) {
    throw new Error("A secret was sealed for another shop or purpose.");
  }
  return new TextDecoder().decode(plaintext);
}

/** A sealed secret and its id. */
export type SealedSecret = { id: string; sealed: string; binding: SealBinding };

/** A column of sealed secrets. Rotating the keyring reseals all of them, so every such column needs a store. */
export type RotatableStore = {
  /** The secrets' name in the operator's output. */
  what: string;
  /** The secrets' table and column. `shop`: an SQL expression for the shop that a secret is bound to. */
  place: { table: string; column: string; id: string; shop: string };
  /** Returns up to `limit` secrets in the order of their ids, beginning after the id `after`. */
  list: (place: { after: string; limit: number }) => Promise<SealedSecret[]>;
  /** Replaces the secret by its resealed form. Returns false if it has changed since it was read. */
  replace: (secret: SealedSecret, sealed: string) => Promise<boolean>;
};
