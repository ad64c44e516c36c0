import path from "node:path";

/**
 * Where a build with this contract lies: `build/` with the app's own, and with another one a folder that no deployment
 * looks into, so that neither is taken for the other.
 */
export function buildDirectory(contract: string | undefined): string {
  return contract === undefined ? "build" : path.join(".artefacts", `build-${path.parse(contract).name}`);
}
