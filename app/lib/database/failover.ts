/**
 * Reads the database's cluster and timeline. Postgres begins a new timeline when a standby takes over, and
 * when a base backup is restored. A dump is restored into another cluster.
 * (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES) The timeline comes
 * from the log's position, because the control file has the timeline of the last checkpoint.
 */
export const READ_TIMELINE = `
  select system_identifier || ' ' ||
    case when pg_is_in_recovery() then 'standby' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline
  from pg_control_system()`;

/**
 * Time after a failover in which commits may be missing. Within it, webhooks, polls and lookups bring back what the
 * last commits before the failover held. Sixteen minutes: a request counts as fresh for ten minutes. Shopify's clock,
 * which dates the request, may be a minute ahead of the database's. A worker compares with the time of its claim, which
 * may be five minutes ago.
 */
const CAUTION_MS = 960_000;

let current: string | null = null;
let begunAt = -Infinity;
let watcher: Watcher | undefined;

/** `before` is null if no timeline was stored, although there are orders. */
type Failover = { before: string | null; timeline: string };

type Watcher = {
  begun: (failover: Failover) => void;
  /** Called once records are trusted again. */
  settled: (timeline: string) => void;
};

/**
 * Remembers the timeline of a new connection's database, and begins a failover if the timeline has changed.
 *
 * @param timeline null if the database does not tell its timeline. Then only the age of records counts.
 */
export function checkTimeline(timeline: string | null): void {
  if (timeline === null || timeline === current) return;
  const before = current;
  current = timeline;
  if (before !== null) beginFailover({ before, timeline });
}

/**
 * Treats records as those of a restored backup for sixteen minutes: until then, an order is sent only after a lookup at
 * the supplier.
 */
export function beginFailover(failover: Failover): void {
  begunAt = performance.now();
  watcher?.begun(failover);
  const { timeline } = failover;
  setTimeout(() => {
    if (timeline === current) watcher?.settled(timeline);
  }, CAUTION_MS).unref();
}

/** Returns true if the database failed over, or was restored, within `withinMs`, so that commits may be missing. */
export function isAfterFailover(withinMs = CAUTION_MS): boolean {
  return performance.now() < begunAt + withinMs;
}

/** Returns the timeline of the last new connection; null if unknown. */
export function currentTimeline(): string | null {
  return current;
}

export function watchFailovers(by: Watcher): void {
  watcher = by;
}
