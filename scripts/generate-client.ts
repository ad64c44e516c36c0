/** Generates the database client, unless this version of Prisma has already generated it from this schema. */
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { alone } from "./stale.ts";

/** The files from which the client is made. `scripts/prepare.sh` compares the same files in the same order. */
const SOURCES = ["prisma/schema.prisma", "node_modules/@prisma/client/package.json"];
const STAMP = "node_modules/.prisma/client/made-from";

try {
  const sources = (await Promise.all(SOURCES.map((file) => readFile(file, "utf8")))).join("");
  await alone("client", async () => {
    if ((await readFile(STAMP, "utf8").catch(() => "")) === sources) return;
    // Removes the stamp first, because generating may be interrupted.
    await rm(STAMP, { force: true });
    await promisify(execFile)(path.join("node_modules", ".bin", "prisma"), ["generate", "--no-hints"]);
    await writeFile(STAMP, sources);
  });
} catch (error) {
  const { message, stderr } = error as Error & { stderr?: string };
  process.stderr.write(`The database client could not be generated: ${stderr || message}\n`);
  process.exitCode = 1;
}
