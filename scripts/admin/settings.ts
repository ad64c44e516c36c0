import { randomBytes } from "node:crypto";

import { parseEnv } from "../../app/lib/env.ts";
import { findOwnDatabase } from "../own-database.ts";

/**
 * Values for settings that these commands do not use, so that they run on a machine that knows only the database's
 * URL. These URLs lead nowhere.
 */
const UNUSED = {
  SHOPIFY_API_KEY: "unused",
  SHOPIFY_API_SECRET: "unused",
  SHOPIFY_APP_URL: "https://unused.invalid",
  WHOLESALE_BASE_URL: "https://unused.invalid",
};

/**
 * Checks this process's settings, and fills in missing ones. Load the app's modules after this call, because they
 * read the settings when they load.
 *
 * @param needsKeyring true if the command decrypts secrets. Otherwise a random key replaces a missing keyring.
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
  // Lets the command enqueue jobs but process none. Switches off logs, which would mix with the output.
  env.ROLE = "web";
  env.LOG_LEVEL = "silent";
}

function isSet(name: string): boolean {
  const value = process.env[name];
  return value !== undefined && value !== "";
}
