import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { vitePlugin as remix } from "@remix-run/dev";
import { type PluginOption, defineConfig } from "vite";

import { contractChunk } from "./scripts/contract-chunk.ts";
import { languageChunks } from "./scripts/language-chunks.ts";
import { readingVersion } from "./scripts/reading-version.ts";
import { unusedSchemas } from "./scripts/unused-schemas.ts";

/** Makes server.ts the entry of the production bundle. It loads Remix's own build once the database is ready. */
const beginAtServer: PluginOption = {
  name: "stockbridge:begin-at-server",
  config: (_, { isSsrBuild }) => (isSsrBuild ? { build: { rollupOptions: { input: "./server.ts" } } } : {}),
};

/**
 * Writes compressed forms of each asset beside it, with the strongest compression. The server picks one per request
 * (express-static-gzip). Runs with the server's build, in which Remix writes the browser's list of routes.
 */
const compressAssets: PluginOption = {
  name: "stockbridge:compress-assets",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  async writeBundle() {
    const assets = "build/client/assets";
    const text = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name));
    for (const file of text.map((name) => path.join(assets, name))) {
      const content = await readFile(file);
      const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params: size }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }
  },
};

export default defineConfig({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // Off: the browser gets all routes with the first page. With it on, a navigation that is interrupted while its
        // route is fetched leaves that page "not found" until the document is loaded again (React Router issue #15327).
        v3_lazyRouteDiscovery: false,
        // Reads routes from app/routes.ts, as React Router 7 does, so that an upgrade is simple.
        v3_routeConfig: true,
        // Off, because it breaks the redirects with which Shopify's package requests a new session token (template
        // issue #897).
        v3_singleFetch: false,
      },
    }),
    beginAtServer,
    contractChunk,
    languageChunks,
    unusedSchemas,
    compressAssets,
  ],
  define: { __READING_VERSION__: JSON.stringify(await readingVersion()) },
  build: {
    target: "es2022",
    // Inlines no assets. By default, Vite would inline those that Polaris's styles name.
    assetsInlineLimit: 0,
  },
  optimizeDeps: {
    // Bundles all packages of the browser before the first page. If Vite discovered one later, it would load React a
    // second time, and the page would break.
    noDiscovery: true,
    include: [
      "@shopify/app-bridge-react",
      "@shopify/polaris",
      "@shopify/polaris-icons",
      "big.js",
      "intl-messageformat",
      "zod",
    ],
  },
});
