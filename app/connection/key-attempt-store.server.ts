import { randomBytes } from "node:crypto";

import { inShop, readInShop, type Tx } from "../lib/database/db.server.ts";
import { env } from "../lib/env.server.ts";
import { seal, unseal } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after } from "../queue/back-off.ts";

export type Purpose = "connect" | "replace";

/** An attempt that holds the shop's lease, with the name of its future key. */
export type Attempt = { id: string; keyName: string };

export type BegunAttempt =
  | {
      kind: "claimed";
      attempt: Attempt;
      /** Generation of the key to replace; null if the shop has none. */
      generation: number | null;
    }
  /** The shop is connected already, or has no key to replace. */
  | { kind: "inapplicable" }
  /** The shop is connected with another account than the entered one. */
  | { kind: "other-account" }
  | { kind: "running" }
  | { kind: "too-many"; waitSeconds: number };

/**
 * A key that exists, or may exist, with the supplier and that no shop uses. Only the merchant can delete it.
 */
export type OrphanedKey = {
  id: string;
  keyName: string;
  why: "lost" | "disconnected" | "uninstalled" | "replaced" | "unusable";
  since: Date;
};

/**
 * The shop's lease, after which an attempt counts as lost. The attempt's calls end within 40 s: sign-in and
 * key creation within 15 s each, and two trial reads of a replacement key within 5 s each.
 */
const ATTEMPT_SECONDS = 60;

/**
 * Limit of a shop's sign-ins per minute. A supplier may lock an account after some failed sign-ins; ours
 * documents no limit.
 */
const MAX_SIGN_INS = 5;
const WITHIN_SECONDS = 60;

/**
 * Proves that a key can be sealed, claims the shop's lease and commits the name of the future key, all before the
 * first call to the supplier. First marks an attempt past its deadline as `orphaned`, because its key may exist.
 * @returns `claimed` with the attempt, or why there is none.
 */
export async function beginAttempt(
  shop: ShopDomain,
  { purpose, account }: { purpose: Purpose; account: string },
): Promise<BegunAttempt> {
  await proveSealing(shop);
  return inShop(shop, async (tx, now) => {
    await tx.keyAttempt.updateMany({
      where: { shop, outcome: "pending", deadline: { lte: now } },
      data: { outcome: "orphaned" },
    });
    // ASCII and short: most likely to survive whatever the supplier does with names.
    const keyName = `Stockbridge ${shop} ${now.toISOString().slice(0, 10)} ${randomBytes(3).toString("hex")}`;
    const deadline = after(now, ATTEMPT_SECONDS);
    // The partial unique index allows one pending row per shop: the second of two concurrent calls waits
    // here, and then inserts no row.
    const [attempt] = await tx.keyAttempt.createManyAndReturn({
      data: [{ shop, keyName, purpose, account, outcome: "pending", startedAt: now, deadline }],
      skipDuplicates: true,
    });
    if (!attempt) return { kind: "running" };
    // Read after claiming the lease: an attempt that ended a moment ago has stored its key by now.
    const connection = await tx.connection.findUnique({ where: { shop } });
    const obstacle =
      mismatch(connection, { purpose, account }) ?? (await tooMany(tx, { shop, id: attempt.id, now }));
    if (obstacle === null) {
      const generation = connection?.generation ?? null;
      return { kind: "claimed", attempt: { id: attempt.id, keyName }, generation };
    }
    await tx.keyAttempt.deleteMany({ where: { shop, id: attempt.id } });
    return obstacle;
  });
}

/** Ends of an attempt that stored no key. */
export type AttemptEnd =
  /** The supplier created no key. */
  | { outcome: "failed" }
  /** A key may exist, named `cameBackAs` if the supplier chose its own name. */
  | { outcome: "orphaned"; cameBackAs?: string }
  /** A key exists, and the supplier does not accept it. */
  | { outcome: "released"; releasedWhy: "unusable" };

/** Ends an attempt that stored no key, unless it has ended already. */
export async function endAttempt(shop: ShopDomain, { id }: Attempt, end: AttemptEnd): Promise<void> {
  await inShop(shop, (tx) =>
    tx.keyAttempt.updateMany({ where: { shop, id, outcome: "pending" }, data: end }),
  );
}

/** Returns the keys that the merchant should delete with the supplier, newest first. */
export function listOrphanedKeys(shop: ShopDomain): Promise<OrphanedKey[]> {
  return readInShop(shop, (tx, now) => listOrphanedKeysIn(tx, { shop, now }));
}

/** Lists the keys in a transaction that the loader opened. */
export async function listOrphanedKeysIn(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<OrphanedKey[]> {
  const rows = await tx.keyAttempt.findMany({
    where: { shop, OR: orphaned(now) },
    orderBy: { startedAt: "desc" },
  });
  return rows.map((row) => ({
    id: row.id,
    keyName: row.cameBackAs ?? row.keyName,
    why: row.outcome === "released" ? (row.releasedWhy as OrphanedKey["why"]) : "lost",
    since: row.startedAt,
  }));
}

/** Removes a key from the list after the merchant has deleted it. Ignores unknown ids. */
export async function acknowledgeOrphanedKey(shop: ShopDomain, id: string): Promise<void> {
  await inShop(shop, (tx, now) =>
    tx.keyAttempt.updateMany({ where: { id, shop, OR: orphaned(now) }, data: { outcome: "acknowledged" } }),
  );
}

/** Selects keys that are not in use, and attempts past their deadline. */
function orphaned(now: Date) {
  return [{ outcome: { in: ["orphaned", "released"] } }, { outcome: "pending", deadline: { lte: now } }];
}

function mismatch(
  connection: { account: string | null } | null,
  { purpose, account }: { purpose: Purpose; account: string },
): BegunAttempt | null {
  if ((purpose === "connect") !== (connection === null)) return { kind: "inapplicable" };
  return connection === null || connection.account === null || connection.account === account
    ? null
    : { kind: "other-account" };
}

/**
 * Returns `too-many` if the shop has tried too many sign-ins lately, apart from the attempt `id`. Each
 * sign-in tried has one row, because the rows of attempts that never began are deleted.
 */
async function tooMany(
  tx: Tx,
  { shop, id, now }: { shop: ShopDomain; id: string; now: Date },
): Promise<BegunAttempt | null> {
  const tried = await tx.keyAttempt.findMany({
    where: { shop, id: { not: id }, startedAt: { gt: after(now, -WITHIN_SECONDS) } },
    orderBy: { startedAt: "desc" },
    take: MAX_SIGN_INS,
    select: { startedAt: true },
  });
  const first = tried[MAX_SIGN_INS - 1];
  if (!first) return null;
  const waitMs = after(first.startedAt, WITHIN_SECONDS).getTime() - now.getTime();
  return { kind: "too-many", waitSeconds: Math.ceil(waitMs / 1000) };
}

/** Throws if a key cannot be sealed and unsealed: better now than with a new key in hand. */
async function proveSealing(shop: ShopDomain): Promise<void> {
  const binding = { shop, purpose: "wholesale-key" } as const;
  await unseal(await seal("probe", binding, env.STOCKBRIDGE_KEYRING), binding, env.STOCKBRIDGE_KEYRING);
}
