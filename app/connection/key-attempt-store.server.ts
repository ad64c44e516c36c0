import { randomBytes } from "node:crypto";

import { inShop, type Tx } from "../lib/db.server.ts";
import { env } from "../lib/env.server.ts";
import { seal, unseal } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after } from "../queue/back-off.ts";

/** What a key is made for: to connect the shop, or to take the place of the key it has. */
export type Purpose = "connect" | "replace";

/** An attempt that holds the shop's lease, and the name of the key to come. */
export type Attempt = { id: string; keyName: string };

export type BegunAttempt =
  | {
      kind: "claimed";
      attempt: Attempt;
      /** Of the key to be replaced; null when the shop has none. */
      generation: number | null;
    }
  /** The shop is connected already; or not at all, where a key is to be replaced. */
  | { kind: "inapplicable" }
  /** The shop is connected with another account than the one that was entered. */
  | { kind: "other-account" }
  | { kind: "running" }
  | { kind: "too-many"; waitSeconds: number };

/** A key that exists, or may exist, at the supplier and that no shop uses. Only the merchant can delete it. */
export type OrphanedKey = {
  id: string;
  keyName: string;
  why: "lost" | "disconnected" | "uninstalled" | "replaced" | "unusable";
  since: Date;
};

/**
 * The shop's lease: how long an attempt may take before it counts as lost. Its calls end within 40 s: sign-in and key
 * within 15 s each, and where a key is tried before it is used, two reads within 5 s each.
 */
const ATTEMPT_SECONDS = 60;

/** A supplier may lock an account after some failed sign-ins; it does not document whether it does. */
const MAX_SIGN_INS = 5;
const WITHIN_SECONDS = 60;

/**
 * Proves that a key could be kept, claims the shop's lease and commits the name of the key to come, all before the
 * supplier is asked for it. An attempt whose deadline has passed becomes `orphaned` first: its key may exist.
 *
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
    // The partial unique index allows one pending row a shop: the second of two waits here, then finds it claimed.
    const [attempt] = await tx.keyAttempt.createManyAndReturn({
      data: [{ shop, keyName, purpose, account, outcome: "pending", startedAt: now, deadline }],
      skipDuplicates: true,
    });
    if (!attempt) return { kind: "running" };
    // Read only now, with the lease claimed: an attempt that ended a moment ago has stored its key by now.
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

/** How an attempt ended that brought no key to use. */
export type AttemptEnd =
  /** No key was made. */
  | { outcome: "failed" }
  /** One may exist, under the name it `cameBackAs` where the supplier chose its own. */
  | { outcome: "orphaned"; cameBackAs?: string }
  /** One exists, and the supplier does not accept it. */
  | { outcome: "released"; releasedWhy: "unusable" };

/** Ends an attempt that brought no key to use, unless it has ended otherwise. */
export async function endAttempt(shop: ShopDomain, { id }: Attempt, end: AttemptEnd): Promise<void> {
  await inShop(shop, (tx) =>
    tx.keyAttempt.updateMany({ where: { shop, id, outcome: "pending" }, data: end }),
  );
}

/** Keys to delete at the supplier, the newest first. */
export async function listOrphanedKeys(shop: ShopDomain): Promise<OrphanedKey[]> {
  const rows = await inShop(shop, (tx, now) =>
    tx.keyAttempt.findMany({ where: { shop, OR: orphaned(now) }, orderBy: { startedAt: "desc" } }),
  );
  return rows.map((row) => ({
    id: row.id,
    keyName: row.cameBackAs ?? row.keyName,
    why: row.outcome === "released" ? (row.releasedWhy as OrphanedKey["why"]) : "lost",
    since: row.startedAt,
  }));
}

/** Takes an orphaned key off the list, once the merchant has deleted it. Unknown ids change nothing. */
export async function acknowledgeOrphanedKey(shop: ShopDomain, id: string): Promise<void> {
  await inShop(shop, (tx, now) =>
    tx.keyAttempt.updateMany({ where: { id, shop, OR: orphaned(now) }, data: { outcome: "acknowledged" } }),
  );
}

/** Keys that are not in use, and those of attempts that are out of time. */
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

/** Every other row stands for a sign-in that was tried: those of attempts that never began are deleted. */
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

/** Throws when a key could not be sealed and opened again: better now than with a key in hand. */
async function proveSealing(shop: ShopDomain): Promise<void> {
  const binding = { shop, purpose: "wholesale-key" } as const;
  await unseal(await seal("probe", binding, env.STOCKBRIDGE_KEYRING), binding, env.STOCKBRIDGE_KEYRING);
}
