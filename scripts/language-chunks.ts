/**
 * Builds each part of a language into a file of its own. A browser loads a part only if its page needs it
 * (app/messages/load-texts.ts). The server knows the files' names, so that pages can preload them.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Plugin } from "vite";

import { partOf } from "../app/messages/parts.ts";

const FILE = /\/app\/messages\/([\w-]+\/[\w/-]+)\.ts$/;
/** Matches the name of a part's chunk, such as “texts-de-orders”. */
const CHUNK = /^texts-([\w-]+)-(\w+)$/;
const NO_TEXTS = "\0stockbridge:no-texts";
/**
 * The names of the built files. The client's build writes them here for the server's build, outside of the served
 * folder.
 */
const FILES = "build/text-files.json";

export const languageChunks: Plugin[] = [
  {
    name: "stockbridge:language-chunks",
    enforce: "pre",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    config: () => ({ build: { rollupOptions: { output: { manualChunks: chunkOf } } } }),
    // Removes the English texts from the code, where every page would load them.
    resolveId: (source, importer) =>
      source.startsWith("./en") && importer?.endsWith("/app/messages/languages.ts") ? NO_TEXTS : null,
    load: (id) => (id === NO_TEXTS ? "export const en = {}, polaris = {};" : null),
    async writeBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((chunk) => {
        const [, tag, part] = (chunk.type === "chunk" && CHUNK.exec(chunk.name)) || [];
        return tag && part ? [[`${tag}/${part}`, `/${chunk.fileName}`] as const] : [];
      });
      await writeFile(FILES, JSON.stringify(Object.fromEntries(files)));
    },
  },
  {
    name: "stockbridge:text-files",
    async config(_, { command, isSsrBuild }) {
      if (command !== "build" || !isSsrBuild) return {};
      return { define: { __TEXT_FILES__: await readFile(path.resolve(FILES), "utf8") } };
    },
  },
];

function chunkOf(id: string): string | undefined {
  const polaris = /\/@shopify\/polaris\/locales\/([\w-]+)\.json$/.exec(id)?.[1];
  const part = partOf(polaris === undefined ? (FILE.exec(id)?.[1] ?? "") : `${polaris}/polaris`);
  return part && `texts-${part.replace("/", "-")}`;
}
