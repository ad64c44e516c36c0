import { log } from "./log.server.ts";

/** Frequent events are logged once a minute. */
const EVERY_MS = 60_000;

type Level = "info" | "warn" | "error";
type Repeats = { level: Level; fields: object; count: number };

const repeated = new Map<string, Repeats>();

/**
 * Logs the first occurrence at once, then one line per minute with the number of repeats and the first of
 * them as an example. Counts each `kind` separately.
 */
export function logRepeated(level: Level, fields: object, event: string, kind = ""): void {
  const key = `${event} ${kind}`;
  const known = repeated.get(key);
  if (known) {
    if (known.count === 0) known.fields = fields;
    known.count += 1;
    return;
  }
  log[level](fields, event);
  repeated.set(key, { level, fields, count: 0 });
  setTimeout(() => {
    const { count, fields: example } = repeated.get(key) ?? { count: 0, fields: {} };
    repeated.delete(key);
    if (count > 0) log[level]({ ...example, repeated: count, withinSeconds: EVERY_MS / 1000 }, event);
  }, EVERY_MS).unref();
}
