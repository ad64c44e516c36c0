import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { SETTINGS } from "../../app/lib/env.ts";
import { SECRETS } from "../../scripts/secret-files.js";

/** The commands of package.json set it. */
const NOT_THE_OPERATORS = ["NODE_ENV"];

const section = /\n## Settings\n([\s\S]*?)\n## /.exec(readFileSync("docs/operate.md", "utf8"))?.[1] ?? "";
/** One entry per variable in the first column of the table, with the second column. */
const rows = [...section.matchAll(/^\| (`[^|]+`) \| ([^|]*)\|/gm)].flatMap(([, names = "", needed = ""]) =>
  [...names.matchAll(/`([A-Z_]+)[^`]*`/g)].map(([, name = ""]) => ({ name, needed })),
);
const documented = [...new Set(rows.map(({ name }) => name))];
/** Matches a setting, commented out or not. */
const assigned = [...readFileSync(".env.example", "utf8").matchAll(/^#?([A-Z_]+)=(.*)$/gm)];
const example = assigned.map(([, name = ""]) => name);
const mentioned = globSync(["app/**/*.ts", "scripts/**/*.{ts,js}"])
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

describe("docs/operate.md and .env.example", () => {
  it("list every setting that an operator can set", () => {
    const own = SETTINGS.filter((name) => !NOT_THE_OPERATORS.includes(name));
    expect(documented).toEqual(expect.arrayContaining(own));
    expect(example).toEqual(expect.arrayContaining(own));
  });

  it("list no setting that the code does not read, and .env.example lists none twice", () => {
    for (const name of [...documented, ...example])
      expect(SETTINGS.includes(name) || mentioned.includes(`"${name}"`), name).toBe(true);
    expect(example).toEqual([...new Set(example)]);
  });

  it("give no example values: Shopify's app doctor would take them for committed secrets", () => {
    expect(assigned.filter(([, , value]) => value !== "")).toEqual([]);
    expect(readFileSync(".env.example", "utf8")).not.toMatch(/:[^/@\s]+@/);
  });

  it("mark exactly the secrets as secret", () => {
    const marked = rows.filter(({ needed }) => /\bsecret\b/.test(needed)).map(({ name }) => name);
    expect(marked.sort()).toEqual([...SECRETS].sort());
  });
});
