import { Prisma } from "@prisma/client";

import { asSystem, LONG_WORK } from "../lib/database/db.server.ts";
import type { Keyring } from "../lib/env.ts";
import type { RotatableStore } from "../lib/rotatable-store.ts";
import { keyNameOf, sealedPrefix, type SealBinding, unseal, WrongKeyring } from "../lib/seal.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { sealedStores } from "./rotate-secrets.server.ts";

/** Size of the sample of a large table, which takes a fraction of a second to read. */
const ROWS_READ = 50_000;
/** Limit for secrets under unknown keys: enough to find the names of a few. */
const STRANGERS_READ = 50;

type Row = { shop: string; sealed: string };

/**
 * Opens a sample: the newest secret under each known key, and up to 50 under unknown keys. Large tables are sampled, so a
 * rarely used key can be missed. A process with the wrong keyring would treat every shop as one that has revoked access.
 *
 * @throws Error with a sentence that names the keys.
 */
export async function assertKeyring(keyring: Keyring): Promise<void> {
  const [missing, wrong] = [new Set<string>(), new Set<string>()];
  for (const [purpose, store] of Object.entries(sealedStores) as [SealBinding["purpose"], RotatableStore][]) {
    for (const { shop, sealed } of await onePerKey(store, keyring)) {
      const name = keyNameOf(sealed);
      // Not a secret at all, so only its own shop is affected.
      if (name === null) continue;
      const error = await unseal(sealed, { shop, purpose }, keyring).catch((reason: unknown) => reason);
      if (error instanceof WrongKeyring) (Object.hasOwn(keyring.keys, name) ? wrong : missing).add(name);
    }
  }
  if (missing.size + wrong.size > 0) throw new Error(explain(missing, wrong));
}

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
