import type { Page } from "playwright-core";

import { poll } from "../sandbox/tour-support.ts";

const WITHIN_MS = 180_000;

/** Waits until React has hydrated the app's page in the frame. The page loses what is typed before that. */
export async function hydrated(page: Page): Promise<void> {
  const html = page.frameLocator("iframe").locator("html");
  // It fails if the frame loads another document meanwhile.
  const look = () => html.evaluate(isHydrated).catch(() => false);
  if (!(await poll(WITHIN_MS, async () => (await look()) || null, { everyMs: 50 })))
    throw new Error(`The page at ${page.url()} is not hydrated.`);
}

/** React's root, which it keeps in a property of the document. */
type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/** Runs in the page. */
function isHydrated(): boolean {
  const entry = Object.entries(document).find(([name]) => name.startsWith("__reactContainer$"));
  return entry !== undefined && !(entry[1] as Root).stateNode.current.memoizedState.isDehydrated;
}
