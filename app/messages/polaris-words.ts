import polarisEn from "@shopify/polaris/locales/en.json" with { type: "json" };

import type { Locale } from "./translate.ts";

/**
 * Texts of Polaris's own components (“Close”, “More actions”), by language. Polaris has them for some thirty.
 */
export const polarisWords: Record<Locale, typeof polarisEn> = { en: polarisEn };
