import polarisEn from "@shopify/polaris/locales/en.json" with { type: "json" };

import type { Locale } from "../messages/translate.ts";

/** The words of Polaris' own parts (“Close”, “More actions”), by language. Polaris brings them for some thirty. */
export const polarisWords: Record<Locale, typeof polarisEn> = { en: polarisEn };
