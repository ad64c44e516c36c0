import { expect, it } from "vitest";

import { run } from "./run.ts";

it("nothing is bought twice, lost or kept quiet, whatever breaks", { timeout: 300_000 }, async () => {
  expect((await run(1, 30)).violations).toEqual([]);
});
