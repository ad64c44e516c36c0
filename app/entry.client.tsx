import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import { loadTexts } from "./messages/load-texts.ts";

// First the texts of the page that the server rendered, so that hydration finds the same ones. No top-level await: a
// route's chunk that shares code with this one would wait for it, and hydration for the route.
void loadTexts(document.documentElement.dataset["texts"]?.split(" ") ?? []).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
});
