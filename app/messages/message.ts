import type { en } from "./en.ts";

/** The code of a message: `area.what`, as the catalog of each language lists it. */
export type MessageCode = keyof typeof en;

/**
 * A parameter of a message: a text, a count, a moment (ISO), an amount of money, another message, or a list of texts
 * or messages. Never personal data, never a secret. Texts of the supplier and of Shopify are shown as they came, in
 * their own language.
 */
export type MessageParam = string | number | null | Amount | Nested | readonly (string | Nested)[];

/** An amount of money as a decimal string, and its currency. */
type Amount = { readonly amount: string; readonly currency: string };

/** A message inside another one. Looser than `Message`, whose type would otherwise go in circles. */
type Nested = { readonly code: MessageCode; readonly [param: string]: MessageParam };

/** A message as its code and parameters: rows store this, and the text is made on reading, in the reader's language. */
export type Message = {
  [Names in keyof CodesByNames]: { code: CodesByNames[Names] } & ParamsOf<CodesByNames[Names]>;
}[keyof CodesByNames];

/** Groups the codes by the names of their parameters. One union of all messages has too many members for the compiler. */
type CodesByNames = { [Code in MessageCode as NamesIn<(typeof en)[Code]>]: Code };

/** The parameters of a message, by the names that stand in its English text. */
export type ParamsOf<Code extends MessageCode> = { [Name in Placeholder<(typeof en)[Code]>]: MessageParam };

/**
 * Names in braces: `{name}` and `{count, plural, …}`. Texts in the branches of a plural have spaces or a #, so they are
 * no names.
 */
type Placeholder<Text extends string> = Text extends `${string}{${infer Rest}`
  ? NameBefore<Rest> | Placeholder<Rest>
  : never;

/** The names of `Placeholder` in one string, each followed by a space. */
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
 * A message that a row keeps. Rows outlive releases, so this release may not know the code. `translate` handles that.
 */
export function storedMessage(json: unknown): Message | null {
  return (json ?? null) as Message | null;
}
