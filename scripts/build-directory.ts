import path from "node:path";

/**
 * Returns the folder of a build with this contract: `build/` for the app's own. Any other contract gets a folder that
 * no deployment reads, so that the two are never mistaken for each other.
 */
export function buildDirectory(contract: string | undefined): string {
  return contract === undefined ? "build" : path.join(".artefacts", `build-${path.parse(contract).name}`);
}
