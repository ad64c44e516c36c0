/**
 * Checks comments in files that ESLint does not read (SQL, Prisma, TOML, shell, YAML) by the rule for plain comments.
 * Prints each comment that breaks the rule, and then exits with 1.
 */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { commentsOf } from "./eslint/comments-of.ts";
import { refuseComment } from "./eslint/plain-words.ts";

/**
 * The last migration from before the rule. The check skips migrations up to this one, because migrations on main are
 * never edited (CONTRIBUTING.md).
 */
const LAST_FROZEN_MIGRATION = "20261128050002";

const FILES = [
  "**/*.{sql,prisma,toml,sh,yaml,yml,service}",
  "{Dockerfile,.env.example,.npmrc,.gitignore,.dockerignore,.ci/run}",
];
const NOT_OURS = ["node_modules", "build", ".git", ".data", ".artefacts"];

for (const file of globSync(FILES, { exclude: (name) => NOT_OURS.includes(name) })) {
  const migration = /^prisma\/migrations\/(\d+)/.exec(file)?.[1];
  if (migration !== undefined && migration <= LAST_FROZEN_MIGRATION) continue;
  for (const { line, text } of commentsOf(file, await readFile(file, "utf8"))) {
    const refusal = refuseComment(text);
    if (refusal === null) continue;
    console.error(`${file}:${String(line)}: ${refusal}`);
    process.exitCode = 1;
  }
}
