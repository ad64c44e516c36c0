import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop, readInShop, type Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { allColumns } from "../lib/database/rows.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { storedMessage, type Message } from "../messages/message.ts";
import { after } from "../queue/back-off.ts";
import { enqueue } from "../queue/boss.server.ts";
import { type Claimed, dueAt, postpone } from "../queue/lease.server.ts";
import { jobs } from "../queue/jobs.ts";
import { type OpenKey, openKey, openUsableKey } from "./sealed-key.server.ts";
import { type Connection as Row, type Disconnection, type KeyAttempt, Prisma } from "@prisma/client";

/** A connection for pages. Of the key, pages see only its first and last characters. */
export type Connection = {
  keyName: string;
  /** The key's first and last characters: {start: "rk_a", end: "9f2c"}. */
  keyHint: { start: string; end: string };
  /** Counts the shop's keys: each new key has a higher number. */
  generation: number;
  /** See `sealAccount`. Null if the connection was made before Stockbridge stored it. */
  sealedAccount: string | null;
  connectedAt: Date;
  checkedAt: Date;
  check: KeyCheck;
  /** When the check first had its present result. */
  checkSince: Date;
};

/**
 * Result of a read with the shop's key. Only a 401 makes the key `unauthorized`. The key is `unverified` if the
 * supplier is down, or has no product list at the contract's path.
 */
export type KeyCheck =
  | { kind: "verified" }
  | { kind: "unverified"; message: Message }
  | { kind: "unauthorized"; message: Message };

/**
 * Stores the result of a read with the shop's key, unless the key has been replaced meanwhile. If the key
 * became unauthorized, schedules a recheck. If it was unauthorized before, resumes waiting work.
 */
export async function storeCheck(
  shop: ShopDomain,
  { generation, check }: { generation: number; check: KeyCheck },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    // Locks the row. Otherwise, two concurrent checks would both record the change.
    const [before] = await queryRows<{ keyName: string; keyCheck: string }>(tx)`
      select key_name as "keyName", key_check as "keyCheck" from connection
      where shop = ${shop} and generation = ${generation} for update`;
    if (!before) return;
    const changed = check.kind !== before.keyCheck;
    const isUnauthorized = check.kind === "unauthorized";
    await tx.connection.update({
      where: { shop },
      data: {
        ...checkColumns(check),
        checkedAt: now,
        ...(changed && { checkSince: now }),
        ...(changed &&
          isUnauthorized && {
            ...dueAt(after(now, recheckSeconds(0)), "check"),
            checkRetryCount: 0,
          }),
      },
    });
    if (changed && before.keyCheck === "unauthorized")
      await enqueue(tx, jobs["connection.connected"], { shop });
    const entry = changed ? entryOfCheck(check, before) : null;
    if (entry !== null) await recordActivity(tx, { shop, ...entry, subject: SETTINGS, at: now });
  });
}

/** Schedules the next recheck of a claimed key. Does nothing if the recheck has cleared the due time. */
export async function postponeRecheck(claimed: Claimed<"Connection.check">): Promise<void> {
  const checkRetryCount = claimed.checkRetryCount + 1;
  const seconds = recheckSeconds(checkRetryCount);
  await inShop(claimed.shop, (tx) => postpone(tx, "Connection.check", claimed, { seconds, checkRetryCount }));
}

/** Returns the shop's connection for its pages, or null. */
export async function findConnection(shop: ShopDomain): Promise<Connection | null> {
  const row = await readInShop(shop, (tx) => tx.connection.findUnique({ where: { shop } }));
  return row && toConnection(row);
}

/** Reads the rows that `connectionState` derives the state from. */
export async function findConnectionFacts(tx: Tx, { shop, now }: { shop: ShopDomain; now: Date }) {
  // Every page reads these rows. pg takes a fifth of the time of Prisma's typed calls.
  const [row] = await queryRows<Row>(tx)`
    select ${allColumns("Connection")} from connection where shop = ${shop}`;
  const [underWay] = await queryRows<Pick<KeyAttempt, "purpose">>(tx)`
    select purpose from key_attempt where shop = ${shop} and outcome = 'pending' and deadline > ${now} limit 1`;
  const [disconnection] = await queryRows<Disconnection>(tx)`
    select ${allColumns("Disconnection")} from disconnection where shop = ${shop}`;
  return {
    connection: row ? toConnection(row) : null,
    underWay: underWay ?? null,
    disconnection: disconnection ?? null,
  };
}

/**
 * Returns the shop's unsealed key; null if the shop is not connected.
 * @throws Failure as `openKey`.
 */
export async function findKey(shop: ShopDomain): Promise<OpenKey | null> {
  const row = await inShop(shop, (tx) => tx.connection.findUnique({ where: { shop } }));
  return row && openKey(shop, row);
}

/** Returns the key as `findKey` does, but null if the last check was unauthorized. */
export async function findUsableKey(shop: ShopDomain): Promise<OpenKey | null> {
  const row = await inShop(shop, (tx) => tx.connection.findUnique({ where: { shop } }));
  return openUsableKey(shop, row);
}

/** Returns the check as columns of the connection's row. */
export function checkColumns(check: KeyCheck) {
  return {
    keyCheck: check.kind,
    keyCheckMessage: check.kind === "verified" ? Prisma.DbNull : check.message,
    // For an unauthorized key, the caller schedules the recheck.
    ...(check.kind !== "unauthorized" && { ...dueAt(null, "check"), checkRetryCount: 0 }),
  };
}

/**
 * Minutes until each recheck. A mistake of the supplier may pass in a minute. A deleted key never works again,
 * so the pauses grow.
 */
const RECHECK_MINUTES = [1, 5, 15, 60];

/** Returns the seconds until the next recheck of an unauthorized key. */
export function recheckSeconds(retryCount: number): number {
  return (RECHECK_MINUTES[retryCount] ?? 60) * 60;
}

function toConnection(row: Row): Connection {
  const { keyName, keyStart, keyEnd, generation, connectedAt, checkedAt, checkSince, sealedAccount } = row;
  // The message is missing if the process ended after storing the key and before checking it.
  const message = storedMessage(row.keyCheckMessage) ?? { code: "connection.check.not-tried" as const };
  const kind = row.keyCheck === "unauthorized" ? "unauthorized" : "unverified";
  return {
    keyName,
    keyHint: { start: keyStart, end: keyEnd },
    generation,
    sealedAccount,
    connectedAt,
    checkedAt,
    checkSince,
    check: row.keyCheck === "verified" ? { kind: "verified" } : { kind, message },
  };
}

const SETTINGS = { label: { code: "settings.title" }, url: "/app/settings" } as const;

/** Returns the activity entry if the key has stopped working or works again; null in other cases. */
function entryOfCheck(check: KeyCheck, before: { keyName: string; keyCheck: string }) {
  const { keyName } = before;
  if (check.kind === "unauthorized") {
    const message = { code: "connection.activity.unauthorized", keyName, why: check.message } as const;
    return { kind: "connection.unauthorized", tone: "critical", message } as const;
  }
  if (check.kind === "verified" && before.keyCheck === "unauthorized") {
    const message = { code: "connection.activity.accepted", keyName } as const;
    return { kind: "connection.accepted", tone: "success", message } as const;
  }
  return null;
}
