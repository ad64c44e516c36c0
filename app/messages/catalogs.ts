import { en } from "./en.ts";
import type { MessageCode } from "./message.ts";

/** All messages in one language: ICU MessageFormat, with the parameters of the English text. */
export type Catalog = Readonly<Record<MessageCode, string>>;

/**
 * The catalogs by language. To add a language, write a file that `satisfies Catalog` and add it here: merchants whose
 * admin is in that language then see it. (The compiler requires Polaris' own texts too: polaris-words.ts.)
 */
export const catalogs = { en } satisfies Record<string, Catalog>;
