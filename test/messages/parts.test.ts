import { describe, expect, it } from "vitest";

import { en } from "../../app/messages/en.ts";
import { partOf } from "../../app/messages/parts.ts";

const files = Object.keys(import.meta.glob("../../app/messages/*/**/*.ts")).map((file) =>
  file.replace("../../app/messages/", "").replace(/\.ts$/, ""),
);
const tags = [...new Set(files.map((file) => file.split("/")[0] ?? ""))];

/** Returns the files of a language, without its folder. */
function filesIn(tag: string): string[] {
  return files.filter((file) => file.startsWith(`${tag}/`)).map((file) => file.slice(tag.length + 1));
}

it("partOf finds a part for every file of texts, except blocks.ts, which no page shows", () => {
  expect(filesIn("en").filter((file) => partOf(`en/${file}`) === undefined)).toEqual(["blocks"]);
  expect(partOf("en/no-such-file")).toBeUndefined();
});

describe.each(tags)("the texts' folder of the language %s", (tag) => {
  it("has the same files as the English folder", () => {
    expect(filesIn(tag)).toEqual(filesIn("en"));
  });
});

it("en.ts contains the English texts of all files", async () => {
  const modules = import.meta.glob<Record<string, object>>("../../app/messages/en/**/*.ts");
  const loaded = Object.entries(modules).filter(([file]) => !file.endsWith("/polaris.ts"));
  const areas = await Promise.all(loaded.map(([, load]) => load()));
  expect(Object.assign({}, ...areas.flatMap((area) => Object.values(area)))).toEqual(en);
});
