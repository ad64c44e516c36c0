import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { parse } from "smol-toml";
import { z } from "zod";

const FOLDER = "extensions";

/** An extension that Shopify draws in a page of its admin. */
export type UiExtension = {
  handle: string;
  target: string;
  /** The module that Shopify calls. */
  module: string;
  /** Returns its texts in a language, or in English if it lacks that language. */
  words: (locale: string) => Promise<unknown>;
};

const shape = z.object({
  extensions: z.array(
    z.object({
      type: z.string(),
      handle: z.string(),
      targeting: z.array(z.object({ target: z.string(), module: z.string() })).default([]),
    }),
  ),
});

/** Reads the extensions that have a target, as `shopify app deploy` finds them. */
export async function readExtensions(): Promise<UiExtension[]> {
  const folders = await readdir(FOLDER);
  const read = await Promise.all(
    folders.map(async (name): Promise<UiExtension[]> => {
      const folder = path.join(FOLDER, name);
      const toml = await readFile(path.join(folder, "shopify.extension.toml"), "utf8").catch(() => null);
      if (toml === null) return [];
      const { extensions } = shape.parse(parse(toml));
      return extensions.flatMap(({ handle, targeting }) =>
        targeting.map(({ target, module }) => ({
          handle,
          target,
          module: path.join(folder, module),
          words: (locale) => wordsIn(folder, locale),
        })),
      );
    }),
  );
  return read.flat();
}

async function wordsIn(folder: string, locale: string): Promise<unknown> {
  const file = /^[a-z]{2}(-[A-Z]{2})?$/.test(locale) ? `${locale}.json` : "";
  const text = await readFile(path.join(folder, "locales", file), "utf8").catch(() =>
    readFile(path.join(folder, "locales/en.default.json"), "utf8"),
  );
  return JSON.parse(text) as unknown;
}

const bundles = new Map<string, Promise<string>>();

/** Returns an extension as one module for the browser, as Shopify's command line bundles it. */
export function bundleExtension({ module }: UiExtension): Promise<string> {
  const bundle = bundles.get(module) ?? bundleModule(module);
  bundles.set(module, bundle);
  return bundle;
}

async function bundleModule(module: string): Promise<string> {
  // Loaded only now, because Vite takes a second to load, and a sandbox whose user opens no such page needs
  // no Vite.
  const { build } = await import("vite");
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib: { entry: path.resolve(module), formats: ["es"] } },
  });
  const [output] = Array.isArray(built) ? built : [];
  const [chunk] = output?.output ?? [];
  if (!chunk) throw new Error(`Vite made nothing of ${module}.`);
  return chunk.code;
}
