/** `npm run secrets:rotate`: encrypts every secret again with the current key of the keyring. */
import { parseArgs } from "node:util";

import { type Keyring, parseEnv } from "../app/lib/env.ts";
import { findOwnDatabase } from "./own-database.ts";
import type { Rotated } from "../app/wiring/sealed-secrets.server.ts";

const HELP = `npm run -s secrets:rotate [-- options]

  --dry-run         change nothing, and say what would be done
  --limit=N         seal at most N secrets again, and leave the rest for the next time
  --help            this text

Seals everything again that is not sealed under the current key of STOCKBRIDGE_KEYRING. It may run while the app does,
may be interrupted, and may be repeated.
Exit code: 0 all is well, 1 something could not be opened, 2 it could not be done.
`;

try {
  const flags = readFlags();
  if (flags.help) process.stdout.write(HELP);
  else process.exitCode = await run(await settings(), flags);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function run(keyring: Keyring, flags: { dryRun: boolean; limit: number }): Promise<number> {
  // Imports these modules here and not at the top, because they read the settings when they load.
  const { rotateSecrets } = await import("../app/wiring/sealed-secrets.server.ts");
  const { assertRestricted } = await import("../app/lib/database/db.server.ts");
  const { closeDatabase } = await import("../app/lib/database/transaction.server.ts");
  try {
    await assertRestricted();
    const all = await rotateSecrets(keyring, flags);
    print(`The current key is “${keyring.current}”.`);
    for (const each of all) print(inOneLine(each, flags.dryRun));
    const unopened = all.flatMap((each) => each.unopened);
    for (const line of conclusion(all, keyring, flags)) print(line);
    return unopened.length > 0 ? 1 : 0;
  } finally {
    await closeDatabase();
  }
}

function inOneLine({ what, resealed, current, changed, unopened }: Rotated, dryRun: boolean): string {
  const shops = [...new Set(unopened.map(({ shop }) => (shop === "*" ? "the installation's own" : shop)))];
  return `${what}: ${[
    `${String(resealed)} ${dryRun ? "to seal again" : "sealed again"}`,
    `${String(current)} current`,
    ...(changed > 0 ? [`${String(changed)} written by the app meanwhile`] : []),
    `${String(unopened.length)} not opened${shops.length > 0 ? ` (${shops.join(", ")})` : ""}`,
  ].join(", ")}`;
}

function conclusion(
  all: Rotated[],
  { current, keys }: Keyring,
  { dryRun, limit }: { dryRun: boolean; limit: number },
): string[] {
  const sum = (count: (each: Rotated) => number) => all.reduce((total, each) => total + count(each), 0);
  if (dryRun) return ["Nothing was changed."];
  const lines: string[] = [];
  if (sum(({ resealed }) => resealed) === limit) lines.push("Not all was looked at. Run this again.");
  if (sum(({ changed }) => changed) > 0) lines.push("The app was quicker at some. Run this again.");
  const unopened = all.flatMap((each) => each.unopened);
  if (unopened.length > 0) {
    const names = [...new Set(unopened.map(({ keyName }) => `“${keyName ?? "(none)"}”`))].join(", ");
    lines.push(
      `What could not be opened is sealed under ${names}. Put that key back into STOCKBRIDGE_KEYRING, and run this again. If it is lost for good: the merchant disconnects the shop on its settings page and connects it again, which makes a new key; opening the app in the shop's admin brings new tokens.`,
    );
  }
  const others = Object.keys(keys).filter((name) => name !== current);
  if (lines.length === 0 && others.length > 0) {
    const names = others.map((name) => `“${name}”`).join(", ");
    lines.push(
      `All is sealed under “${current}”. Once every process runs with this keyring, nothing needs ${names} any more but older backups.`,
    );
  }
  return lines;
}

/**
 * Returns the keyring from the settings. @throws Error with one line per wrong setting, never with its value.
 */
async function settings(): Promise<Keyring> {
  const parsed = parseEnv(process.env);
  if (!parsed.ok) throw new Error(`Fix these settings:\n${parsed.problems.join("\n")}`);
  const { DATABASE_URL, APP_DATABASE_URL, STOCKBRIDGE_KEYRING } = parsed.env;
  if (DATABASE_URL === undefined && APP_DATABASE_URL === undefined) {
    const own = await findOwnDatabase();
    if (own === null) throw new Error("The app's own database is not running. Start the app, then run this.");
    process.env.DATABASE_URL = own;
  }
  return STOCKBRIDGE_KEYRING;
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      "dry-run": { type: "boolean", default: false },
      limit: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const limit = values.limit === undefined ? Infinity : Number(values.limit);
  if (Number.isNaN(limit) || limit < 1) throw new Error("--limit: must be a number, 1 or more.");
  return { dryRun: values["dry-run"], limit, help: values.help };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
