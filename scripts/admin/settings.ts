/** Reads the settings of an operator's commands. */
import { randomBytes } from "node:crypto";

import { parseEnv } from "../../app/lib/env.ts";
import { findOwnDatabase } from "../own-database.ts";

/**
 * Stand-ins for settings that no command here uses, for a machine that has only the database's address. Their
 * addresses lead nowhere.
 */
const UNUSED = {
  SHOPIFY_API_KEY: "unused",
  SHOPIFY_API_SECRET: "unused",
  SHOPIFY_APP_URL: "https://unused.invalid",
  WHOLESALE_BASE_URL: "https://unused.invalid",
};

/**
 * Completes and checks this process's settings. The app's modules read settings when they load, so load those modules
 * after this.
 *
 * @param needsKeyring true if the command opens secrets. Otherwise a missing keyring is replaced by one that opens
 * nothing.
 * @throws Error with one line per wrong setting, never with its value.
 */
export async function readSettings({ needsKeyring }: { needsKeyring: boolean }): Promise<void> {
  const { env } = process;
  const nothing = JSON.stringify({
    current: "unused",
    keys: { unused: randomBytes(32).toString("base64") },
  });
  const unused = { ...UNUSED, ...(!needsKeyring && { STOCKBRIDGE_KEYRING: nothing }) };
  for (const [name, value] of Object.entries(unused)) if (!isSet(name)) env[name] = value;
  const parsed = parseEnv(env);
  if (!parsed.ok) throw new Error(`Fix these settings:\n${parsed.problems.join("\n")}`);
  const { DATABASE_URL, APP_DATABASE_URL } = parsed.env;
  if (DATABASE_URL === undefined && APP_DATABASE_URL === undefined) {
    const own = await findOwnDatabase();
    if (own === null)
      throw new Error(
        "DATABASE_URL: is missing, and the app's own database is not running. Set it, or start the app.",
      );
    env.DATABASE_URL = own;
  }
  // The command opens the queue to enqueue, and processes nothing. Log lines would mix with the output.
  env.ROLE = "web";
  env.LOG_LEVEL = "silent";
}

function isSet(name: string): boolean {
  const value = process.env[name];
  return value !== undefined && value !== "";
}
