import { createContext, useContext } from "react";

import type { Clock } from "./describe-moment.ts";
import { DEFAULT_LOCALE, type Translate, translator } from "./translate.ts";

/** The language tag by which we write numbers and money for the page's reader. */
export const LocaleContext = createContext<string>(DEFAULT_LOCALE);

export const TranslateContext = createContext<Translate>(translator(DEFAULT_LOCALE));

/**
 * The present time, and the shop's time zone. This is a context of its own, because the time changes while the page
 * is open and the translator does not.
 */
export const ClockContext = createContext<Clock>({ now: new Date(0).toISOString(), timeZone: null });

/** Returns the translator of the page's language. */
export function useT(): Translate {
  return useContext(TranslateContext);
}
