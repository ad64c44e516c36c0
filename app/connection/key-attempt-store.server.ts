import { randomBytes } from "node:crypto";

import { inShop, readInShop, type Tx } from "../lib/database/db.server.ts";
import { env } from "../lib/env.server.ts";
import { seal, unseal } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after } from "../queue/back-off.ts";

export type Purpose = "connect" | "replace";

/** A running attempt to get a key. `keyName`: the name under which it will create the key. */
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

/** A key that no shop uses, and that the supplier has or may have. Only the merchant can delete the key. */
export type OrphanedKey = {
  id: string;
  keyName: string;
  why: "lost" | "disconnected" | "uninstalled" | "replaced" | "unusable";
  since: Date;
};

/**
 * Lease of an attempt. Afterwards the attempt counts as lost. Its calls take 40 s at most: 15 s each for
 * sign-in and key creation, and 5 s each for two reads with a new key.
 */
const ATTEMPT_SECONDS = 60;

/**
 * Limit of a shop's sign-ins per minute. A supplier may lock an account after some failed sign-ins, and our
 * supplier documents no limit.
 */
const MAX_SIGN_INS = 5;
const WITHIN_SECONDS = 60;

/**
 * Claims the shop's lease and commits the name of the future key, before any call to the supplier. Also tests
 * that a key can be sealed. Marks an earlier attempt past its deadline as `orphaned`, because its key may
 * exist.
 * @returns `claimed` with the attempt, or the reason why no attempt may begin.
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
    // Short ASCII names are the least likely to be changed by the supplier.
    const keyName = `Stockbridge ${shop} ${now.toISOString().slice(0, 10)} ${randomBytes(3).toString("hex")}`;
    const deadline = after(now, ATTEMPT_SECONDS);
    // The partial unique index allows one pending row per shop: the second of two concurrent calls waits
    // here, and then inserts no row.
    const [attempt] = await tx.keyAttempt.createManyAndReturn({
      data: [{ shop, keyName, purpose, account, outcome: "pending", startedAt: now, deadline }],
      skipDuplicates: true,
    });
    if (!attempt) return { kind: "running" };
    // Reads the connection only now: before we got the lease, another attempt may have stored a key.
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

/** The outcomes of an attempt that stored no key. */
export type AttemptEnd =
  /** The supplier created no key. */
  | { outcome: "failed" }
  /** The supplier may have a key. `cameBackAs`: the key's name, if the supplier changed it. */
  | { outcome: "orphaned"; cameBackAs?: string }
  /** The supplier created a key, but does not accept it. */
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

/** As `listOrphanedKeys`, within the caller's transaction. */
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

/** Selects keys that no shop uses, and attempts past their deadline. */
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
 * Returns `too-many` if the shop has tried too many sign-ins within the last minute, not counting the attempt
 * `id`. Every sign-in has one row. The rows of attempts that called no supplier are deleted.
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

/**
 * Throws if a key cannot be sealed and unsealed. This must fail before the supplier creates a key that we
 * cannot store.
 */
async function proveSealing(shop: ShopDomain): Promise<void> {
  const binding = { shop, purpose: "wholesale-key" } as const;
  await unseal(await seal("probe", binding, env.STOCKBRIDGE_KEYRING), binding, env.STOCKBRIDGE_KEYRING);
}
