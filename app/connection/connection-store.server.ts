import { randomBytes } from "node:crypto";

import { recordActivity } from "../activity/record-activity.server.ts";
import { inShop } from "../lib/db.server.ts";
import { env } from "../lib/env.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import { seal, unseal } from "../lib/seal.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { connectedJob } from "./connected-job.ts";
import type { KeyCheck } from "./key-check.ts";

/** What a page may know of a connection: never the key, only how it begins and ends. */
export type Connection = {
  keyName: string;
  /** The key's first and last characters: {start: "rk_a", end: "9f2c"}. */
  keyHint: { start: string; end: string };
  connectedAt: Date;
  checkedAt: Date;
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
 * @returns `taken` with the attempt, or why there is none: the shop is connected `already`, or an attempt is `running`.
 */
export async function beginAttempt(
  shop: ShopDomain,
  now: Date,
): Promise<
  { kind: "taken"; attemptId: string; keyName: string } | { kind: "already" } | { kind: "running" }
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
      return { kind: "already" };
    }
    return { kind: "taken", attemptId: attempt.id, keyName };
  });
}

/**
 * Ends an attempt that brought no key: `refused` when none was made, `orphaned` when one may exist, under the name
 * it `cameBackAs` where the platform chose its own.
 */
export async function endAttempt(
  shop: ShopDomain,
  attemptId: string,
  outcome: "refused" | "orphaned",
  cameBackAs: string | null = null,
): Promise<void> {
  await inShop(shop, (tx) =>
    tx.keyAttempt.updateMany({ where: { id: attemptId, outcome: "pending" }, data: { outcome, cameBackAs } }),
  );
}

/**
 * Stores the key with the end of its attempt, in one transaction.
 *
 * @throws when the attempt has ended otherwise meanwhile: its deadline passed, or the app was uninstalled. Then the
 * key's name is on the list of those to delete.
 */
export async function storeKey(
  shop: ShopDomain,
  { attemptId, keyName, apiKey, now }: { attemptId: string; keyName: string; apiKey: string; now: Date },
): Promise<void> {
  const sealedKey = await seal(apiKey, { shop, purpose: "wholesale-key" }, env.STOCKBRIDGE_KEYRING);
  await inShop(shop, async (tx) => {
    const { count } = await tx.keyAttempt.updateMany({
      where: { id: attemptId, outcome: "pending" },
      data: { outcome: "stored" },
    });
    if (count !== 1) throw new Error("The attempt has ended otherwise.");
    const generation = await tx.keyAttempt.count({
      where: { shop, outcome: { in: ["stored", "released", "settled"] } },
    });
    const hint = { keyStart: apiKey.slice(0, 4), keyEnd: apiKey.length >= 16 ? apiKey.slice(-4) : "" };
    const unread = { keyCheck: "unverified", connectedAt: now, checkedAt: now };
    await tx.connection.create({ data: { shop, keyName, sealedKey, generation, ...hint, ...unread } });
    await enqueue(tx, connectedJob, { shop });
    await recordActivity(tx, {
      shop,
      kind: "connection.connected",
      tone: "success",
      said: `Connected to the platform with the key “${keyName}”.`,
      at: now,
    });
  });
}

/** Writes down what a read with the shop's key showed, unless the key has been replaced meanwhile. */
export async function storeCheck(
  shop: ShopDomain,
  { generation, check, now }: { generation: number; check: KeyCheck; now: Date },
): Promise<void> {
  await inShop(shop, async (tx) => {
    // Locked, so that of two checks at once only one tells what has changed.
    const [before] = await tx.$queryRaw<{ keyName: string; keyCheck: string }[]>`
      select key_name as "keyName", key_check as "keyCheck" from connection
      where shop = ${shop} and generation = ${generation} for update`;
    if (!before) return;
    await tx.connection.update({
      where: { shop },
      data: {
        keyCheck: check.kind,
        keyCheckSaid: check.kind === "verified" ? null : check.said,
        checkedAt: now,
      },
    });
    const news = check.kind === before.keyCheck ? null : newsOfCheck(check, before);
    if (news !== null) {
      const subject = { label: "Settings", url: "/app/settings" } as const;
      await recordActivity(tx, { shop, ...news, subject, at: now });
    }
  });
}

