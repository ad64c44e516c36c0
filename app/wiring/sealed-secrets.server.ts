import { Prisma } from "@prisma/client";
import { asSystem, LONG_WORK } from "../lib/database/db.server.ts";
import type { Keyring } from "../lib/env.ts";
import {
  type RotatableStore,
  type SealedSecret,
  keyNameOf,
  sealedPrefix,
  type SealBinding,
  unseal,
  WrongKeyring,
  seal,
} from "../lib/seal.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { rotatableAccountSalt } from "../lib/database/keyed-hash.server.ts";
import { rotatableAccounts, rotatableKeys } from "../connection/sealed-key.server.ts";
import { sealedAccessTokens, sealedRefreshTokens } from "../shop/auth/session-storage.server.ts";

/** The stores of sealed secrets by purpose. Its type ensures that no purpose is missing. */
const sealedStores: Record<SealBinding["purpose"], RotatableStore> = {
  "wholesale-key": rotatableKeys,
  "account-salt": rotatableAccountSalt,
  "access-token": sealedAccessTokens,
  "refresh-token": sealedRefreshTokens,
  "account-hint": rotatableAccounts,
};

/** Number of rows that are read of a large table. Reading them takes a fraction of a second. */
const ROWS_READ = 50_000;

/** Maximum number of secrets under unknown keys that are read: enough to find the names of a few keys. */
const STRANGERS_READ = 50;

/**
 * Checks the keyring on a sample of secrets: the newest secret under each known key, and up to 50 under unknown keys.
 * Large tables are sampled, so a rarely used key can be missed. The check is needed because a process with a wrong
 * keyring would treat every shop as if it had revoked access.
 *
 * @throws Error with a sentence that names the missing and the wrong keys.
 */
export async function assertKeyring(keyring: Keyring): Promise<void> {
  const [missing, wrong] = [new Set<string>(), new Set<string>()];
  for (const [purpose, store] of Object.entries(sealedStores) as [SealBinding["purpose"], RotatableStore][]) {
    for (const { shop, sealed } of await onePerKey(store, keyring)) {
      const name = keyNameOf(sealed);
      // Skips a value that is no sealed secret, because it affects only its own shop.
      if (name === null) continue;
      const error = await unseal(sealed, { shop, purpose }, keyring).catch((reason: unknown) => reason);
      if (error instanceof WrongKeyring) (Object.hasOwn(keyring.keys, name) ? wrong : missing).add(name);
    }
  }
  if (missing.size + wrong.size > 0) throw new Error(explain(missing, wrong));
}

/** The result for the secrets of one kind. */
export type Rotated = {
  what: string;
  /** Number of secrets resealed under the current key; on a dry run, the number to reseal. */
  resealed: number;
  /** Number of secrets that were under the current key already. */
  current: number;
  /** Number of secrets that the app has changed during the run. The next run reseals them if necessary. */
  changed: number;
  /** Secrets that could not be opened, each with its shop and the name of its key. */
  unopened: { shop: string; keyName: string | null }[];
};

/** Rows per read. Each row is written in a transaction of its own. */
const BATCH = 100;

/**
 * Reseals every secret that is not under the keyring's current key. May run beside the app, be interrupted,
 * and be repeated.
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

type Row = { shop: string; sealed: string };

async function onePerKey({ place }: RotatableStore, keyring: Keyring): Promise<Row[]> {
  const [table, column, id, shop] = [place.table, place.column, place.id, place.shop].map((part) =>
    Prisma.raw(part),
  ) as [Prisma.Sql, Prisma.Sql, Prisma.Sql, Prisma.Sql];
  return asSystem(
    "secrets",
    async (tx) => {
      const [size] = await queryRows<{ rows: number }>(tx)`
        select reltuples::float8 as rows from pg_class where oid = ${place.table}::regclass`;
      const share = Math.min(100, (100 * ROWS_READ) / Math.max(size?.rows ?? 0, 1));
      const sample = share < 100 ? Prisma.sql`tablesample system (${share}::real)` : Prisma.empty;
      const isUnder = (name: string) => Prisma.sql`starts_with(${column}, ${sealedPrefix(name)})`;
      const found: Row[] = [];
      const names = Object.keys(keyring.keys);
      for (const name of names) {
        found.push(
          ...(await queryRows<Row>(tx)`
            select ${shop} as shop, ${column} as sealed from ${table} ${sample} where ${isUnder(name)}
            order by ${id} desc limit 1`),
        );
      }
      const strangers = await queryRows<Row>(tx)`
        select ${shop} as shop, ${column} as sealed from ${table} ${sample}
        where ${column} <> '' and not (${Prisma.join(names.map(isUnder), " or ")})
        limit ${STRANGERS_READ}`;
      return [...found, ...strangers];
    },
    LONG_WORK,
  );
}

function explain(missing: Set<string>, wrong: Set<string>): string {
  const list = (names: Set<string>) => [...names].map((name) => `“${name}”`).join(", ");
  const problems = [
    ...(missing.size > 0 ? [`lacks: ${list(missing)}`] : []),
    ...(wrong.size > 0 ? [`has other bytes for: ${list(wrong)}`] : []),
  ];
  return `STOCKBRIDGE_KEYRING ${problems.join(" and ")}, under which secrets in the database are sealed. Put those keys back; only if they are lost for good, name them in its "lost" list, and shops whose secrets they sealed have to connect again.`;
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

/**
 * Opens a secret; null if that fails. Opens even a secret under the current key's name, because an earlier key may have
 * had the same name.
 */
async function open({ sealed, binding }: SealedSecret, keyring: Keyring): Promise<string | null> {
  return unseal(sealed, binding, keyring).catch(() => null);
}
