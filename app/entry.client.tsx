import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import { loadTexts } from "./messages/load-texts.ts";

// Loads the page's texts before hydration, so that the browser renders what the server did. A top-level await
// would deadlock: a route's chunk that shares code would wait for this file, and hydration for the chunk.
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
