import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readingVersion } from "../../scripts/reading-version.ts";

const CONTRACT = "app/wholesale/contract.ts";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "stockbridge-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the version with a contract whose source is changed. */
async function versionWith(change: (source: string) => string): Promise<string> {
  const absolute = (_: string, file: string) => `"${path.resolve(path.dirname(CONTRACT), file)}"`;
  const source = (await readFile(CONTRACT, "utf8")).replaceAll(/"(\.[^"]+\.ts)"/g, absolute);
  const file = path.join(folder, "contract.ts");
  await writeFile(file, change(source));
  return readingVersion(file);
}

describe("readingVersion", () => {
  it("ignores changed comments, layout and types", async () => {
    const version = await versionWith((source) => source);
    const comment = (source: string) => `/** Another comment. */\n${source.replaceAll("/**", "/** Also:")}`;
    expect(await versionWith(comment)).toBe(version);
    expect(await versionWith((source) => source.replaceAll("\n", "\n  "))).toBe(version);
    expect(await versionWith((source) => `${source}\nexport type Unused = string;\n`)).toBe(version);
  });

  it("changes if a mapping in the contract changes", async () => {
    const version = await versionWith((source) => source);
    const mapped = "discontinued: wire.discontinued";
    expect(await readFile(CONTRACT, "utf8")).toContain(mapped);
    expect(await versionWith((source) => source.replace(mapped, `${mapped} === true`))).not.toBe(version);
  });

  it("changes if a file that the contract imports changes", async () => {
    const helper = path.join(folder, "wire-values.ts");
    const withHelper = () =>
      versionWith((source) =>
        source.replace(path.resolve("app/wholesale/wire-values.ts"), "./wire-values.ts"),
      );
    const source = await readFile("app/wholesale/wire-values.ts", "utf8");
    await writeFile(helper, source);
    const version = await withHelper();
    await writeFile(helper, `${source}\nexport const more = 1;\n`);
    expect(await withHelper()).not.toBe(version);
  });
});
