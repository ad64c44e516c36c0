/**
 * Reads the life of a database: the cluster and its timeline. A standby that takes over begins a new timeline, and a backup that
 * is restored lies in another cluster. (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-TIMELINES; the
 * control file's own timeline lags behind the log's.)
 */
export const READ_LIFE = `
  select system_identifier || ' ' ||
    case when pg_is_in_recovery() then 'standby' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as life
  from pg_control_system()`;

/** Webhooks, polls and lookups bring back within that time what the last commits before a failover held. */
const NEW_FOR_MS = 600_000;

let seen: string | null = null;
let newUntil = -Infinity;
let watcher: Watcher | undefined;

type Lives = { before: string; life: string };

type Watcher = {
  begun: (lives: Lives) => void;
  /** Called once records are trusted again. */
  settled: (life: string) => void;
};

/**
 * Remembers the life that a new connection leads to.
 *
 * @param life null if the database does not tell it. Then only the age of records counts.
 */
export function seeLife(life: string | null): void {
  if (life === null || life === seen) return;
  const before = seen;
  seen = life;
  if (before !== null) beginLife({ before, life });
}

/** Treats records as those of a restored backup for ten minutes: an order is looked up before it is sent. */
export function beginLife(lives: Lives): void {
  newUntil = performance.now() + NEW_FOR_MS;
  watcher?.begun(lives);
  const { life } = lives;
  setTimeout(() => {
    if (life === seen) watcher?.settled(life);
  }, NEW_FOR_MS).unref();
}

/** Returns true if the database has begun another life so recently that commits may be missing. */
export function isLifeNew(): boolean {
  return performance.now() < newUntil;
}

/** Returns the life that the last new connection led to; null if unknown. */
export function currentLife(): string | null {
  return seen;
}

export function watchLife(by: Watcher): void {
  watcher = by;
}
