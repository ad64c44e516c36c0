/** Generates the database's client, unless the one that is there was made from this very schema. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { alone, fingerprint } from "./stale.ts";

const STAMP = "node_modules/.prisma/client/made-from";

await alone("client", async () => {
  const sources = await fingerprint(["prisma/schema.prisma", "package-lock.json"]);
  if ((await readFile(STAMP, "utf8").catch(() => "")) === sources) return;
  await promisify(execFile)(path.join("node_modules", ".bin", "prisma"), ["generate", "--no-hints"]);
  await writeFile(STAMP, sources);
});
