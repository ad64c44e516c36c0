import { randomBytes } from "node:crypto";

import { inShop } from "../lib/db.server.ts";
import { env } from "../lib/env.server.ts";
import { seal, unseal } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { KeyCheck } from "./key-check.ts";

/** What a page may know of a connection: never the key, only how it begins and ends. */
export type Connection = {
  keyName: string;
  /** The key's first and last characters: {start: "rk_a", end: "9f2c"}. */
  keyHint: { start: string; end: string };
  connectedAt: Date;
  check: KeyCheck;
};

/** A key that exists, or may exist, on the platform and that Stockbridge does not use. Only the merchant can delete it. */
export type LeftKey = { id: string; keyName: string; why: "lost" | "disconnected"; since: Date };

/**
 * How long one attempt may take in all before it counts as lost: two calls of 15 s, and room to spare. Until then no
 * other attempt of the shop begins.
 */
const ATTEMPT_MS = 60_000;

/**
 * Takes the shop's lease and commits the name of the key to come, before the platform is asked for it. An attempt
 * whose deadline has passed becomes `orphaned` first: its key may exist.
 *
 * @returns `taken` with the attempt, or why there is none: the shop is `connected`, or an attempt is `running`.
 */
export async function beginAttempt(
  shop: ShopDomain,
  now: Date,
): Promise<
  { kind: "taken"; attemptId: string; keyName: string } | { kind: "connected" } | { kind: "running" }
> {
  await proveSealing(shop);
  return inShop(shop, async (tx) => {
    await tx.keyAttempt.updateMany({
      where: { shop, outcome: "pending", deadline: { lte: now } },
      data: { outcome: "orphaned" },
    });
    // ASCII, and short: whatever the platform does with names, this one survives.
    const keyName = `Stockbridge ${shop} ${now.toISOString().slice(0, 10)} ${randomBytes(3).toString("hex")}`;
    // The partial unique index allows one pending row a shop: whoever comes second waits here, then finds it taken.
    const [attempt] = await tx.keyAttempt.createManyAndReturn({
      data: [
        { shop, keyName, outcome: "pending", startedAt: now, deadline: new Date(now.getTime() + ATTEMPT_MS) },
      ],
      skipDuplicates: true,
    });
    if (!attempt) return { kind: "running" };
    // Asked only now, with the lease in hand: an attempt that ended a moment ago has stored its key by now.
    if (await tx.connection.findUnique({ where: { shop } })) {
      await tx.keyAttempt.delete({ where: { id: attempt.id } });
      return { kind: "connected" };
    }
    return { kind: "taken", attemptId: attempt.id, keyName };
  });
}

/** Ends an attempt that brought no key: `refused` when none was made, `orphaned` when one may exist. */
export async function endAttempt(
  shop: ShopDomain,
  attemptId: string,
  outcome: "refused" | "orphaned",
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.keyAttempt.updateMany({ where: { id: attemptId, outcome: "pending" }, data: { outcome } }),
  );
}

/** Stores the key with the end of its attempt, in one transaction. */
export async function storeKey(
  shop: ShopDomain,
  { attemptId, keyName, apiKey, now }: { attemptId: string; keyName: string; apiKey: string; now: Date },
): Promise<void> {
  const sealedKey = await seal(apiKey, { shop, purpose: "wholesale-key" }, env.STOCKBRIDGE_KEYRING);
  await inShop(shop, async (tx) => {
    // `orphaned` too: a reply that came after the deadline still brought the key.
    await tx.keyAttempt.updateMany({
      where: { id: attemptId, outcome: { in: ["pending", "orphaned"] } },
      data: { outcome: "stored" },
    });
    const generation = await tx.keyAttempt.count({
      where: { shop, outcome: { in: ["stored", "released", "settled"] } },
    });
    const row = { keyName, sealedKey, generation, connectedAt: now, keyCheck: "unverified", checkedAt: now };
    await tx.connection.create({ data: { shop, ...row } });
  });
}

