import { en } from "../en.ts";
import type { Language } from "../language.ts";
import { polaris } from "./en/shared.ts";

export const language: Language = { texts: en, polaris };
