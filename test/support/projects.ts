/**
 * Which tests belong together, by what they import, directly or not. So a test that takes the world gets one, and no
 * list has to be kept.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/** A Postgres, a browser or a process of the app's own, or what holds for a whole process. */
const PROCESSES = [
  "app/lib/embedded-postgres.server.ts",
  "app/wiring/watch-supplier.server.ts",
  "test/browser/chromium.ts",
  "test/sandbox/bare-settings.ts",
  "test/support/killed.ts",
  "test/upgrade/former-database.ts",
];
/** The app's settings, which lead to the world of the tests, or a database. */
const WORLD = ["app/lib/env.server.ts", "test/support/database.ts", "test/support/run-script.ts"];

/**
 * The files of each project. The longest come first.
 *
 * @throws Error when a module that decides is no longer where it is looked for.
 */
export function testsByProject(): Record<"process" | "db" | "unit", string[]> {
  const gone = [...PROCESSES, ...WORLD].filter((name) => !existsSync(name));
  if (gone.length > 0)
    throw new Error(`Tests are sorted by what imports ${gone.join()}, which is not there.`);
  const projects = { process: [] as string[], db: [] as string[], unit: [] as string[] };
  for (const file of globSync("test/**/*.test.{ts,tsx}").sort()) {
    const imported = importedBy(file);
    const project = PROCESSES.some((name) => imported.has(name))
      ? "process"
      : WORLD.some((name) => imported.has(name))
        ? "db"
        : "unit";
    projects[project].push(file);
  }
  return projects;
}

function importedBy(file: string, found = new Set<string>()): Set<string> {
  for (const name of imports(file)) {
    if (found.has(name)) continue;
    found.add(name);
    importedBy(name, found);
  }
  return found;
}

/** The repository's own modules that a module imports, but for types. */
function imports(file: string): string[] {
  const known = importsOf.get(file);
  if (known) return known;
  const names =
    /\.tsx?$/.test(file) && existsSync(file) ? [...readFileSync(file, "utf8").matchAll(IMPORT)] : [];
  const own = names.map((match) => path.join(path.dirname(file), match[1] ?? match[2] ?? ""));
  importsOf.set(file, own);
  return own;
}
const importsOf = new Map<string, string[]>();
/** `import … from "./…"`, `import "./…"`, `export … from "./…"` and `import("./…")`. */
const IMPORT = /^(?:import|export) (?!type )(?:[^;"]*? from )?"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)/gm;
