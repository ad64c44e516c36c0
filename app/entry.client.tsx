import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";

import { loadTexts } from "./messages/load-texts.ts";

// Loads the page's texts before hydration, so that the browser renders the same as the server. A top-level await
// would deadlock: hydration needs the route's chunk, and that chunk may import from this file, which would still be
// waiting.
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
