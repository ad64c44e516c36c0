import { en } from "./en.ts";
import type { MessageCode } from "./message.ts";

/** All messages in one language: ICU MessageFormat, with the parameters of the English text. */
export type Catalog = Readonly<Record<MessageCode, string>>;

/**
 * The catalogs by language. Another language is another file that `satisfies Catalog`, and a line here: pages then speak
 * it to merchants whose admin does. (The compiler asks for Polaris' own words too: app/components/polaris-words.ts.)
 */
export const catalogs = { en } satisfies Record<string, Catalog>;
