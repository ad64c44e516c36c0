import { rotatableAccountSalt, rotatableKeys } from "../connection/rotatable-secrets.server.ts";
import type { Keyring } from "../lib/env.ts";
import { keyNameOf, seal, type SealBinding, unseal } from "../lib/seal.ts";
import type { SealedSecret, RotatableStore } from "../lib/rotatable-store.ts";
import { sealedAccessTokens, sealedRefreshTokens } from "../shop/auth/sealed-tokens.server.ts";

/** The stores of sealed secrets by purpose. The type makes the list complete. */
export const sealedStores: Record<SealBinding["purpose"], RotatableStore> = {
  "wholesale-key": rotatableKeys,
  "account-salt": rotatableAccountSalt,
  "access-token": sealedAccessTokens,
  "refresh-token": sealedRefreshTokens,
};

/** The result for the secrets of one kind. */
export type Rotated = {
  what: string;
  /** Number resealed under the current key; on a dry run, the number to reseal. */
  resealed: number;
  /** Number under the current key already. */
  current: number;
  /** Number that the app has changed meanwhile. They stay as they are until the next run. */
  changed: number;
  /** Secrets that did not open: their shop, and the name of their key. */
  unopened: { shop: string; keyName: string | null }[];
};

/** Rows per read. Each is written in a transaction of its own. */
const BATCH = 100;

/**
 * Reseals every secret that is not under the keyring's current key. Safe to run beside the app, to interrupt,
 * and to repeat.
 *
 * @param options `limit`: the maximum number of secrets to reseal.
 */
export async function rotateSecrets(
  keyring: Keyring,
  { dryRun, limit = Infinity }: { dryRun: boolean; limit?: number },
): Promise<Rotated[]> {
  const all: Rotated[] = [];
  let left = limit;
  for (const store of Object.values(sealedStores)) {
    const rotated: Rotated = { what: store.what, resealed: 0, current: 0, changed: 0, unopened: [] };
    all.push(rotated);
    for await (const secret of secretsIn(store)) {
      if (left === 0) return all;
      const opened = await open(secret, keyring);
      if (opened === null) {
        rotated.unopened.push({ shop: secret.binding.shop, keyName: keyNameOf(secret.sealed) });
      } else if (keyNameOf(secret.sealed) === keyring.current) {
        rotated.current += 1;
      } else if (dryRun || (await store.replace(secret, await seal(opened, secret.binding, keyring)))) {
        rotated.resealed += 1;
        left -= 1;
      } else {
        rotated.changed += 1;
      }
    }
  }
  return all;
}

async function* secretsIn(store: RotatableStore): AsyncGenerator<SealedSecret> {
  for (let after = ""; ;) {
    const batch = await store.list({ after, limit: BATCH });
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Also opens secrets under the current key's name, because another key may have had the same name. */
async function open({ sealed, binding }: SealedSecret, keyring: Keyring): Promise<string | null> {
  return unseal(sealed, binding, keyring).catch(() => null);
}
