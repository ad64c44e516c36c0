import { expect, it, onTestFinished } from "vitest";

import { freshDatabase } from "../support/database.ts";
import { openStepsSupplier } from "../wholesale/by-steps-supplier.ts";
import { startSandbox } from "./sandbox.ts";
import { type StepResult, tour } from "./tour.ts";

it("the tour passes with a supplier whose operations take several requests, if the app is built with that supplier's contract", async () => {
  const supplier = await openStepsSupplier({ shipsAtOnce: true });
  onTestFinished(() => supplier.close());
  const sandbox = await startSandbox({
    foreign: supplier,
    contract: "by-steps",
    database: await freshDatabase(),
  });
  onTestFinished(sandbox.stop);
  const walked: StepResult[] = [];
  expect(await tour(sandbox, (result) => walked.push(result))).toBe(true);
  expect(walked.filter((result) => !result.ok)).toEqual([]);
  expect(supplier.orders).toHaveLength(1);
  expect(supplier.requests.map(({ method }) => method)).toContain("PATCH");
  expect(sandbox.appOutput()).not.toContain("contract-not-confirmed");
});
