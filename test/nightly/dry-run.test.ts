import { expect, it } from "vitest";

import { compareRuns } from "../orders/dry-run/agreement.ts";
import { openQueue } from "../support/queue.ts";

openQueue();

it("a dry run decides on 200 random orders like a real run, and changes nothing", async () => {
  const reached = await compareRuns(200);
  for (const decision of ["place", "hold", "wait", "cancel", "known"] as const)
    expect(reached[decision] ?? 0, decision).toBeGreaterThan(0);
});
