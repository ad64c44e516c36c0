import { pino } from "pino";
import packageJson from "../../../package.json" with { type: "json" };
import { env } from "../env.server.ts";
import { traceIds } from "./trace.server.ts";

/**
 * The log: one JSON object per line on standard output. Events are named `slice.verb`. Log ids, codes and
 * counts. Never log a body, a header or a postal address. Within a trace, each line has the trace's id.
 */
export const log = pino({
  level: env.LOG_LEVEL,
  base: { role: env.ROLE ?? "all", version: packageJson.version, pid: process.pid },
  formatters: { level: (label) => ({ level: label }) },
  mixin: traceIds,
  serializers: {
    // Leaves out an error's other properties, which may contain requests or headers.
    err: (error: unknown) =>
      error instanceof Error
        ? { name: error.name, message: error.message, stack: error.stack }
        : { message: "not an error object" },
  },
});

/** Interval at which `logRepeated` logs an event that repeats. */
const EVERY_MS = 60_000;

type Level = "info" | "warn" | "error";
type Repeats = { level: Level; fields: object; count: number };

const repeated = new Map<string, Repeats>();

/**
 * Logs the first occurrence of an event immediately. If the event repeats within a minute, logs one line with
 * the number of repeats, and the first repeat's fields as an example. Counts each `kind` separately.
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
