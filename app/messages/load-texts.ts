/**
 * Loads the texts of a page in a browser, which gets each part of a language as a file. A server has all of them
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

// A page's data may have a message whose text is in a part that the page does not load. The page then shows that message once
// all parts are loaded.
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
    // A language may lack files: English stands in for them.
    const loads = wanted.flatMap((file) => files[`./${file}.ts`] ?? []);
    for (const texts of await Promise.all(loads.map((each) => each()))) addTexts(tag, texts);
    loaded.add(name);
    current = renewed();
    for (const listener of listeners) listener();
  } catch (error) {
    // The next page that needs this part tries again.
    loading.delete(name);
    throw error;
  }
}

/** Returns `translator`, as a new function whenever more texts are loaded, so that a memo that depends on it is computed again. */
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
 * Returns an element that suspends until the texts are there, or null if they are. Remix opens a
 * clicked page in a transition, so React shows the former page until then. Render the element instead of the page: if
 * both are rendered, React renders the page without its texts.
 */
export function textGate(names: string[]): ReactElement | null {
  if (import.meta.env.SSR || names.every((name) => loaded.has(name))) return null;
  const key = names.join(" ");
  const gate = gates.get(key) ?? lazy(() => openGate(names));
  gates.set(key, gate);
  return createElement(gate);
}

/** If the texts cannot be loaded, reloads the page, as Remix does for a page's code: another release may be running. */
async function openGate(names: string[]): Promise<{ default: () => null }> {
  try {
    await loadTexts(names);
  } catch {
    location.reload();
    return new Promise(() => undefined);
  }
  return { default: () => null };
}
