import { pino } from "pino";

import packageJson from "../../../package.json" with { type: "json" };
import { env } from "../env.server.ts";
import { traceIds } from "./trace.server.ts";

/**
 * The log: one JSON object per line on standard output. Events are named `slice.verb`. Log ids, codes and
 * counts; never a body, a header or an address. Each line has the id of its trace, if there is one.
 */
export const log = pino({
  level: env.LOG_LEVEL,
  base: { role: env.ROLE ?? "all", version: packageJson.version, pid: process.pid },
  formatters: { level: (label) => ({ level: label }) },
  mixin: traceIds,
  serializers: {
    // An error's own properties may hold anything (requests, headers): name, message and stack are enough.
    err: (error: unknown) =>
      error instanceof Error
        ? { name: error.name, message: error.message, stack: error.stack }
        : { message: "not an error object" },
  },
});
