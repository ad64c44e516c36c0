/**
 * Reads the database's cluster and timeline. One of them changes whenever commits may have been lost. Postgres
 * begins a new timeline when a standby takes over or a base backup is restored. A dump is restored into another
 * cluster. (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES) We read it from
 * the WAL position, because the control file still has the timeline of the last checkpoint.
 */
export const READ_TIMELINE = `
  select system_identifier || ' ' ||
    case when pg_is_in_recovery() then 'standby' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline
  from pg_control_system()`;

/**
 * Time after a failover in which rows may be missing. Meanwhile webhooks, polls and lookups restore the lost
 * rows. The time is the sum of three. A request counts as fresh for ten minutes. Shopify's clock may be a
 * minute ahead. A worker may have claimed the row five minutes ago.
 */
const CAUTION_MS = 960_000;

let current: string | null = null;
let begunAt = -Infinity;
let watcher: Watcher | undefined;

/** `before`: the stored timeline; null if none was stored although there are orders. */
type Failover = { before: string | null; timeline: string };

type Watcher = {
  begun: (failover: Failover) => void;
  /** Called when the caution time is over. */
  settled: (timeline: string) => void;
};

/**
 * Remembers the timeline that a new connection has read. If the timeline has changed, treats this as a
 * failover.
 *
 * @param timeline null if the database does not reveal its timeline; failovers are then not detected
 */
export function checkTimeline(timeline: string | null): void {
  if (timeline === null || timeline === current) return;
  const before = current;
  current = timeline;
  if (before !== null) beginFailover({ before, timeline });
}

/**
 * Distrusts our records for sixteen minutes, because a restored backup may lack recent orders. Meanwhile an
 * order is sent only after a lookup at the supplier.
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
