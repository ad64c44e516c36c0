import type { en } from "./en.ts";

/** The code of a message: `area.what`. The English files list all codes. */
export type MessageCode = keyof typeof en;

/**
 * A parameter of a message: a text, a count, a time (ISO), an amount of money, another message, or a list of texts or
 * messages. It never contains personal data or a secret. Texts of the supplier and of Shopify stay in their own
 * language.
 */
export type MessageParam = string | number | null | Amount | Nested | readonly (string | Nested)[];

type Amount = { readonly amount: string; readonly currency: string };

/** A message inside another one. `Message` cannot be used here, because the type would refer to itself. */
type Nested = { readonly code: MessageCode; readonly [param: string]: MessageParam };

/**
 * A message as its code and its parameters. Rows store this, and the reader's language decides the text when a page
 * shows it.
 */
export type Message = {
  [Names in keyof CodesByNames]: { code: CodesByNames[Names] } & ParamsOf<CodesByNames[Names]>;
}[keyof CodesByNames];

/**
 * Groups the codes by the names of their parameters. A union of all single messages has too many members for the
 * compiler.
 */
type CodesByNames = { [Code in MessageCode as NamesIn<(typeof en)[Code]>]: Code };

/** The parameters of a message, as its English text names them. */
export type ParamsOf<Code extends MessageCode> = { [Name in Placeholder<(typeof en)[Code]>]: MessageParam };

/**
 * The names in braces: `{name}` and `{count, plural, …}`. The texts of a plural's branches are in braces, too, but
 * contain spaces or a #, which names do not.
 */
type Placeholder<Text extends string> = Text extends `${string}{${infer Rest}`
  ? NameBefore<Rest> | Placeholder<Rest>
  : never;

/** The names of a text's parameters as one string, each followed by a space. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Rest}`
  ? `${[NameBefore<Rest>] extends [never] ? "" : `${NameBefore<Rest>} `}${NamesIn<Rest>}`
  : "";

type NameBefore<Rest extends string> = Named<
  Rest extends `${infer Name}}${string}` ? Before<Name, ","> : never
>;

type Before<Text extends string, End extends string> = Text extends `${infer Start}${End}${string}`
  ? Start
  : Text;

type Named<Text extends string> = Text extends "" | `${string} ${string}` | `${string}#${string}`
  ? never
  : Text;

/**
 * Returns the message of a row. Another release may have stored it with a code that this release does not know;
 * `translate` handles that.
 */
export function storedMessage(json: unknown): Message | null {
  return (json ?? null) as Message | null;
}
