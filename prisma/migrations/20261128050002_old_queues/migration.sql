-- Jobs that no release in use enqueues still have queues, and so have their schedules, which would fill them for ever. A new
-- database has no pg-boss yet: setup creates it after the migrations.
DO $$
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN
    RETURN;
  END IF;
  CREATE TEMPORARY TABLE old_queue ON COMMIT DROP AS SELECT unnest(ARRAY[
    'catalog.round',
    'connection.platform-back',
    'inbox.handle',
    'orders.take-requests',
    'orders.wake-reconciliations',
    'orders.work-off',
    'tracking.read-news',
    'tracking.sweep-news'
  ]) AS name;
  DELETE FROM pgboss.schedule WHERE name IN (SELECT name FROM old_queue);
  DELETE FROM pgboss.job WHERE name IN (SELECT name FROM old_queue);
  DELETE FROM pgboss.queue WHERE name IN (SELECT name FROM old_queue);
  -- Sweeps run in every worker, by the worker's own clock.
  DELETE FROM pgboss.schedule WHERE name IN (
    'connection.recheck-keys',
    'orders.ingest-requests',
    'orders.sweep',
    'orders.sweep-reconciliations',
    'setup.sweep',
    'tracking.sweep-shipments',
    'tracking.sweep-update-lists',
    'tracking.sweep-updates',
    'wiring.sweep-access'
  );
END $$;
