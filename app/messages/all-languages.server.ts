import { addTexts, type LanguageFile, languages } from "./languages.ts";
import { languageOf } from "./reader.ts";
import { DEFAULT_LOCALE, type Locale } from "./translate.ts";

const files = import.meta.glob<LanguageFile>("./*/**/*.ts", { eager: true });
for (const [file, texts] of Object.entries(files)) addTexts(file.split("/")[1] ?? "", texts);

/**
 * Returns the language in which the request's reader gets texts. The language of Shopify's admin (its `locale`
 * parameter) comes first, then the browser's languages, then English.
 */
export function localeOf(request: Request): Locale {
  const wanted = wantedTags(request).flatMap((tag) => [tag, languageOf(tag)]);
  return wanted.find((tag) => Object.hasOwn(languages, tag)) ?? DEFAULT_LOCALE;
}

/**
 * Returns the language tag by which we write numbers for the request's reader. It is the reader's first language,
 * even if we have no texts in it. Shopify's admin names no country, so the browser's tag for that language counts if
 * it has one ("en-GB").
 */
export function writtenLanguage(request: Request): string {
  const wanted = wantedTags(request);
  const first = wanted[0] ?? DEFAULT_LOCALE;
  return wanted.find((tag) => tag.includes("-") && languageOf(tag) === languageOf(first)) ?? first;
}

/** Returns the reader's languages in order of preference, without invalid tags. */
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
 * Files of the client's build that contain the parts of each language, by part: "de/orders". Pages preload them
 * (scripts/language-chunks.ts). Undefined in development and in tests.
 */
declare const __TEXT_FILES__: Record<string, string> | undefined;
export const textFiles: Record<string, string> = typeof __TEXT_FILES__ === "undefined" ? {} : __TEXT_FILES__;
