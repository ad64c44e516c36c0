/**
 * Builds the wholesale contract into a file of its own among the server's chunks. A test with another contract copies
 * the build and replaces that file.
 */
import path from "node:path";

import { build, type Plugin } from "vite";

const CONTRACT = "app/wholesale/contract.ts";
/**
 * Modules that the contract shares with the app. If the chunk contained copies of them, there would be two classes
 * `Rejected`, and `instanceof` would fail.
 */
const SHARED = ["app/wholesale/operation.ts", "app/wholesale/wire-values.ts"];

/** Name of the chunk in `build/server/`. */
export const CONTRACT_CHUNK = "contract.js";
const EXTERNAL = "stockbridge:contract";

/** Makes the server import its contract from the chunk, and writes the chunk. */
export const contractChunk: Plugin = {
  name: "stockbridge:contract-chunk",
  enforce: "pre",
  apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith(".")) return null;
    const file = path.relative("", path.resolve(path.dirname(importer), source));
    return [CONTRACT, ...SHARED].includes(file) ? { id: EXTERNAL, external: true } : null;
  },
  renderChunk(code, { fileName }) {
    const chunk = path.relative(path.dirname(fileName), CONTRACT_CHUNK);
    return code.replaceAll(EXTERNAL, chunk.startsWith(".") ? chunk : `./${chunk}`);
  },
  async generateBundle() {
    this.emitFile({ type: "asset", fileName: CONTRACT_CHUNK, source: await bundleContract() });
  },
};

/** Returns the chunk's code for a contract. */
export async function bundleContract(contract = CONTRACT): Promise<string> {
  const entry = "\0contract";
  const result = await build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    plugins: [
      {
        name: "stockbridge:contract-entry",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? [contract, ...SHARED]
                .map((file) => `export * from ${JSON.stringify(path.resolve(file))};`)
                .join("\n")
            : null,
      },
    ],
    build: { ssr: true, write: false, target: "es2022", rollupOptions: { input: entry } },
  });
  const { output } = result as Extract<typeof result, { output: unknown }>;
  return output[0].code;
}
