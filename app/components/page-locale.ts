import type { MetaFunction } from "@remix-run/node";

import { DEFAULT_LOCALE, type Locale, type Translate, translator } from "../messages/translate.ts";

/**
 * Returns the language that a page's loaders have chosen: the app's layout in the admin, the visitor's page
 * outside of it.
 */
export function pageLocale(matches: { data: unknown }[]): Locale {
  const chosen = matches.map(({ data }) => (data as { locale?: Locale } | undefined)?.locale);
  return chosen.find((locale) => locale !== undefined) ?? DEFAULT_LOCALE;
}

/** Returns a route's `meta` with the document's title in that language. */
export function pageTitle(title: (t: Translate) => string): MetaFunction {
  return ({ matches }) => [{ title: title(translator(pageLocale(matches))) }];
}
