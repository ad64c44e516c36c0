import { createHmac, randomBytes } from "node:crypto";
import { asSystem } from "./db.server.ts";
import type { Keyring } from "../env.ts";
import { env } from "../env.server.ts";
import { notOpened } from "../failure.ts";
import { logRepeated } from "../telemetry/log.server.ts";
import { type RotatableStore, seal, unseal, WrongKeyring } from "../seal.ts";

const BINDING = { shop: "*", purpose: "account-salt" } as const;

/**
 * Returns a hash function keyed with a secret of this installation. The secret is created once, stored sealed, and
 * survives a rotation of the keyring.
 */
export async function keyedHash(): Promise<(text: string) => string> {
  const key = await accountSalt();
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}

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

/**
 * Time for which a process keeps the salt. The salt changes only if the key that it is sealed under is lost.
 * Then every process has to read the new salt.
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
      // The salt is lost, so no stored hash matches any more. Each known account looks new once, and the
      // merchant decides what to do with its products.
    }
  }
  const sealed = await seal(randomBytes(32).toString("base64url"), BINDING, env.STOCKBRIDGE_KEYRING);
  await asSystem("accounts", async (tx) => {
    if (known === null) await tx.accountSalt.createMany({ data: [{ sealed }], skipDuplicates: true });
    else await tx.accountSalt.updateMany({ where: { sealed: known }, data: { sealed } });
  });
  // If two processes created a salt at once, the first one counts.
  return unseal((await readSealed()) ?? sealed, BINDING, env.STOCKBRIDGE_KEYRING);
}

async function readSealed(): Promise<string | null> {
  const row = await asSystem("accounts", (tx) => tx.accountSalt.findFirst());
  return row?.sealed ?? null;
}
