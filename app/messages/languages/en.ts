import polaris from "@shopify/polaris/locales/en.json" with { type: "json" };

import { en } from "../en.ts";
import type { Language } from "../language.ts";

export const language: Language = { texts: en, polaris };
