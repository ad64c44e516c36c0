import type { MetaFunction } from "@remix-run/node";

import { DEFAULT_LOCALE, type Locale, type Translate, translator } from "../messages/translate.ts";

/** The language that a page's loaders have chosen: the app's layout in the admin, the visitor's page outside of it. */
export function pageLocale(matches: { data: unknown }[]): Locale {
  const chosen = matches.map(({ data }) => (data as { locale?: Locale } | undefined)?.locale);
  return chosen.find((locale) => locale !== undefined) ?? DEFAULT_LOCALE;
}

/** The document's title in that language, as a route's `meta`. */
export function pageTitle(title: (t: Translate) => string): MetaFunction {
  return ({ matches }) => [{ title: title(translator(pageLocale(matches))) }];
}
