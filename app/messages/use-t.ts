import { createContext, useContext } from "react";

import { DEFAULT_LOCALE, type Locale, type Translate, translator } from "./translate.ts";

/** The language that the page is shown in. */
export const LocaleContext = createContext<Locale>(DEFAULT_LOCALE);

/** Returns the translator of the page's language. */
export function useT(): Translate {
  return translator(useContext(LocaleContext));
}
