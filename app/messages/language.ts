/** Texts by code, in ICU MessageFormat. Each has the same parameters as the English text. */
export type Texts = Readonly<Record<string, string>>;

type Words = { [name: string]: string | Words };

/** A language. If it lacks a text, the English one is used. */
export type Language = {
  texts: Texts;
  /** Texts of Polaris's components (“Close”, “More actions”), which Polaris has in some thirty languages. */
  polaris: Words;
};
