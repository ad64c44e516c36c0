import { rotatableAccountSalt, rotatableKeys } from "../connection/rotatable-secrets.server.ts";
import type { Keyring } from "../lib/env.ts";
import { keyNameOf, seal, type SealBinding, unseal } from "../lib/seal.ts";
import type { SealedSecret, RotatableStore } from "../lib/rotatable-store.ts";
import { sealedAccessTokens, sealedRefreshTokens } from "../shop/auth/sealed-tokens.server.ts";

/** Everything that is sealed, by its purpose: the type lets none be forgotten. */
export const sealedStores: Record<SealBinding["purpose"], RotatableStore> = {
  "wholesale-key": rotatableKeys,
  "account-salt": rotatableAccountSalt,
  "access-token": sealedAccessTokens,
  "refresh-token": sealedRefreshTokens,
};

/** What became of the secrets of one kind. */
export type Rotated = {
  what: string;
  /** Resealed under the current key; on a dry run, those that would be. */
  resealed: number;
  /** Sealed under the current key already. */
  current: number;
  /** Written by the app meanwhile, so left as they are: the next run looks at them. */
  changed: number;
  /** Could not be opened: whose they are, and the names of the keys that they are sealed under. */
  unopened: { shop: string; keyName: string | null }[];
};

/** Rows that are read at a time. Each is written in a transaction of its own. */
const BATCH = 100;

/**
 * Reseals everything that is not sealed under the keyring's current key. It may run while the app does, be interrupted
 * at any point, and be repeated. `limit`: how many secrets to reseal, at most.
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

/** Secrets under the current key's name are opened as well: another key may have had the same name. */
async function open({ sealed, binding }: SealedSecret, keyring: Keyring): Promise<string | null> {
  return unseal(sealed, binding, keyring).catch(() => null);
}
