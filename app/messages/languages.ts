import { en } from "./en.ts";
import { polaris } from "./en/polaris.ts";
import type { Language } from "./language.ts";

/**
 * The loaded languages. A server loads all of them (all-languages.server.ts). A browser loads only the parts that its
 * page needs, even of English (load-texts.ts, scripts/language-chunks.ts).
 *
 * Each language is a folder beside `en/` with the same files. The folder's name is the language tag, such as "fr" or
 * "pt-BR". No other code has to list a new language.
 */
export const languages: Record<string, Language> = { en: { texts: en, polaris } };

/** The exports of one file in a language's folder: texts of an area, or Polaris's texts. */
export type LanguageFile = Readonly<Record<string, Language["polaris"]>>;

/**
 * Adds the texts of a file to a language. Changes the language object in place, so that existing translators have
 * these texts, too.
 */
export function addTexts(tag: string, { polaris, ...areas }: LanguageFile): void {
  const language = (languages[tag] ??= { texts: {}, polaris: {} });
  Object.assign(language.texts, ...Object.values(areas));
  Object.assign(language.polaris, polaris);
}

/**
 * Registers `load`, which `awaitsTexts` calls. `load` starts loading the missing texts, and returns true if any are
 * missing.
 */
export function whenUnknown(load: () => boolean): void {
  loadMore = load;
}
let loadMore = (): boolean => false;

/**
 * Starts loading the missing texts. Returns true if any are missing, because an unknown code may then get its text
 * later.
 */
export function awaitsTexts(): boolean {
  return loadMore();
}

/** Returns the text of a code in a language, or else in English; undefined if the code does not exist. */
export function textOf(texts: Language["texts"], code: string): string | undefined {
  return own(texts, code) ?? own(languages["en"]?.texts ?? {}, code);
}

/** Returns a language's own text. An empty text counts as missing, because a translator has not filled it in yet. */
function own(texts: Language["texts"], code: string): string | undefined {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text === "" ? undefined : text;
}

/** Returns the languages whose texts a page in `locale` needs: its own, and English if its own lacks texts. */
export function languagesFor(locale: string): string[] {
  const texts = languages[locale]?.texts ?? {};
  const isComplete = Object.keys(languages["en"]?.texts ?? {}).every(
    (code) => own(texts, code) !== undefined,
  );
  return isComplete ? [locale] : [locale, "en"];
}
