/** Texts by code: ICU MessageFormat, with the parameters of the English text. */
export type Texts = Readonly<Record<string, string>>;

type Words = { [name: string]: string | Words };

/** A language. It may lack texts: English stands in for them. */
export type Language = {
  texts: Texts;
  /** Texts of Polaris's own components (“Close”, “More actions”). Polaris has them in some thirty languages. */
  polaris: Words;
};
