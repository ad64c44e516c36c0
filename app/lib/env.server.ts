import { parseEnv } from "./env.ts";

const parsed = parseEnv(process.env);
// The server has parsed the same environment before it imports this, so only a tool or a test meets the
// error.
if (!parsed.ok) throw new Error(`The settings do not fit.\n${parsed.problems.join("\n")}`);

/** This process's settings. Read them at their use, and keep no copies in modules. */
export const env = parsed.env;
