import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from "jose";
import type { Keyring } from "./env.ts";

/**
 * The binding of a secret. A ciphertext that is moved to another shop's row, or to another column, does not
 * open. "*" is the installation itself.
 */
export type SealBinding = {
  shop: string;
  purpose: "wholesale-key" | "access-token" | "refresh-token" | "account-salt" | "account-hint";
};

/**
 * Seals a secret as a compact JWE (`alg: dir`, `enc: A256GCM`) under the keyring's current key. Shop and
 * purpose are in the protected header, which the cipher authenticates.
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

/** Returns the name of the key that a secret is sealed under; null if it has none. */
export function keyNameOf(sealed: string): string | null {
  try {
    return decodeProtectedHeader(sealed).kid ?? null;
  } catch {
    return null;
  }
}

/**
 * Thrown if this process's keyring does not open a secret that another keyring may open. That proves nothing
 * about the secret. Never thrown for a secret whose key the operator has named in `lost`.
 */
export class WrongKeyring extends Error {}

/** Returns the common prefix of all secrets that are sealed under this key. */
export function sealedPrefix(keyName: string): string {
  const header = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM", kid: keyName, shop: "" }));
  // The prefix ends before the shop, and at a whole group of three bytes, which base64 writes as four
  // characters.
  const length = header.length - '"}'.length;
  return header.subarray(0, length - (length % 3)).toString("base64url");
}

/**
 * Opens a secret that `seal` made.
 *
 * @throws WrongKeyring if the keyring lacks the secret's key, or has another key under its name. Error if no
 * keyring helps: the text is no secret, was sealed for another shop or purpose, or its key is lost.
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

/**
 * A place that stores secrets of one kind, for rotating the keyring. A new kind of secret needs a store of
 * its own.
 */
export type RotatableStore = {
  /** Name of the kind, in a few words. */
  what: string;
  /** The table of the secrets. `shop`: SQL for the shop that they are bound to. */
  place: { table: string; column: string; id: string; shop: string };
  /** Returns the next secrets in the order of their ids. */
  list: (place: { after: string; limit: number }) => Promise<SealedSecret[]>;
  /** Replaces the secret by its resealed form. Returns false if it has changed since it was read. */
  replace: (secret: SealedSecret, sealed: string) => Promise<boolean>;
};
