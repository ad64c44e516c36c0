import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

const SCRIPT = path.resolve("scripts/check-licenses.ts");
const POLARIS = "SEE LICENSE IN ITS FILE";

/** Runs the check on a lock file of these packages besides those that are approved by name. */
async function check(packages: Record<string, { license?: string; dev?: boolean }>) {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const all = {
    "": { license: "UNLICENSED" },
    "node_modules/@resvg/resvg-wasm": { license: "MPL-2.0" },
    "node_modules/@shopify/polaris": { license: POLARIS },
    "node_modules/@shopify/polaris-icons": { license: POLARIS },
    "node_modules/@shopify/polaris-tokens": { license: POLARIS },
    ...Object.fromEntries(
      Object.entries(packages).map(([name, entry]) => [
        `node_modules/${name}`,
        { version: "1.0.0", ...entry },
      ]),
    ),
  };
  await writeFile(path.join(folder, "package-lock.json"), JSON.stringify({ packages: all }));
  return new Promise<{ code: unknown; lines: string[] }>((resolve) => {
    execFile(process.execPath, [SCRIPT], { cwd: folder }, (error, _, stderr) => {
      resolve({ code: error?.code ?? 0, lines: stderr.trimEnd().split("\n").slice(1) });
    });
  });
}

describe("npm run check:licenses", () => {
  it("accepts permissive licenses, also as one choice of several", async () => {
    const packages = {
      a: { license: "MIT" },
      "@b/c": { license: "(GPL-3.0-only OR Apache-2.0)" },
      "a/node_modules/d": { license: "(MIT AND ISC)" },
    };
    expect(await check(packages)).toEqual({ code: 0, lines: [] });
  });

  it("names production packages with another license or none, and ignores development packages", async () => {
    const packages = {
      a: { license: "GPL-3.0-only" },
      "a/node_modules/@b/c": {},
      d: { license: "(MIT AND AGPL-3.0-only)" },
      e: { license: POLARIS },
      f: { license: "GPL-3.0-only", dev: true },
    };
    expect(await check(packages)).toEqual({
      code: 1,
      lines: [
        "a@1.0.0: GPL-3.0-only",
        "@b/c@1.0.0: names no license",
        "d@1.0.0: (MIT AND AGPL-3.0-only)",
        `e@1.0.0: ${POLARIS}`,
      ],
    });
  });
});

describe("LICENSE", () => {
  it("states the license of package.json", async () => {
    expect(JSON.parse(await readFile("package.json", "utf8"))).toMatchObject({
      private: true,
      license: "UNLICENSED",
    });
    expect(await readFile("LICENSE", "utf8")).toMatch(/All rights reserved.*"UNLICENSED"/s);
  });
});