/** Writes down what a read with the shop's key showed, unless the key has been replaced meanwhile. */
export async function storeCheck(
  shop: ShopDomain,
  { generation, check, now }: { generation: number; check: KeyCheck; now: Date },
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.connection.updateMany({
      where: { shop, generation },
      data: {
        keyCheck: check.kind,
        keyCheckSaid: check.kind === "verified" ? null : check.said,
        checkedAt: now,
      },
    }),
  );
}

/** The shop's connection for its pages, and null when there is none. */
export async function findConnection(shop: ShopDomain): Promise<Connection | null> {
  const opened = await openKey(shop);
  if (opened === null) return null;
  const { row, apiKey } = opened;
  return {
    keyName: row.keyName,
    keyHint: { start: apiKey.slice(0, 4), end: apiKey.length >= 16 ? apiKey.slice(-4) : "" },
    connectedAt: row.connectedAt,
    check:
      row.keyCheck === "verified"
        ? { kind: "verified" }
        : { kind: row.keyCheck === "refused" ? "refused" : "unverified", said: row.keyCheckSaid ?? "" },
  };
}

/** The shop's key, opened for a call, with the generation it belongs to; null when the shop is not connected. */
export async function findKey(shop: ShopDomain): Promise<{ apiKey: string; generation: number } | null> {
  const opened = await openKey(shop);
  return opened && { apiKey: opened.apiKey, generation: opened.row.generation };
}

/** Forgets the shop's key. Its name stays, because the key itself lives on at the platform. */
export async function forgetKey(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.connection.deleteMany({ where: { shop } });
    await tx.keyAttempt.updateMany({ where: { shop, outcome: "stored" }, data: { outcome: "released" } });
  });
}

/** Keys to delete on the platform, the newest first. */
export async function listLeftKeys(shop: ShopDomain, now: Date): Promise<LeftKey[]> {
  const rows = await inShop(shop, (tx) =>
    tx.keyAttempt.findMany({
      where: {
        shop,
        OR: [{ outcome: { in: ["orphaned", "released"] } }, { outcome: "pending", deadline: { lte: now } }],
      },
      orderBy: { startedAt: "desc" },
    }),
  );
  return rows.map((row) => ({
    id: row.id,
    keyName: row.keyName,
    why: row.outcome === "released" ? "disconnected" : "lost",
    since: row.startedAt,
  }));
}

/** Takes a left key off the list, once the merchant says that it is deleted. Unknown ids change nothing. */
export async function settleLeftKey(shop: ShopDomain, id: string, now: Date): Promise<void> {
  await inShop(shop, (tx) =>
    tx.keyAttempt.updateMany({
      where: {
        id,
        shop,
        OR: [{ outcome: { in: ["orphaned", "released"] } }, { outcome: "pending", deadline: { lte: now } }],
      },
      data: { outcome: "settled" },
    }),
  );
}

/** Removes every trace of a shop. */
export async function eraseConnection(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx) => {
    await tx.connection.deleteMany({ where: { shop } });
    await tx.keyAttempt.deleteMany({ where: { shop } });
  });
}

async function openKey(shop: ShopDomain) {
  const row = await inShop(shop, (tx) => tx.connection.findUnique({ where: { shop } }));
  if (row === null) return null;
  const apiKey = await unseal(row.sealedKey, { shop, purpose: "wholesale-key" }, env.STOCKBRIDGE_KEYRING);
  return { row, apiKey };
}

/** Throws when a key could not be sealed and opened again: better now than with a key in hand. */
async function proveSealing(shop: ShopDomain): Promise<void> {
  const binding = { shop, purpose: "wholesale-key" } as const;
  await unseal(await seal("probe", binding, env.STOCKBRIDGE_KEYRING), binding, env.STOCKBRIDGE_KEYRING);
}
