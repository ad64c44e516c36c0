import type { MetaFunction } from "@remix-run/node";

import { DEFAULT_LOCALE, type Locale, type Translate, translator } from "../messages/translate.ts";

/** The document's title, in the language that the app's layout has chosen for the page. */
export function pageTitle(title: (t: Translate) => string): MetaFunction {
  return ({ matches }) => {
    const layout = matches.find(({ id }) => id === "routes/app")?.data as { locale: Locale } | undefined;
    return [{ title: title(translator(layout?.locale ?? DEFAULT_LOCALE)) }];
  };
}
