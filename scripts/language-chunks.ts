/**
 * Builds each language as a file of its own that a browser loads only if its page is in that language. The server
 * learns the files' names, so that a page names its language's file early.
 */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Plugin } from "vite";

const LANGUAGE = /\/app\/messages\/languages\/([\w-]+)\.ts$/;
const NO_TEXTS = "\0stockbridge:no-texts";
/** Written by the client's build for the server's, beside what is served. */
const FILES = "build/language-files.json";

export const languageChunks: Plugin[] = [
  {
    name: "stockbridge:language-chunks",
    enforce: "pre",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    // English is among the code of every page otherwise.
    resolveId: (source, importer) =>
      source === "./languages/en.ts" && importer?.endsWith("/app/messages/languages.ts") ? NO_TEXTS : null,
    load: (id) => (id === NO_TEXTS ? "export const language = { texts: {}, polaris: {} };" : null),
    async writeBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((chunk) => {
        const tag = chunk.type === "chunk" && LANGUAGE.exec(chunk.facadeModuleId ?? "")?.[1];
        return tag ? [[tag, `/${chunk.fileName}`] as const] : [];
      });
      await writeFile(FILES, JSON.stringify(Object.fromEntries(files)));
    },
  },
  {
    name: "stockbridge:language-files",
    async config(_, { command, isSsrBuild }) {
      if (command !== "build" || !isSsrBuild) return {};
      return { define: { __LANGUAGE_FILES__: await readFile(path.resolve(FILES), "utf8") } };
    },
  },
];
