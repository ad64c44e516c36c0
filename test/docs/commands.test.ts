/** The pages name only commands that package.json has, and only options that a command's parser knows. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const pages = globSync(["*.md", "docs/**/*.md"]);
/** Records also name the options of other programs, and of commands that were considered. */
const manuals = pages.filter((page) => !page.includes("decisions"));

const BLOCK = /^ *```[^\n]*\n[\s\S]*?^ *```$|(?:^ {4,}\S.*\n)+/gm;
const SPAN = /`([^`]+)`/g;
/** `npm run -s admin -- pause SHOP --yes`, up to the next command of a shell. */
const COMMAND = /\bnpm (?:run (?:-s )?([\w:]+)|(test|start)\b)([^;&|]*)/g;
const OPTION = /(?<=^| )--([a-z][\w-]*)/g;
/** One option in a call of `parseArgs`. */
const PARSED = /^\s*"?([\w-]+)"?: \{ type: "(?:boolean|string)"|[{,] "?([\w-]+)"?: \{ type: "/gm;

/** Returns the lines of code blocks, without their line breaks and comments, and the code in sentences. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(BLOCK)].flatMap(([block]) =>
    block.replaceAll(/\\\n\s*/g, " ").split("\n"),
  );
  const spans = [...text.replaceAll(BLOCK, "").matchAll(SPAN)].map(([, span = ""]) =>
    span.replaceAll("\n", " "),
  );
  return [...blocks.map((line) => line.replace(/ # .*/, "")), ...spans];
}

function commandsIn(text: string): { name: string; options: string[] }[] {
  return codeIn(text).flatMap((code) =>
    [...code.matchAll(COMMAND)].map(([, run, short = "", rest = ""]) => ({
      name: run ?? short,
      options: namesOf(rest.split(" -- ").slice(1).join(" ")),
    })),
  );
}

function namesOf(text: string): string[] {
  return [...text.matchAll(OPTION)].map(([, name = ""]) => name);
}

/** Returns the options that the command's parser knows. A folder's `main.ts` may keep its options in files beside it. */
function parsedBy(name: string): string[] {
  const entry = /\b((?:scripts|test)\/\S+\.ts)$/.exec(scripts[name] ?? "")?.[1];
  if (entry === undefined) return [];
  const files =
    path.basename(entry) === "main.ts"
      ? globSync(`${path.dirname(entry)}/*.ts`)
      : [entry, "scripts/only-argument.ts"];
  const sources = files.map((file) => readFileSync(file, "utf8")).join("\n");
  return [...sources.matchAll(PARSED)].map(([, first, second = ""]) => first ?? second);
}

/** Returns a line for each command that is not there, and each option that no command of the page knows. */
function problemsIn(text: string): string[] {
  const commands = commandsIn(text);
  const unknown = commands.flatMap(({ name, options }) =>
    name in scripts
      ? options.filter((option) => !parsedBy(name).includes(option)).map((option) => `${name} --${option}`)
      : [name],
  );
  // Scripts also pass options to Node.
  const known = [
    ...commands.flatMap(({ name }) => parsedBy(name)),
    ...Object.values(scripts).flatMap(namesOf),
  ];
  const alone = codeIn(text).filter(
    (code) => code.startsWith("--") || ADMIN.includes(code.split(" ")[0] ?? ""),
  );
  return [...unknown, ...alone.flatMap(namesOf).filter((option) => !known.includes(option))];
}

/** The commands of `npm run admin`, which pages also write without it. */
const ADMIN = globSync("scripts/admin/*.ts").flatMap((file) => {
  const [, list = ""] = /^const commands: .*\{\n([\s\S]*?)^\};/m.exec(readFileSync(file, "utf8")) ?? [];
  return [...list.matchAll(/^ {2}"?([\w-]+)/gm)].map(([, name = ""]) => name);
});

describe("commands in README and docs", () => {
  it.each(pages)("exist as scripts of package.json: %s", (page) => {
    const names = commandsIn(readFileSync(page, "utf8")).map(({ name }) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(manuals)("have only options that exist: %s", (page) => {
    expect(problemsIn(readFileSync(page, "utf8"))).toEqual([]);
  });

  it("name every script of package.json, except those that only another script runs", () => {
    const named = new Set(
      manuals.flatMap((page) => commandsIn(readFileSync(page, "utf8"))).map(({ name }) => name),
    );
    const parts = Object.values(scripts).flatMap((script) => [...script.matchAll(/npm run -s ([\w:]+)/g)]);
    for (const [, part = ""] of parts) named.add(part);
    expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([]);
  });
});

describe("problemsIn", () => {
  it.each([
    ["`npm run sandbxo`", ["sandbxo"]],
    ["`npm run -s sandbox --\n--tuor`", ["sandbox --tuor"]],
    ["\n    npm run link -- --client-id=1 \\\n       --app-uri=2\n", ["link --app-uri"]],
    ["```\n$ npm run -s admin -- pause shop --yess --by=ada\n```", ["admin --yess"]],
    ["`npm run sandbox` and then `--prot=1`", ["prot"]],
    ["`npm run admin`: `pause SHOP --whi=x`", ["whi"]],
    ["`npm run -s faults -- --seed 1 && npm ci --omit=dev`, `docker run --rm`", []],
  ])("reports an unknown command and option in %j", (text, problems) => {
    expect(problemsIn(text)).toEqual(problems);
  });
});
