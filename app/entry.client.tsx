import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import type { Language } from "./messages/language.ts";
import { languages } from "./messages/languages.ts";
import { DEFAULT_LOCALE } from "./messages/translate.ts";

const files = import.meta.glob<Language>("./messages/languages/*.ts", { import: "language" });

/** Loads the languages of the page that the server rendered, so that hydration finds the same texts. */
async function loadLanguages(): Promise<void> {
  const wanted = document.documentElement.dataset["languages"] ?? DEFAULT_LOCALE;
  await Promise.all(
    wanted.split(" ").map(async (tag) => {
      const language = await files[`./messages/languages/${tag}.ts`]?.();
      if (language) languages[tag] = language;
    }),
  );
}

// No top-level await: a route's chunk that shares code with this one would wait for it, and hydration for the route.
void loadLanguages().then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
});
