import { en } from "./en.ts";
import { polaris } from "./en/polaris.ts";
import type { Language } from "./language.ts";

/**
 * The languages that are loaded. English is not in the browser's code (scripts/language-chunks.ts): a browser loads
 * the parts that its page needs before it hydrates (load-texts.ts), and a server has all (all-languages.server.ts).
 *
 * A language is a folder beside `en/` with the same files. The folder's name is the tag, such as "fr" or "pt-BR". No other code of
 * the app names it.
 */
export const languages: Record<string, Language> = { en: { texts: en, polaris } };

/** The exports of a file in a language's folder: the texts of an area, or those of Polaris. */
export type LanguageFile = Readonly<Record<string, Language["polaris"]>>;

/** Adds a file to a language in place, so that a page's translator has its texts too. */
export function addTexts(tag: string, { polaris, ...areas }: LanguageFile): void {
  const language = (languages[tag] ??= { texts: {}, polaris: {} });
  Object.assign(language.texts, ...Object.values(areas));
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
