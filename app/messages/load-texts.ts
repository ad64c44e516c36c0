/**
 * Loads the texts of a page in a browser, where a language is a file for each of its parts. A server has all of them
 * (all-languages.server.ts).
 */
import {
  createElement,
  lazy,
  type LazyExoticComponent,
  type ReactElement,
  useSyncExternalStore,
} from "react";

import { addTexts, type LanguagePart, textsOf, whenUnknown } from "./languages.ts";

const files = import.meta.env.SSR ? {} : import.meta.glob<LanguagePart>("./languages/*/*.ts");
const loaded = new Set<string>();
const loading = new Map<string, Promise<void>>();
const gates = new Map<string, LazyExoticComponent<() => null>>();
const listeners = new Set<() => void>();

// A page may get a message of another part in its data. It is shown once all parts are there.
whenUnknown(() => {
  const languages = [...new Set([...loaded].map((name) => name.split("/")[0] ?? ""))];
  const lacking = textsOf([{ id: "root", data: { languages } }]).filter((name) => !loaded.has(name));
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
    const part = await files[`./languages/${name}.ts`]?.();
    if (part) addTexts(name.split("/")[0] ?? "", part);
    loaded.add(name);
    for (const listener of listeners) listener();
  } catch (error) {
    // The next one that needs it tries again.
    loading.delete(name);
    throw error;
  }
}

/** Renders again once more texts are there. @returns how many files are. */
export function useLoadedTexts(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => loaded.size,
    () => loaded.size,
  );
}

/**
 * Returns an element that suspends until the texts are there, or null if they are. Remix shows a page that was clicked in
 * a transition, so React keeps the former page until then. The element stands in place of the page: beside it, React
 * would render the page without its texts.
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
