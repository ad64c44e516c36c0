/**
 * Lists the scripts that a browser loads for a first visit of each page, with the list of all routes, from the build.
 * Sizes are those in brotli, as the server sends them to every browser of today. Run by itself, it prints them. App Bridge comes from Shopify's CDN
 * and doesn't count.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

import { partsOfPage } from "../../app/messages/parts.ts";
import { buildIfStale } from "../../scripts/build-if-stale.ts";

const CLIENT = "build/client";

/** Limit per page, in bytes as sent. */
export const SCRIPTS_AT_MOST = 200_000;

export type PageScripts = { route: string; bytes: number; files: { file: string; bytes: number }[] };

/** A part of Remix' manifest. Its `imports` name all that a module imports, directly or not, but for `import()`. */
type Scripts = { module: string; imports?: string[] };
type Manifest = { url: string; entry: Scripts; routes: Record<string, Scripts & { parentId?: string }> };

/** Returns the pages of the build in a language, those with the most bytes first. Builds the app if it is stale. */
export async function listPageScripts(tag: string): Promise<PageScripts[]> {
  await buildIfStale();
  const { url, entry, routes } = await readManifest();
  const texts = JSON.parse(await readFile("build/text-files.json", "utf8")) as Record<string, string>;
  const pages = await Promise.all(
    Object.keys(routes).map(async (route) => {
      const chain = [entry];
      for (let at = routes[route]; at; at = routes[at.parentId ?? ""]) chain.push(at);
      const matches = [
        { id: "root", data: { languages: [tag] } },
        { id: route, data: null },
      ];
      const names = new Set([url, ...chain.flatMap(({ module, imports = [] }) => [module, ...imports])]);
      for (const name of partsOfPage(matches))
        for (const file of await withImports(texts[name] ?? "")) names.add(file);
      const files = await Promise.all(
        [...names].map(async (file) => ({ file, bytes: await sentBytes(file) })),
      );
      const sorted = files.toSorted((one, other) => other.bytes - one.bytes);
      const isPage = / as default\b/.test(await readScript(routes[route]?.module ?? ""));
      return isPage
        ? [{ route, files: sorted, bytes: sorted.reduce((sum, { bytes }) => sum + bytes, 0) }]
        : [];
    }),
  );
  return pages.flat().toSorted((one, other) => other.bytes - one.bytes);
}

async function readManifest(): Promise<Manifest> {
  const files = await readdir(path.join(CLIENT, "assets"));
  const name = files.find((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined) throw new Error("The build has no manifest.");
  const script = await readScript(`/assets/${name}`);
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)) as Manifest;
}

/** Returns a script and the files that it imports, directly or not, which the manifest does not list for languages. */
async function withImports(file: string): Promise<string[]> {
  const imports = [...(await readScript(file)).matchAll(/\bimport(?:[^"'()]*\bfrom)?"(\.\/[^"]+)"/g)];
  const files = imports.map(([, name = ""]) => path.join(path.dirname(file), name));
  return [file, ...(await Promise.all(files.map(withImports))).flat()];
}

function readScript(file: string): Promise<string> {
  return readFile(path.join(CLIENT, file), "utf8");
}

async function sentBytes(file: string): Promise<number> {
  return (await stat(path.join(CLIENT, `${file}.br`))).size;
}

if (import.meta.main) {
  for (const { route, bytes, files } of await listPageScripts(process.argv[2] ?? "en")) {
    process.stdout.write(`${route}  ${String(bytes)}\n`);
    for (const each of files) process.stdout.write(`${String(each.bytes).padStart(10)}  ${each.file}\n`);
  }
}
