import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, it, onTestFinished } from "vitest";

const PRELOAD = path.resolve("scripts/load-env-file.js");

/** Runs a program that prints the variable NAME, in a folder with this `.env` or with none. */
async function printed(file: string | null, environment: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "stockbridge-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (file !== null) await writeFile(path.join(folder, ".env"), file);
  const program = "process.stdout.write(process.env.NAME ?? '')";
  return new Promise<{ stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env["PATH"], NODE_ENV: "test" as const, ...environment };
    execFile(
      process.execPath,
      ["--import", PRELOAD, "--eval", program],
      { cwd: folder, env },
      (_, stdout, stderr) => {
        resolve({ stdout, stderr });
      },
    );
  });
}

it("load-env-file.js prints nothing if there is no .env", async () => {
  expect(await printed(null, { NAME: "set" })).toEqual({ stdout: "set", stderr: "" });
});

it("load-env-file.js sets the variables of .env that are not set already", async () => {
  expect(await printed("NAME=from the file\n")).toEqual({ stdout: "from the file", stderr: "" });
  expect(await printed("NAME=from the file\n", { NAME: "set" })).toEqual({ stdout: "set", stderr: "" });
});

it("npm scripts use load-env-file.js, and not Node's --env-file, which reports a missing file", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(Object.values(scripts).join("\n")).not.toContain("--env-file");
  for (const name of ["start", "dev:server", "setup", "secrets:rotate", "wholesale:check"])
    expect(scripts[name]).toContain("node --import ./scripts/load-env-file.js ");
});
