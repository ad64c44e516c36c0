import { expect, it } from "vitest";

import { openQueue } from "../../support/queue.ts";
import { compareRuns } from "./agreement.ts";

openQueue();

// `npm run check:nightly` compares 200.
it("makes the same decisions about random orders in a dry run as in a real run, and changes nothing", async () => {
  const reached = await compareRuns(25);
  expect(reached.place).toBeGreaterThan(0);
  expect(reached.hold).toBeGreaterThan(0);
});
