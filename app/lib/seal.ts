import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from "jose";

import type { Keyring } from "./env.ts";

/**
 * What a secret is bound to. A ciphertext moved to another shop's row, or to another column, does not open. "*" is the
 * installation itself.
 */
export type SealBinding = {
  shop: string;
  purpose: "wholesale-key" | "access-token" | "refresh-token" | "account-salt";
};

/**
 * Seals a secret as a compact JWE (`alg: dir`, `enc: A256GCM`) under the keyring's current key. Shop and purpose
 * stand in the protected header, which the cipher authenticates.
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

/** The name of the key that a secret is sealed under; null when it names none. */
export function keyNameOf(sealed: string): string | null {
  try {
    return decodeProtectedHeader(sealed).kid ?? null;
  } catch {
    return null;
  }
}

/** Opens what `seal` made. Throws when the key is unknown, the text was altered, or it was sealed for something else. */
export async function unseal(sealed: string, binding: SealBinding, keyring: Keyring): Promise<string> {
  const { kid } = decodeProtectedHeader(sealed);
  const key = kid === undefined ? undefined : keyring.keys[kid];
  if (!key)
    throw new Error(`A secret is sealed under the key ${String(kid)}, which the keyring does not have.`);
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
    keyManagementAlgorithms: ["dir"],
    contentEncryptionAlgorithms: ["A256GCM"],
  });
  if (protectedHeader["shop"] !== binding.shop || protectedHeader["purpose"] !== binding.purpose) {
    throw new Error("A secret was sealed for another shop or purpose.");
  }
  return new TextDecoder().decode(plaintext);
}
