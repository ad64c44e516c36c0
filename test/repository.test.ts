import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { expect, it } from "vitest";

/** Pictures, and what a tool wrote. */
const NOT_OURS = /\.png$|^package-lock\.json$|\/generated\//;

const { stdout } = await promisify(execFile)("git", ["ls-files"]);
const files = stdout.trim().split("\n");
const folders = new Set(files.flatMap((file) => file.split("/")[0] ?? []));

/** Returns the references of a file that the repository does not have. */
async function missing(file: string, found: (text: string) => string[]): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const at = (target: string) => [path.join(path.dirname(file), target), target];
  return found(text)
    .filter((target) => !at(target).some((place) => existsSync(place)))
    .map((target) => `${file}: ${target}`);
}

async function missingIn(some: string[], found: (text: string) => string[]): Promise<string[]> {
  return (await Promise.all(some.map((file) => missing(file, found)))).flat();
}

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, target = ""]) => target);
const pages = files.filter((file) => file.endsWith(".md"));

it("the repository contains every file that its Markdown pages link to", async () => {
  const links = (text: string) =>
    matches(text, /\]\(([^)#\s]+)[^)]*\)/g).filter((target) => !/^[a-z]+:/.test(target));
  expect(await missingIn(pages, links)).toEqual([]);
});

it("the repository contains every file and folder that its Markdown pages name by path", async () => {
  const paths = (text: string) =>
    // `app/uninstalled` is no path, but a topic.
    matches(text, /`([\w-]+\/(?:[\w./$-]*(?:\/|\.\w+))?)`/g).filter((target) =>
      folders.has(target.split("/")[0] ?? ""),
    );
  expect(await missingIn(pages, paths)).toEqual([]);
});

it("the repository contains every file that README.md and docs/ name, even without a path", () => {
  const manuals = pages.filter((page) => page === "README.md" || page.startsWith("docs/"));
  const missing = manuals.flatMap((page) =>
    // A build comes and goes.
    matches(readFileSync(page, "utf8"), /`((?!build\/)[\w$./-]+\.(?:js|md|sql|toml|tsx?))`/g)
      .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it("the repository contains every Markdown page that its files mention", async () => {
  const mentions = (text: string) =>
    text
      .split("\n")
      // Another repository's page stands beside that one's address.
      .filter((line) => !line.includes("://"))
      .flatMap((line) => matches(line, /([\w./-]+\.md)\b/g));
  const some = files.filter((file) => !NOT_OURS.test(file));
  expect(some).toContain("README.md");
  expect(await missingIn(some, mentions)).toEqual([]);
});
