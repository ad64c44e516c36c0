import { expect, it, onTestFinished } from "vitest";

import { freshDatabase } from "../support/database.ts";
import { startSandbox } from "./sandbox.ts";
import { type StepResult, tour } from "./tour.ts";

it("the tour passes with another supplier if only the contract is replaced", async () => {
  const sandbox = await startSandbox({ dialect: "other", database: await freshDatabase() });
  onTestFinished(sandbox.stop);
  const walked: StepResult[] = [];
  const ok = await tour(sandbox, (result) => walked.push(result));
  expect(walked.filter((result) => !result.ok)).toEqual([]);
  expect(ok).toBe(true);
  const asked = new Set(sandbox.wholesale?.requests.map(({ path }) => path));
  expect(asked).toContain("/api/shop/articles");
  expect(asked).not.toContain("/api/reseller/products");
  // The sandbox confirms the contract that it builds.
  expect(sandbox.appOutput()).not.toContain("contract-not-confirmed");
});
