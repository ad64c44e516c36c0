/**
 * Loads the texts of a page in a browser, one file per part of a language. A server has all texts
 * (all-languages.server.ts).
 */
import {
  createElement,
  lazy,
  type LazyExoticComponent,
  type ReactElement,
  useSyncExternalStore,
} from "react";

import { addTexts, type LanguageFile, whenUnknown } from "./languages.ts";
import { filesOf, partsOf } from "./parts.ts";
import { translator } from "./translate.ts";

const files = import.meta.env.SSR ? {} : import.meta.glob<LanguageFile>(["./*/**/*.ts", "!./*/blocks.ts"]);
const loaded = new Set<string>();
const loading = new Map<string, Promise<void>>();
const gates = new Map<string, LazyExoticComponent<() => null>>();
const listeners = new Set<() => void>();

// A message in a page's data may belong to a part that the page does not load. This loads all parts, and the page
// then shows the message.
whenUnknown(() => {
  const tags = [...new Set([...loaded].map((name) => name.split("/")[0] ?? ""))];
  const lacking = partsOf(tags).filter((name) => !loaded.has(name));
  loadTexts(lacking).catch(() => undefined);
  return lacking.length > 0;
});

export async function loadTexts(names: string[]): Promise<void> {
  await Promise.all(
    names.map((name) => {
      const known = loading.get(name) ?? load(name);
      loading.set(name, known);
      return known;
    }),
  );
}

async function load(name: string): Promise<void> {
  try {
    const { tag, files: wanted } = filesOf(name);
    // Skips files that the language lacks, because English replaces them.
    const loads = wanted.flatMap((file) => files[`./${file}.ts`] ?? []);
    for (const texts of await Promise.all(loads.map((each) => each()))) addTexts(tag, texts);
    loaded.add(name);
    current = renewed();
    for (const listener of listeners) listener();
  } catch (error) {
    // Forgets the failed load, so that the next page that needs this part tries again.
    loading.delete(name);
    throw error;
  }
}

/** Returns `translator`. The function is a new one whenever more texts are loaded, so that `useMemo` computes again. */
export function useTranslator(): typeof translator {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => current,
  );
}

let current = renewed();
function renewed(): typeof translator {
  return (locale, reader) => translator(locale, reader);
}

/**
 * Returns an element that suspends until the texts are loaded; null if they are. Render it in place of the page:
 * beside the element, the page would render without its texts. Remix opens pages in a transition, so the previous
 * page stays visible meanwhile.
 */
export function textGate(names: string[]): ReactElement | null {
  if (import.meta.env.SSR || names.every((name) => loaded.has(name))) return null;
  const key = names.join(" ");
  const gate = gates.get(key) ?? lazy(() => openGate(names));
  gates.set(key, gate);
  return createElement(gate);
}

/**
 * Loads the texts. If that fails, reloads the page, because the files may belong to a release that is gone. Remix
 * does the same for a page's code.
 */
async function openGate(names: string[]): Promise<{ default: () => null }> {
  try {
    await loadTexts(names);
  } catch {
    location.reload();
    return new Promise(() => undefined);
  }
  return { default: () => null };
}
