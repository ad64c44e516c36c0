import { expect, it } from "vitest";

import { buildDirectory } from "../../scripts/build-directory.ts";

it("a build with the app's own contract goes to build/, with another contract to .artefacts/", () => {
  expect(buildDirectory(undefined)).toBe("build");
  expect(buildDirectory("test/contracts/other.ts")).toBe(".artefacts/build-other");
  expect(buildDirectory("/home/me/contract.of.ours.ts")).toBe(".artefacts/build-contract.of.ours");
});
