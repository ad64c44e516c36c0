import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";
import { z } from "zod";

/** As much of CycloneDX 1.5 as a reader of bills of materials relies on. */
const Bom = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.5"),
  metadata: z.object({
    component: z.object({ name: z.literal("stockbridge"), type: z.literal("application") }),
  }),
  components: z.array(
    z.object({
      "bom-ref": z.string(),
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith("pkg:npm/"),
      hashes: z.array(z.object({ alg: z.literal("SHA-512"), content: z.string().length(128) })).nonempty(),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

describe("npm run -s sbom", () => {
  it("lists exactly the packages that run in production, with their hashes", async () => {
    const { stdout } = await promisify(execFile)("npm", ["run", "-s", "sbom"], { maxBuffer: 1e8 });
    const bom = Bom.parse(JSON.parse(stdout));
    const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as {
      packages: Record<string, { version: string; dev?: boolean }>;
    };
    const locked = Object.entries(packages)
      .filter(([place, { dev }]) => place !== "" && dev !== true)
      .map(([place, { version }]) => `${place.replace(/^.*node_modules\//, "")}@${version}`);
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);
    expect(listed.toSorted()).toEqual([...new Set(locked)].toSorted());
    // Development tools use it too.
    expect(bom.components.map(({ name }) => name)).toContain("@remix-run/node");

    const refs = new Set(bom.components.map((component) => component["bom-ref"]));
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual(
      [],
    );
  });
});
