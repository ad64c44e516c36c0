import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import { loadTexts } from "./messages/load-texts.ts";

// Loads the texts of the rendered page first, so that the browser hydrates with the same ones as the server. This is no
// top-level await: a route's chunk that shares code with this one would wait for it, and hydration would wait for the route.
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
