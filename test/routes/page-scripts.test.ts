/** The scripts of each page, as a browser loads them for a first visit. `node test/bench/page-scripts.ts` lists them. */
import { readFile } from "node:fs/promises";

import { expect, it } from "vitest";

import "../../app/messages/all-languages.server.ts";
import { en } from "../../app/messages/en.ts";
import { languages } from "../../app/messages/languages.ts";
import { listPageScripts, SCRIPTS_AT_MOST } from "../bench/page-scripts.ts";

it.each(Object.keys(languages))(
  "every page's scripts stay within the size limit in the language %s",
  async (tag) => {
    const pages = await listPageScripts(tag);
    expect(pages.map(({ route }) => route)).toContain("routes/app._index");
    const tooLarge = pages.filter(({ bytes }) => bytes > SCRIPTS_AT_MOST);
    expect(tooLarge.map(({ route, bytes }) => `${route}: ${String(bytes)}`)).toEqual([]);
  },
);

it("every page gets all texts that its code names", async () => {
  for (const { route, files } of await listPageScripts("en")) {
    const scripts = await Promise.all(
      files.map(async ({ file }) => ({ file, script: await readFile(`build/client${file}`, "utf8") })),
    );
    const isTexts = ({ file }: { file: string }) => file.includes("/texts-");
    const codes = scripts.filter(isTexts).flatMap(({ script }) => words(script, /[{,]"?([a-z][\w.-]*)"?:/g));
    const named = scripts
      .filter((each) => !isTexts(each))
      .flatMap(({ script }) => words(script, /"([a-z][\w.-]*)"/g));
    const known = new Set(codes);
    expect(
      named.some((each) => known.has(each)),
      route,
    ).toBe(true);
    expect(
      named.filter((each) => Object.hasOwn(en, each) && !known.has(each)),
      route,
    ).toEqual([]);
  }
});

function words(script: string, pattern: RegExp): string[] {
  return [...script.matchAll(pattern)].map(([, word = ""]) => word);
}

it("no page's scripts contain zod, or an import that a browser cannot resolve", async () => {
  const files = (await listPageScripts("en")).flatMap((page) => page.files.map(({ file }) => file));
  for (const file of new Set(files)) {
    const script = await readFile(`build/client${file}`, "utf8");
    expect(script, file).not.toContain("ZodError");
    const imported = [...script.matchAll(/(?<=^|[;}])import(?:[^"'()]*\bfrom)?"([^"]+)"/g)].map(
      ([, name = ""]) => name,
    );
    expect(
      imported.filter((name) => !/^(\.{0,2}\/|https:)/.test(name)),
      file,
    ).toEqual([]);
  }
});
