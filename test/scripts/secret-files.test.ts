import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { SETTINGS } from "../../app/lib/env.ts";
import { SECRETS } from "../../scripts/secret-files.js";

const PRELOAD = path.resolve("scripts/load-env-file.js");
const SECRET = "postgresql://owner:a-secret@db/stockbridge";

/** Runs a program that prints DATABASE_URL and DATABASE_URL_FILE, in a folder with a file of this content. */
function run({
  content = "",
  environment = {},
  dotenv = "",
}: {
  content?: string;
  environment?: Record<string, string>;
  dotenv?: string;
}): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "stockbridge-test-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(path.join(folder, "secret"), content);
  writeFileSync(path.join(folder, ".env"), dotenv);
  mkdirSync(path.join(folder, "folder"));
  const program =
    "const {DATABASE_URL, DATABASE_URL_FILE} = process.env; console.log(JSON.stringify({DATABASE_URL, DATABASE_URL_FILE}))";
  const env = { PATH: process.env["PATH"], NODE_ENV: "test" as const, ...environment };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", PRELOAD, "--eval", program],
      { cwd: folder, env },
      (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, stdout, stderr });
      },
    );
  });
}

const refused = (sentence: string) => ({
  code: 2,
  stdout: "",
  stderr: `Stockbridge cannot start. Fix these settings:\n${sentence}\n`,
});

describe("a secret given as a file", () => {
  it.each([
    ["without a line break at its end", SECRET],
    ["with a line break at its end", `${SECRET}\n`],
    ["with a Windows line break at its end", `${SECRET}\r\n`],
  ])("sets the setting (%s), and the setting with its path is removed", async (_, content) => {
    const read = await run({ content, environment: { DATABASE_URL_FILE: "secret" } });
    expect(read).toEqual({ code: 0, stdout: `${JSON.stringify({ DATABASE_URL: SECRET })}\n`, stderr: "" });
  });

  it("may be named in .env, even if the setting stands there empty", async () => {
    const read = await run({ content: SECRET, dotenv: "DATABASE_URL=\nDATABASE_URL_FILE=secret\n" });
    expect(read.stdout).toContain(SECRET);
  });

  it("is ignored if its path is empty", async () => {
    const read = await run({ environment: { DATABASE_URL: SECRET, DATABASE_URL_FILE: "" } });
    expect(read).toMatchObject({ code: 0, stderr: "" });
  });

  it("is rejected if the setting is set, too", async () => {
    const environment = { DATABASE_URL: SECRET, DATABASE_URL_FILE: "secret" };
    expect(await run({ content: SECRET, environment })).toEqual(
      refused("DATABASE_URL_FILE: DATABASE_URL is set, too. Set only one of them"),
    );
  });

  it.each([
    ["", "names a file that is empty"],
    [" \n", "names a file that is empty"],
  ])("is rejected if the file is empty: %j", async (content, problem) => {
    expect(await run({ content, environment: { DATABASE_URL_FILE: "secret" } })).toEqual(
      refused(`DATABASE_URL_FILE: ${problem}`),
    );
  });

  it.each([
    [SECRET, "ENOENT"],
    ["folder", "EISDIR"],
    ["a-secret".repeat(40), "ENAMETOOLONG"],
  ])("is rejected if the file cannot be read, without repeating the value: %s", async (file, code) => {
    expect(await run({ environment: { DATABASE_URL_FILE: file } })).toEqual(
      refused(`DATABASE_URL_FILE: names a file that cannot be read (${code})`),
    );
  });
});

describe("the list SECRETS", () => {
  it("contains every setting whose name marks a secret", () => {
    const checks = readFileSync("scripts/wholesale-check/main.ts", "utf8").matchAll(/"(WHOLESALE_[A-Z_]+)"/g);
    const named = [...SETTINGS, ...[...checks].map(([, name = ""]) => name)].filter((name) =>
      /SECRET|PASSWORD|KEYRING|DATABASE_URL|TOKEN|HEADERS|API_KEY$/.test(name),
    );
    // Shopify's API key is the app's client id, which every page shows.
    const secret = [...new Set(named)].filter((name) => name !== "SHOPIFY_API_KEY");
    expect(secret.length).toBeGreaterThan(3);
    expect(SECRETS).toEqual(expect.arrayContaining(secret));
  });
});
