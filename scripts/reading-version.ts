import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { transformWithEsbuild } from "vite";

/**
 * The code that turns a supplier's reply into rows and search terms of a product: these files and all their imports.
 */
const READING = ["app/wholesale/read-reply.ts", "app/catalog/mirror/mirror-rows.ts", "app/lib/fold-text.ts"];

/**
 * Returns a hash of the code that reads the supplier's products. Types, comments and layout don't affect the hash.
 * @param contract a changed contract, for tests
 */
export async function readingVersion(contract = "app/wholesale/contract.ts"): Promise<string> {
  const sources = new Map<string, string>();
  for (const file of [contract, ...READING]) await addSources(path.resolve(file), sources);
  const hash = createHash("sha256");
  for (const code of sources.values()) hash.update(`${code}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** Adds the minified code of a file and of all its imports to `sources`, by path. */
async function addSources(file: string, sources: Map<string, string>): Promise<void> {
  if (sources.has(file)) return;
  const { code } = await transformWithEsbuild(await readFile(file, "utf8"), file, {
    // Keeps names, because esbuild chooses short names by how often letters occur in the code, including types. The
    // hash would then depend on types.
    minifyWhitespace: true,
    minifySyntax: true,
    target: "esnext",
    sourcemap: false,
    tsconfigRaw: '{"compilerOptions":{"verbatimModuleSyntax":true}}',
  });
  sources.set(file, code);
  for (const [, found = ""] of code.matchAll(/(?:from|import)\s*"([./][^"]+)"/g))
    await addSources(path.resolve(path.dirname(file), found), sources);
}
