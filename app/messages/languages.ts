import type { Language } from "./language.ts";
import { language as english } from "./languages/en.ts";

/**
 * The languages that are loaded. English is not in the browser's code (scripts/language-chunks.ts): a browser loads
 * what its page needs before it hydrates (app/entry.client.tsx), and a server has all (all-languages.server.ts).
 *
 * To add a language, write `languages/<tag>.ts`, such as "fr" or "pt-BR". Nothing else names it.
 */
export const languages: Record<string, Language> = { en: english };

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
