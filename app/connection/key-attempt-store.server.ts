import { randomBytes } from "node:crypto";

import { inShop, type Tx } from "../lib/db.server.ts";
import { env } from "../lib/env.server.ts";
import { seal, unseal } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** What a key is made for: to connect the shop, or to take the place of the key it has. */
export type Purpose = "connect" | "replace";

/** An attempt that holds the shop's lease, and the name of the key to come. */
export type Attempt = { id: string; keyName: string };

export type BegunAttempt =
  | {
      kind: "taken";
      attempt: Attempt;
      /** Of the key that is to be replaced; null when the shop has none. */
      generation: number | null;
    }
  /** The shop is connected already; or not at all, where a key is to be replaced. */
  | { kind: "unfit" }
  /** The shop is connected with another account than the one that was entered. */
  | { kind: "other-account" }
  | { kind: "running" }
  | { kind: "too-many"; waitSeconds: number };

/** A key that exists, or may exist, on the supplier and that Stockbridge does not use. Only the merchant can delete it. */
export type OrphanedKey = {
  id: string;
  keyName: string;
  why: "lost" | "disconnected" | "uninstalled" | "replaced" | "unusable";
  since: Date;
};

/**
 * How long one attempt may take in all before it counts as lost: two calls of 15 s, two short ones where a key is
 * tried before it is used, and room to spare. Until then no other attempt of the shop begins.
 */
const ATTEMPT_MS = 60_000;

/** A supplier may lock an account after some failed sign-ins; it documents none of it. */
const SIGN_INS_AT_MOST = 5;
const WITHIN_MS = 60_000;

/**
 * Proves that a key could be kept, takes the shop's lease and commits the name of the key to come, all before the
 * supplier is asked for it. An attempt whose deadline has passed becomes `orphaned` first: its key may exist.
 *
 * @returns `taken` with the attempt, or why there is none.
 */
export async function beginAttempt(
  shop: ShopDomain,
  { purpose, account, now }: { purpose: Purpose; account: string; now: Date },
): Promise<BegunAttempt> {
  await proveSealing(shop);
  return inShop(shop, async (tx) => {
    await tx.keyAttempt.updateMany({
      where: { shop, outcome: "pending", deadline: { lte: now } },
      data: { outcome: "orphaned" },
    });
    // ASCII, and short: whatever the supplier does with names, this one survives.
    const keyName = `Stockbridge ${shop} ${now.toISOString().slice(0, 10)} ${randomBytes(3).toString("hex")}`;
    const deadline = new Date(now.getTime() + ATTEMPT_MS);
    // The partial unique index allows one pending row a shop: whoever comes second waits here, then finds it taken.
    const [attempt] = await tx.keyAttempt.createManyAndReturn({
      data: [{ shop, keyName, purpose, outcome: "pending", startedAt: now, deadline }],
      skipDuplicates: true,
    });
    if (!attempt) return { kind: "running" };
    // Asked only now, with the lease in hand: an attempt that ended a moment ago has stored its key by now.
    const connection = await tx.connection.findUnique({ where: { shop } });
    const hindrance =
      mismatch(connection, { purpose, account }) ?? (await tooMany(tx, shop, attempt.id, now));
    if (hindrance === null) {
      const generation = connection?.generation ?? null;
      return { kind: "taken", attempt: { id: attempt.id, keyName }, generation };
    }
    await tx.keyAttempt.delete({ where: { id: attempt.id } });
    return hindrance;
  });
}

/** How an attempt ended that brought no key to use. */
export type AttemptEnd =
  /** No key was made. */
  | { outcome: "failed" }
  /** One may exist, under the name it `cameBackAs` where the supplier chose its own. */
  | { outcome: "orphaned"; cameBackAs?: string }
  /** One exists, and the supplier refuses it. */
  | { outcome: "released"; releasedWhy: "unusable" };

/** Ends an attempt that brought no key to use, unless it has ended otherwise. */
export async function endAttempt(shop: ShopDomain, { id }: Attempt, end: AttemptEnd): Promise<void> {
  await inShop(shop, (tx) => tx.keyAttempt.updateMany({ where: { id, outcome: "pending" }, data: end }));
}

/** Keys to delete on the supplier, the newest first. */
export async function listOrphanedKeys(shop: ShopDomain, now: Date): Promise<OrphanedKey[]> {
  const rows = await inShop(shop, (tx) =>
    tx.keyAttempt.findMany({ where: { shop, OR: orphaned(now) }, orderBy: { startedAt: "desc" } }),
  );
  return rows.map((row) => ({
    id: row.id,
    keyName: row.cameBackAs ?? row.keyName,
    why: row.outcome === "released" ? (row.releasedWhy as OrphanedKey["why"]) : "lost",
    since: row.startedAt,
  }));
}

/** Takes a left key off the list, once the merchant says that it is deleted. Unknown ids change nothing. */
export async function acknowledgeOrphanedKey(shop: ShopDomain, id: string, now: Date): Promise<void> {
  await inShop(shop, (tx) =>
    tx.keyAttempt.updateMany({ where: { id, shop, OR: orphaned(now) }, data: { outcome: "acknowledged" } }),
  );
}

/** What of the shop's keys is not in use: ended so, or out of time. */
function orphaned(now: Date) {
  return [{ outcome: { in: ["orphaned", "released"] } }, { outcome: "pending", deadline: { lte: now } }];
}

function mismatch(
  connection: { account: string | null } | null,
  { purpose, account }: { purpose: Purpose; account: string },
): BegunAttempt | null {
  if ((purpose === "connect") !== (connection === null)) return { kind: "unfit" };
  return connection === null || connection.account === null || connection.account === account
    ? null
    : { kind: "other-account" };
}

/** Every row but those of attempts that were turned away stands for a sign-in that was tried. */
async function tooMany(tx: Tx, shop: ShopDomain, id: string, now: Date): Promise<BegunAttempt | null> {
  const tried = await tx.keyAttempt.findMany({
    where: { shop, id: { not: id }, startedAt: { gt: new Date(now.getTime() - WITHIN_MS) } },
    orderBy: { startedAt: "desc" },
    take: SIGN_INS_AT_MOST,
    select: { startedAt: true },
  });
  const first = tried[SIGN_INS_AT_MOST - 1];
  if (!first) return null;
  const wait = first.startedAt.getTime() + WITHIN_MS - now.getTime();
  return { kind: "too-many", waitSeconds: Math.ceil(wait / 1000) };
}

/** Throws when a key could not be sealed and opened again: better now than with a key in hand. */
async function proveSealing(shop: ShopDomain): Promise<void> {
  const binding = { shop, purpose: "wholesale-key" } as const;
  await unseal(await seal("probe", binding, env.STOCKBRIDGE_KEYRING), binding, env.STOCKBRIDGE_KEYRING);
}
