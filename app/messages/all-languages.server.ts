import { addTexts, type LanguageFile, languages } from "./languages.ts";
import { languageOf } from "./reader.ts";
import { DEFAULT_LOCALE, type Locale } from "./translate.ts";

const files = import.meta.glob<LanguageFile>("./*/**/*.ts", { eager: true });
for (const [file, texts] of Object.entries(files)) addTexts(file.split("/")[1] ?? "", texts);

/**
 * Returns the language that a request's reader wants, among those with texts: the language of Shopify's admin (its
 * `locale` parameter), else the browser's, else English.
 */
export function localeOf(request: Request): Locale {
  const wanted = wantedTags(request).flatMap((tag) => [tag, languageOf(tag)]);
  return wanted.find((tag) => Object.hasOwn(languages, tag)) ?? DEFAULT_LOCALE;
}

/**
 * Returns the tag in which a request's reader writes numbers: the language that they want most, with or without texts.
 * Shopify's admin names no country, so the browser's form of that language comes first ("en-GB").
 */
export function writtenLanguage(request: Request): string {
  const wanted = wantedTags(request);
  const first = wanted[0] ?? DEFAULT_LOCALE;
  return wanted.find((tag) => tag.includes("-") && languageOf(tag) === languageOf(first)) ?? first;
}

/** Returns the wanted languages in order, each with its country if it has one. Leaves out invalid tags. */
function wantedTags(request: Request): string[] {
  const admin = new URL(request.url).searchParams.get("locale") ?? "";
  const browser = request.headers.get("accept-language") ?? "";
  const wanted = [admin, ...browser.split(",").map((tag) => tag.split(";")[0] ?? "")];
  return wanted.flatMap((tag) => {
    try {
      const { language, region } = new Intl.Locale(tag.trim());
      return region === undefined ? language : `${language}-${region}`;
    } catch {
      return [];
    }
  });
}

/**
 * The files of the client's build that hold parts of languages, by name: "de/orders". Pages load them early
 * (scripts/language-chunks.ts). None in development and in tests.
 */
declare const __TEXT_FILES__: Record<string, string> | undefined;
export const textFiles: Record<string, string> = typeof __TEXT_FILES__ === "undefined" ? {} : __TEXT_FILES__;
