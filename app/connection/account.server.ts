import { createHmac, randomBytes } from "node:crypto";

import { asSystem } from "../lib/db.server.ts";
import type { Keyring } from "../lib/env.ts";
import { env } from "../lib/env.server.ts";
import { notOpened } from "../lib/failure.ts";
import { logRepeated } from "../lib/log-repeated.server.ts";
import { seal, unseal, WrongKeyring } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

const BINDING = { shop: "*", purpose: "account-salt" } as const;

/**
 * The reseller account of an email address, as a keyed hash: enough to recognize it when it comes again, in any shop,
 * and nothing that a dump of the database could be searched with. The hash's key is a secret of the installation, made
 * once and kept sealed: it stays the same when the keyring is rotated.
 */
export async function recognizeAccount(email: string): Promise<string> {
  const hash = await keyedHash();
  return hash(email.normalize("NFKC").trim().toLowerCase());
}

/** A hash that only this installation can make: without its secret, nothing can be searched for by what it gives. */
export async function keyedHash(): Promise<(text: string) => string> {
  const key = await accountSalt();
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}

/** Whether another shop of this installation is connected to the same account. Which one stays secret. */
export async function isAccountShared(shop: ShopDomain): Promise<boolean> {
  const [found] = await asSystem(
    "accounts",
    (tx) => tx.$queryRaw<unknown[]>`
      select 1 from connection mine join connection other on other.account = mine.account
      where mine.shop = ${shop} and other.shop <> mine.shop limit 1`,
  );
  return found !== undefined;
}

/** It is the same as long as the installation lives, unless its key is lost: then every process soon has the new one. */
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
      // The salt is lost, so every stored hash is useless: each known account looks new once, and the merchant decides what
      // to do with its products.
    }
  }
  const sealed = await seal(randomBytes(32).toString("base64url"), BINDING, env.STOCKBRIDGE_KEYRING);
  await asSystem("accounts", async (tx) => {
    if (known === null) await tx.accountSalt.createMany({ data: [{ sealed }], skipDuplicates: true });
    else await tx.accountSalt.updateMany({ where: { sealed: known }, data: { sealed } });
  });
  // Of two processes that made one at once, the first one's counts.
  return unseal((await readSealed()) ?? sealed, BINDING, env.STOCKBRIDGE_KEYRING);
}

async function readSealed(): Promise<string | null> {
  const row = await asSystem("accounts", (tx) => tx.accountSalt.findFirst());
  return row?.sealed ?? null;
}
