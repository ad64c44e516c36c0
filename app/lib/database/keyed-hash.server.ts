import { createHmac, randomBytes } from "node:crypto";
import { asSystem } from "./db.server.ts";
import type { Keyring } from "../env.ts";
import { env } from "../env.server.ts";
import { notOpened } from "../failure.ts";
import { logRepeated } from "../telemetry/log.server.ts";
import { type RotatableStore, seal, unseal, WrongKeyring } from "../seal.ts";

const BINDING = { shop: "*", purpose: "account-salt" } as const;

/**
 * Returns a hash function keyed with a secret of this installation. The secret is created once and stored
 * sealed. It stays the same when the keyring is rotated.
 */
export async function keyedHash(): Promise<(text: string) => string> {
  const key = await accountSalt();
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}

/** The salt of account hashes, for rotating the keyring. The whole installation has one. */
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

/**
 * Time for which a process caches the salt. If the operator loses the keyring's key, a process creates a new
 * salt, and the others must read it.
 */
const KEEP_MS = 600_000;

let kept: { salt: string; keyring: Keyring; until: number } | undefined;

async function accountSalt(): Promise<string> {
  const keyring = env.STOCKBRIDGE_KEYRING;
  if (kept?.keyring === keyring && performance.now() < kept.until) return kept.salt;
  const salt = await readSalt();
  kept = { salt, keyring, until: performance.now() + KEEP_MS };
  return salt;
}

async function readSalt(): Promise<string> {
  const known = await readSealed();
  if (known !== null) {
    try {
      return await unseal(known, BINDING, env.STOCKBRIDGE_KEYRING);
    } catch (error) {
      logRepeated("error", { err: error }, "connection.account-salt-not-opened");
      if (error instanceof WrongKeyring) throw notOpened();
      // The salt is lost, so stored hashes no longer match. Each account looks like a new one at the next
      // sign-in, and the merchant decides about its products.
    }
  }
  const sealed = await seal(randomBytes(32).toString("base64url"), BINDING, env.STOCKBRIDGE_KEYRING);
  await asSystem("accounts", async (tx) => {
    if (known === null) await tx.accountSalt.createMany({ data: [{ sealed }], skipDuplicates: true });
    else await tx.accountSalt.updateMany({ where: { sealed: known }, data: { sealed } });
  });
  // Another process may have stored its salt first, so reads the stored one.
  return unseal((await readSealed()) ?? sealed, BINDING, env.STOCKBRIDGE_KEYRING);
}

async function readSealed(): Promise<string | null> {
  const row = await asSystem("accounts", (tx) => tx.accountSalt.findFirst());
  return row?.sealed ?? null;
}
