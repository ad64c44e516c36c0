/**
 * Replaces the database's clock for new connections, and closes those of before. `now()` without a schema finds ours first, as
 * the search path says. For tests that have their process and their database to themselves.
 *
 * @param query runs as the owner, always on the same connection or on new ones.
 * @returns a function that sets the clock forward by so many seconds, or back.
 */
export async function installClock(
  query: (sql: string, values?: unknown[]) => Promise<unknown>,
): Promise<(seconds: number) => Promise<void>> {
  await query(
    `create schema clock;
     create table clock.shift (by interval not null);
     insert into clock.shift values ('0');
     create function clock.now() returns timestamptz language sql stable security definer
       as 'select pg_catalog.now() + by from clock.shift';
     grant usage on schema clock to public;
     do $$ begin execute format('alter database %I set search_path = clock, public, pg_catalog', current_database()); end $$;
     set search_path = clock, public, pg_catalog`,
  );
  await query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return async (seconds) => {
    await query("update clock.shift set by = by + make_interval(secs => $1)", [seconds]);
  };
}
