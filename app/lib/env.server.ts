import { parseEnv } from "./env.ts";

const parsed = parseEnv(process.env);
// The server has parsed the same environment before it loads this, so only a tool or a test can meet the error.
if (!parsed.ok) throw new Error(`The settings do not fit.\n${parsed.problems.join("\n")}`);

/** This process' settings. Each is read where it is used, and not kept from when a module was loaded. */
export const env = parsed.env;
