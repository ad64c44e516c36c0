/** Ends with 1 when README.md or docs/ names a file or folder of ours that is not there, and says which. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";

const OURS = ["app", "docs", "extensions", "prisma", "scripts", "test"];
const IN_BACKTICKS = /`([^`\n]+)`/g;
/** With its path or without; a build comes and goes. */
const FILE = /^(?!build\/)[\w$./-]+\.(?:js|md|sql|toml|tsx?)$/;
const FOLDER = /^[\w$./-]+\/$/;

const there = globSync(["*", ...OURS.map((folder) => `${folder}/**/*`)]);

function isMissing(name: string): boolean {
  if (FILE.test(name)) return !there.some((file) => file === name || file.endsWith(`/${name}`));
  return FOLDER.test(name) && OURS.includes(name.split("/")[0] ?? "") && !there.includes(name.slice(0, -1));
}

for (const page of ["README.md", ...globSync("docs/**/*.md")]) {
  const text = await readFile(page, "utf8");
  const names = new Set([...text.matchAll(IN_BACKTICKS)].map(([, name = ""]) => name));
  for (const name of [...names].filter(isMissing)) {
    console.error(`${page} names ${name}, which is not there.`);
    process.exitCode = 1;
  }
}
