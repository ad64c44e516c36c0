/** Before each test file that needs it: a new world, and an eye on the console. */
import { afterEach, expect, vi } from "vitest";

import { renewWorld } from "./world.ts";

await renewWorld();

const consoleError = vi.spyOn(console, "error");
afterEach(() => {
  // Nothing in the app writes to the console; a library that does has something to say.
  expect(consoleError.mock.calls).toEqual([]);
  consoleError.mockClear();
});
