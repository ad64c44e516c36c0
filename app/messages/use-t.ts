import { createContext, useContext } from "react";

import type { Clock } from "./describe-moment.ts";
import { DEFAULT_LOCALE, type Translate, translator } from "./translate.ts";

/** The language tag by which the page's reader writes numbers and money. */
export const LocaleContext = createContext<string>(DEFAULT_LOCALE);

/** The translator of the page's language and its reader. */
export const TranslateContext = createContext<Translate>(translator(DEFAULT_LOCALE));

/**
 * The present, and the shop's time zone. Separate from the translator, because the present changes while the page is
 * open.
 */
export const ClockContext = createContext<Clock>({ now: new Date(0).toISOString(), timeZone: null });

/** Returns the translator of the page's language. */
export function useT(): Translate {
  return useContext(TranslateContext);
}
