import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

const SCRIPT = path.resolve("scripts/link.ts");
const CLIENT_ID = "0123456789abcdef0123456789abcdef";

/** Runs the command in a folder with a copy of our file. */
async function link(args: string[], prepare: (toml: string) => string = (toml) => toml) {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "shopify.app.toml");
  await copyFile("shopify.app.toml", file);
  const before = prepare(await readFile(file, "utf8"));
  await writeFile(file, before);
  const [code, stderr] = await new Promise<[number, string]>((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { cwd: folder }, (error, _, stderr) => {
      resolve([Number(error?.code ?? 0), stderr]);
    });
  });
  return { code, stderr, before, after: await readFile(file, "utf8") };
}

/** Returns the changed lines in their new form. */
function changed({ before, after }: { before: string; after: string }): string[] {
  const old = before.split("\n");
  return after.split("\n").filter((line, index) => line !== old[index]);
}

it("npm run link writes the app's id and addresses, and keeps every other line", async () => {
  const linked = await link([`--client-id=${CLIENT_ID}`, "--app-url=https://stockbridge.example.org/"]);
  expect(linked).toMatchObject({ code: 0, stderr: "" });
  expect(changed(linked)).toEqual([
    `client_id = "${CLIENT_ID}"`,
    'application_url = "https://stockbridge.example.org"',
    'redirect_urls = ["https://stockbridge.example.org/auth/callback"]',
  ]);
});

it("npm run link keeps addresses that are not given, and can change to another app", async () => {
  const again = await link([`--client-id=${CLIENT_ID}`], (toml) =>
    toml.replace(/^client_id = .*/m, 'client_id = "another"  # ours'),
  );
  expect(changed(again)).toEqual([`client_id = "${CLIENT_ID}"  # ours`]);
});

it.each([
  [[], "--client-id: is missing"],
  [['--client-id=a"b'], "--client-id: must be"],
  [[`--client-id=${CLIENT_ID}`, "--app-url=http://example.org"], "--app-url: must be"],
  [[`--client-id=${CLIENT_ID}`, "--app-url=https://example.org/app"], "--app-url: must be"],
])("npm run link changes nothing with the arguments %j", async (args, problem) => {
  const failed = await link(args);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(problem);
  expect(failed.after).toBe(failed.before);
});

it("npm run link changes nothing in a file that has a key twice", async () => {
  const failed = await link([`--client-id=${CLIENT_ID}`], (toml) => `${toml}client_id = "b"\n`);
  expect(failed.code).toBe(1);
  expect(failed.after).toBe(failed.before);
});
