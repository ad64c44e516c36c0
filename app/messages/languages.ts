import type { Language } from "./language.ts";
import { language as english } from "./languages/en.ts";

/**
 * The languages that are loaded. English is not in the browser's code (scripts/language-chunks.ts): a browser loads
 * the parts that its page needs before it hydrates (load-texts.ts), and a server has all (all-languages.server.ts).
 *
 * To add a language, write `languages/<tag>.ts` and its parts beside it, such as "fr" or "pt-BR". Nothing else names it.
 */
export const languages: Record<string, Language> = { en: english };

/** The files of app/messages/languages/<tag>/. */
const PARTS = ["shared", "orders", "products", "rest", "seldom"] as const;
type Part = (typeof PARTS)[number];

/** The pages with the most script, and the parts they show beside `shared`. Every other page loads all parts. */
const PARTS_OF: Partial<Record<string, Part[]>> = {
  "routes/app._index": ["orders", "products", "rest"],
  "routes/app.activity": ["orders", "products", "rest"],
  "routes/app.orders._index": ["orders"],
  "routes/app.orders.$id": ["orders", "rest", "seldom"],
  "routes/app.rules": ["orders", "rest", "seldom"],
  "routes/app.reconciliation": ["orders", "rest"],
  "routes/app.settings": ["orders", "products", "rest"],
  "routes/app.rates": ["rest"],
  "routes/app.prices": ["products", "rest"],
  "routes/app.start": ["products", "rest", "seldom"],
  "routes/app.catalog": ["products"],
  "routes/app.catalog_.import": ["products"],
  "routes/app.catalog_.prices": ["products"],
  "routes/app.products.$id": ["products"],
  "routes/app.links": ["products"],
  "routes/app.sync": ["products"],
};

/** Returns the files that a page needs, such as "de/orders". The root's loader has chosen the languages. */
export function textsOf(matches: readonly { id: string; data: unknown }[]): string[] {
  const { languages: tags = ["en"] } = (matches[0]?.data ?? {}) as { languages?: string[] };
  return filesOf(tags, PARTS_OF[matches.at(-1)?.id ?? ""]);
}

/** Returns the files of parts of languages, by default of all parts. */
export function filesOf(tags: string[], parts: readonly Part[] = PARTS): string[] {
  return tags.flatMap((tag) => [...new Set<Part>(["shared", ...parts])].map((part) => `${tag}/${part}`));
}

/** A part of a language: the exports of a file of `languages/<tag>/`. Only `shared` has the texts of Polaris. */
export type LanguagePart = { texts: Language["texts"]; polaris?: Language["polaris"] };

/** Adds a part to a language in place, so that a page's translator has its texts too. */
export function addTexts(tag: string, { texts, polaris }: LanguagePart): void {
  const language = (languages[tag] ??= { texts: {}, polaris: {} });
  Object.assign(language.texts, texts);
  Object.assign(language.polaris, polaris);
}

/** Registers `load`, which `awaitsTexts` calls. It loads the missing texts, and returns true if there are any. */
export function whenUnknown(load: () => boolean): void {
  loadMore = load;
}
let loadMore = (): boolean => false;

/** Loads the texts that are not there yet. Returns true if there are any: the text of an unknown code may be one of them. */
export function awaitsTexts(): boolean {
  return loadMore();
}

/** Returns the text of a code in a language, in English if that language lacks it, or undefined if there is no such code. */
export function textOf(texts: Language["texts"], code: string): string | undefined {
  return own(texts, code) ?? own(languages["en"]?.texts ?? {}, code);
}

/** An empty text counts as missing: it has yet to be translated. */
function own(texts: Language["texts"], code: string): string | undefined {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text === "" ? undefined : text;
}

/** Returns the languages that a page in `locale` needs: that one, and English if it lacks texts. */
export function languagesFor(locale: string): string[] {
  const texts = languages[locale]?.texts ?? {};
  const isComplete = Object.keys(languages["en"]?.texts ?? {}).every(
    (code) => own(texts, code) !== undefined,
  );
  return isComplete ? [locale] : [locale, "en"];
}
