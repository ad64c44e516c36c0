import { pino } from "pino";

import { env } from "./env.server.ts";

/**
 * The log: one JSON object a line on standard output. Events are named `slice.verb`. Log ids, codes and counts;
 * never a body, a header or an address.
 */
export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  serializers: {
    // An error's own properties may hold anything (requests, headers): name, message and stack are enough.
    err: (error: unknown) =>
      error instanceof Error
        ? { name: error.name, message: error.message, stack: error.stack }
        : { message: "not an error object" },
  },
});
