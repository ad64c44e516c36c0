import { expect, it } from "vitest";

import { buildDirectory } from "../../scripts/build-directory.ts";

it("the app's own contract is built where a deployment looks, and any other elsewhere", () => {
  expect(buildDirectory(undefined)).toBe("build");
  expect(buildDirectory("test/contracts/other.ts")).toBe(".artefacts/build-other");
  expect(buildDirectory("/home/me/contract.of.ours.ts")).toBe(".artefacts/build-contract.of.ours");
});