/** The shop's connection for its pages, and null when there is none. */
export async function findConnection(shop: ShopDomain): Promise<Connection | null> {
  const row = await inShop(shop, (tx) => tx.connection.findUnique({ where: { shop } }));
  if (row === null) return null;
  return {
    keyName: row.keyName,
    keyHint: { start: row.keyStart, end: row.keyEnd },
    connectedAt: row.connectedAt,
    checkedAt: row.checkedAt,
    check:
      row.keyCheck === "verified"
        ? { kind: "verified" }
        : {
            kind: row.keyCheck === "refused" ? "refused" : "unverified",
            // The process may have ended between storing the key and reading with it.
            said: row.keyCheckSaid ?? "The key has not been tried yet.",
          },
  };
}

/**
 * The shop's key, opened for a call, with the generation it belongs to; null when the shop is not connected.
 *
 * @throws Failure `unauthorized` when the keyring can no longer open it: only connecting again helps.
 */
export async function findKey(shop: ShopDomain): Promise<{ apiKey: string; generation: number } | null> {
  const row = await inShop(shop, (tx) => tx.connection.findUnique({ where: { shop } }));
  if (row === null) return null;
  try {
    const apiKey = await unseal(row.sealedKey, { shop, purpose: "wholesale-key" }, env.STOCKBRIDGE_KEYRING);
    return { apiKey, generation: row.generation };
  } catch (error) {
    log.error({ err: error, shop }, "connection.key-not-opened");
    throw new Failure({
      code: "unauthorized",
      publicMessage:
        "Stockbridge can no longer open the key it keeps for this shop. Disconnect and connect again, which makes a new one.",
    });
  }
}

/** Forgets the shop's key. Its name stays, because the key itself lives on at the platform. */
export async function forgetKey(
  shop: ShopDomain,
  { why, now }: { why: "disconnected" | "uninstalled"; now: Date },
): Promise<void> {
  await inShop(shop, async (tx) => {
    // Two at once: only the one that finds the row tells of it.
    const [gone] = await tx.$queryRaw<{ keyName: string }[]>`
      delete from connection where shop = ${shop} returning key_name as "keyName"`;
    await tx.keyAttempt.updateMany({ where: { shop, outcome: "stored" }, data: { outcome: "released" } });
    // An attempt that is under way must not bring a key for a shop that has just left.
    await tx.keyAttempt.updateMany({ where: { shop, outcome: "pending" }, data: { outcome: "orphaned" } });
    if (!gone) return;
    await recordActivity(tx, {
      shop,
      kind: `connection.${why}`,
      tone: "info",
      said: `${why === "disconnected" ? "Disconnected from the platform" : "The app was uninstalled"}. Stockbridge has forgotten the key “${gone.keyName}”, which stays on the platform until you delete it there.`,
      at: now,
    });
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
    keyName: row.cameBackAs ?? row.keyName,
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

/** What is worth telling: that the key no longer works, and that it does again. */
function newsOfCheck(check: KeyCheck, before: { keyName: string; keyCheck: string }) {
  const { keyName } = before;
  if (check.kind === "refused") {
    return {
      kind: "connection.refused",
      tone: "critical",
      said: `The platform refuses the key “${keyName}” (it answered 401). If you deleted it there, disconnect and connect again.`,
    } as const;
  }
  if (check.kind === "verified" && before.keyCheck === "refused") {
    return {
      kind: "connection.accepted",
      tone: "success",
      said: `The platform accepts the key “${keyName}” again.`,
    } as const;
  }
  return null;
}

/** Throws when a key could not be sealed and opened again: better now than with a key in hand. */
async function proveSealing(shop: ShopDomain): Promise<void> {
  const binding = { shop, purpose: "wholesale-key" } as const;
  await unseal(await seal("probe", binding, env.STOCKBRIDGE_KEYRING), binding, env.STOCKBRIDGE_KEYRING);
}
