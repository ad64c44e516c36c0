import { vitePlugin as remix } from "@remix-run/dev";
import type { PluginOption } from "vite";
import { defineConfig } from "vite";

/** The production bundle begins at server.ts, which loads Remix' own build once the database is ready. */
const beginAtServer: PluginOption = {
  name: "stockbridge:begin-at-server",
  config: (_, { isSsrBuild }) => (isSsrBuild ? { build: { rollupOptions: { input: "./server.ts" } } } : {}),
};

export default defineConfig({
  plugins: [
    remix({
      ignoredRouteFiles: ["**/.*"],
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: true,
        // Breaks the redirects with which Shopify's package asks for a new session token (template issue #897).
        v3_singleFetch: false,
      },
    }),
    beginAtServer,
  ],
  build: {
    target: "es2022",
    // Polaris' styles name assets that are inlined otherwise.
    assetsInlineLimit: 0,
  },
  optimizeDeps: { include: ["@shopify/app-bridge-react", "@shopify/polaris"] },
});
