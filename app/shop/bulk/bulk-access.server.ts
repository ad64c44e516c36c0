import { asSystem, PROBE } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { bulkDenied, isBulkDenied } from "../failures.ts";

/**
 * The kinds of bulk operations. Shopify lets an app run a kind only if the app's operator has enabled that
 * kind. A public app also needs an IP allowlist (shopify.dev/changelog:
 * apps-must-enable-bulk-operations-before-use, ip-allowlists-are-now-required-for-public-apps).
 */
export type BulkKind = "query" | "mutation";

/**
 * After a denial, no operation of the same kind is tried for this long. Meanwhile the work goes page by page.
 */
const RETRY_SECONDS = 3600;
/**
 * A kind of operation that was not used for two weeks is due for one. If the app starts no operation of a kind for 31
 * days, Shopify ends the app's access to it.
 */
const UNUSED_SECONDS = 14 * 86_400;
/** `usedAt` is written only if it is older than this, because most operations need no write. */
const USED_SECONDS = 3600;

/**
 * Starts a bulk operation, unless Shopify has denied its kind in the last hour.
 * @throws Failure `app-denied` (`isBulkDenied`) if Shopify denies it.
 */
export async function startIfAllowed<T>(kind: BulkKind, start: () => Promise<T>): Promise<T> {
  if (await isDenied(kind)) throw bulkDenied(`Shopify has denied bulk ${kind} operations within the hour`);
  return tryToStart(kind, start);
}

/** Starts a bulk operation, and records for all processes that Shopify allowed or denied it. */
export async function tryToStart<T>(kind: BulkKind, start: () => Promise<T>): Promise<T> {
  let started: T;
  try {
    started = await start();
  } catch (error) {
    if (isBulkDenied(error)) await recordDenied(kind, error.message);
    throw error;
  }
  await recordUsed(kind).catch((error: unknown) => {
    // The operation has started although this write failed. The next operation records that Shopify allowed it.
    log.warn({ err: error, kind }, "shop.bulk-access-not-recorded");
  });
  return started;
}

/** Records that Shopify denies operations of this kind. Logs only the first denial. */
export async function recordDenied(kind: BulkKind, why: string): Promise<void> {
  const [row] = await asSystem(
    "bulk-access",
    (tx, now) =>
      queryRows<{ isFirst: boolean }>(tx)`
        insert into bulk_access (kind, tried_at, denied_since) values (${kind}, ${now}, ${now})
        on conflict (kind) do update set tried_at = excluded.tried_at,
          denied_since = coalesce(bulk_access.denied_since, excluded.denied_since)
        returning denied_since = tried_at as "isFirst"`,
  );
  if (row?.isFirst) log.error({ kind, why }, "shop.bulk-denied");
}

async function recordUsed(kind: BulkKind): Promise<void> {
  const wasDenied = await asSystem("bulk-access", async (tx, now) => {
    const before = await tx.bulkAccess.findUnique({ where: { kind } });
    await execute(tx)`
      insert into bulk_access (kind, tried_at, used_at) values (${kind}, ${now}, ${now})
      on conflict (kind) do update set tried_at = excluded.tried_at, used_at = excluded.used_at, denied_since = null
      where bulk_access.denied_since is not null or bulk_access.used_at is null
        or bulk_access.used_at <= ${now}::timestamptz - make_interval(secs => ${USED_SECONDS})`;
    return before?.deniedSince != null;
  });
  if (wasDenied) log.info({ kind }, "shop.bulk-allowed");
}

async function isDenied(kind: BulkKind): Promise<boolean> {
  return asSystem("bulk-access", async (tx, now) => {
    const row = await tx.bulkAccess.findUnique({ where: { kind } });
    if (row === null || row.deniedSince === null) return false;
    return row.triedAt.getTime() > now.getTime() - RETRY_SECONDS * 1000;
  });
}

/** Returns the kinds that Shopify denies the app, and since when. */
export async function findDeniedKinds(): Promise<{ kind: BulkKind; since: Date }[]> {
  const rows = await asSystem(
    "bulk-access",
    (tx) => tx.bulkAccess.findMany({ where: { deniedSince: { not: null } }, orderBy: { kind: "asc" } }),
    PROBE,
  );
  return rows.flatMap(({ kind, deniedSince }) =>
    deniedSince === null ? [] : [{ kind: kind as BulkKind, since: deniedSince }],
  );
}

/**
 * Claims the kinds that need an operation: unused for two weeks, or denied when they were last tried. Claims
 * no kind that was tried within the hour.
 */
export async function claimUnused(): Promise<BulkKind[]> {
  const rows = await asSystem(
    "bulk-access",
    (tx, now) =>
      queryRows<{ kind: BulkKind }>(tx)`
        insert into bulk_access (kind, tried_at) values ('query', ${now}), ('mutation', ${now})
        on conflict (kind) do update set tried_at = excluded.tried_at
        where bulk_access.tried_at <= ${now}::timestamptz - make_interval(secs => ${RETRY_SECONDS})
          and (bulk_access.denied_since is not null or bulk_access.used_at is null
            or bulk_access.used_at <= ${now}::timestamptz - make_interval(secs => ${UNUSED_SECONDS}))
        returning kind`,
  );
  return rows.map(({ kind }) => kind);
}
